import { expect, test } from 'vitest';
import { inSpace } from './stay-in-space.ts';

const HERE = new URLSearchParams('teamId=t1&projectId=p1&open=m1');

test('a link that names no space leads into the one of the tab, and what it names itself stays', () => {
  expect(inSpace('/studio/workspace', HERE)).toBe('/studio/workspace?teamId=t1&projectId=p1');
  expect(inSpace('/studio/result?mproject_id=x#a', HERE)).toBe('/studio/result?mproject_id=x&teamId=t1&projectId=p1#a');
  expect(inSpace('/home/material?projectId=p2', HERE)).toBe('/home/material?projectId=p2&teamId=t1');
  expect(inSpace({ pathname: '/home/task', search: '' }, HERE)).toEqual({
    pathname: '/home/task',
    search: '?teamId=t1&projectId=p1',
  });
});

test('another space brings no project of this one, the personal one is named by an empty team, and outside is outside', () => {
  expect(inSpace('/home/material?teamId=', HERE)).toBe('/home/material?teamId=');
  expect(inSpace('/home/task', new URLSearchParams('teamId='))).toBe('/home/task?teamId=');
  expect(inSpace('/home/task', new URLSearchParams())).toBe('/home/task');
  expect(inSpace('/login?from=x', HERE)).toBe('/login?from=x');
  // A page that changes its own query says all of it.
  expect(inSpace('?tab=finished', HERE)).toBe('?tab=finished');
});
