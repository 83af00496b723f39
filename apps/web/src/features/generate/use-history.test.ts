import type { Generation, HistoryPage } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { applyChange, isShort } from './use-history.ts';

const ONE: Generation = {
  generation_id: '02',
  task_id: 't2',
  project_id: 'p',
  kind: 'video',
  prompt: '花',
  negative: '',
  engine: '',
  engine_name: null,
  params: {},
  sources: [],
  files: [],
  parent_id: null,
  batch_id: null,
  note: null,
  cost_asked: 0,
  cost: null,
  is_liked: false,
  status: 'running',
  progress: 40,
  eta_s: null,
  error: null,
  user_uid: 'u',
  user_name: '小周',
  created_at: '2026-01-01T00:00:00.000Z',
  finished_at: null,
};
const PAGE: HistoryPage = { items: [ONE], page_info: { page_index: 1, page_size: 40, total: 1, total_page: 1 } };
const FILE = {
  vlc_id: 'v',
  url: '/files/v',
  cover_url: null,
  content_type: 'video/mp4',
  width: 1,
  height: 1,
  duration: 5,
  material_id: null,
};
const ended = { type: 'progress' as const, task_id: 't2', progress: 100, eta_s: null, error: null };

test('what is new stands first, what is known is changed in its place, and what is gone is gone', () => {
  const added = applyChange(PAGE, { type: 'upsert', record: { ...ONE, generation_id: '03', task_id: 't3' } });
  expect(added.items.map(({ generation_id }) => generation_id)).toEqual(['03', '02']);
  expect(added.page_info.total).toBe(2);
  const older = applyChange(added, { type: 'upsert', record: { ...ONE, generation_id: '01', task_id: 't1' } });
  expect(older.items.at(-1)?.generation_id).toBe('01');
  const less = applyChange(added, { type: 'remove', generation_id: '02' });
  expect([less.items.length, less.page_info.total]).toEqual([1, 1]);
  expect(applyChange(less, { type: 'remove', generation_id: '02' }).page_info.total).toBe(1);
});

test('a page that lost something, while the next one has more, is read again', () => {
  const full = { ...PAGE, page_info: { ...PAGE.page_info, page_size: 1, total: 3, total_page: 3 } };
  expect([isShort(full), isShort(PAGE)]).toEqual([false, false]);
  expect(isShort(applyChange(full, { type: 'remove', generation_id: '02' }))).toBe(true);
  expect(isShort(applyChange(PAGE, { type: 'remove', generation_id: '02' }))).toBe(false);
  // What comes first pushes the last one over to the next page.
  const more = applyChange(full, { type: 'upsert', record: { ...ONE, generation_id: '03', task_id: 't3' } });
  expect([more.items.map(({ generation_id }) => generation_id), more.page_info.total]).toEqual([['03'], 4]);
});

test('an end that was heard is not taken back by a card that was written before it', () => {
  const record = { ...ONE, files: [FILE], progress: 90 };
  const result = applyChange(PAGE, { type: 'upsert', record });
  const over = applyChange(result, { ...ended, status: 'succeeded', finished_at: '2026-01-01T00:01:00.000Z' });
  const late = applyChange(over, { type: 'upsert', record: { ...record, is_liked: true } });
  expect(late.items[0]).toMatchObject({ status: 'succeeded', progress: 100, is_liked: true });
});

test('a retry goes back to the line although the card was over', () => {
  const failed = applyChange(PAGE, { ...ended, status: 'failed', finished_at: '2026-01-01T00:01:00.000Z' });
  const again = applyChange(failed, { ...ended, status: 'queued', progress: 0, finished_at: null });
  expect(again.items[0]).toMatchObject({ status: 'queued', progress: 0 });
});
