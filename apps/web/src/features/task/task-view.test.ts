import { expect, test } from 'vitest';
import { filterOf, NO_VIEW, readView, writeView } from './task-view.ts';

test('what narrows the list stands in the address and is read from it again', () => {
  const view = { ...NO_VIEW, state: 'trouble', type: 'dedup', span: 'week', mine: true, q: '夏季' } as const;
  const params = writeView(new URLSearchParams('teamId=t1'), view);
  expect(params.get('teamId')).toBe('t1');
  expect(readView(params)).toEqual(view);
  expect(writeView(params, NO_VIEW).toString()).toBe('teamId=t1');
});

test('an address from elsewhere cannot ask for what is not there', () => {
  expect(readView(new URLSearchParams('state=lost&type=x&span=year&mine=2'))).toEqual(NO_VIEW);
});

test('days begin at midnight where the person is', () => {
  const now = new Date(2026, 2, 10, 15, 30);
  const from = (span: 'day' | 'week') => new Date(filterOf({ ...NO_VIEW, span }, now).created_from ?? '');
  expect(from('day')).toEqual(new Date(2026, 2, 10));
  expect(from('week')).toEqual(new Date(2026, 2, 4));
});

test('a state that people name covers those that the server tells apart', () => {
  expect(filterOf({ ...NO_VIEW, state: 'open' }).status).toEqual(['queued', 'running', 'canceling']);
  expect(filterOf(NO_VIEW)).toEqual({});
});
