import { expect, test } from 'vitest';
import { conditionsOf, isNarrowed, listFilterOf, readArtworkView, writeArtworkView } from './artwork-view.ts';

const at = (query: string) => readArtworkView(new URLSearchParams(query));

test('a link leads to the same directory, conditions, order and video', () => {
  const link = 'tab=finished&dir=d1&key=夏季&review=approved&mark=m1&mark=m2&ai=without&order=name&video=a1';
  const view = at(link);
  expect(view).toMatchObject({
    dir: 'd1',
    key: '夏季',
    review: 'approved',
    mark: ['m1', 'm2'],
    order: 'name',
    video: 'a1',
  });
  expect(writeArtworkView(new URLSearchParams('tab=finished'), view).toString()).toBe(
    new URLSearchParams(
      'tab=finished&dir=d1&key=夏季&review=approved&mark=m1&mark=m2&ai=without&order=name&video=a1',
    ).toString(),
  );
});

test('what is as at first is not in the address, and what belongs to others stays', () => {
  const next = writeArtworkView(new URLSearchParams('projectId=p&dir=d1&review=waiting'), { dir: null, review: null });
  expect(next.toString()).toBe('projectId=p');
});

test('made-up values in the address are as good as none', () => {
  expect(at('review=perhaps&order=random&orientation=round')).toMatchObject({
    review: null,
    order: 'newest',
    orientation: null,
  });
});

test('the bin is asked for as the bin, a directory as a directory', () => {
  expect(listFilterOf(at('dir=bin'), 'p')).toEqual({ project_id: 'p', is_deleted: true, order: 'newest' });
  expect(listFilterOf(at('dir=d1&open_comments=1'), 'p')).toEqual({
    project_id: 'p',
    dir_id: 'd1',
    has_open_comments: true,
    order: 'newest',
  });
});

test('where one looks and in which order is no condition; a word is', () => {
  expect(isNarrowed(at('dir=d1&order=name&video=a1'))).toBe(false);
  expect(isNarrowed(at('key=夏'))).toBe(true);
  expect(conditionsOf(at('dir=d1&key=夏&ai=with&mark=m1'))).toEqual({
    keyword: '夏',
    ai_origin: true,
    checkbox_ids: ['m1'],
  });
});
