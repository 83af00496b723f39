import { expect, test } from 'vitest';
import { filterOf, isNarrowed, readView, writeView } from './library-view.ts';

test('an address without a word about it shows live footage', () => {
  const view = readView(new URLSearchParams('teamId=&projectId=p1'));
  expect(view).toMatchObject({ tab: 'original', type: 'video', sub_type: 'shot_video' });
  expect(isNarrowed(view)).toBe(false);
  expect(filterOf(view, 'p1')).toEqual({ project_id: 'p1', material_type: 'video', material_sub_type: 'shot_video' });
});

test('what is written into an address is read from it again, and the rest of the address stays', () => {
  const change = {
    type: 'image' as const,
    tags: ['object:杯子', 'scene:厨房'],
    length: 'medium' as const,
    liked: true,
    q: '倒牛奶',
  };
  const params = writeView(new URLSearchParams('projectId=p1'), change);
  expect(readView(params)).toMatchObject(change);
  expect(params.get('projectId')).toBe('p1');
  expect(writeView(params, { type: 'video', tags: [], length: null, liked: false, q: '' }).toString()).toBe(
    'projectId=p1',
  );
});

test('nonsense in an address is as if it were not there', () => {
  const view = readView(new URLSearchParams('type=film&sort=odd&t=soon&status=1&orientation=x'));
  expect(view).toMatchObject({ type: 'video', sort: 'newest', t: 0, status: null, orientation: null });
});

test('conditions become what the server is asked for', () => {
  const view = readView(
    new URLSearchParams('sub_type=all&length=medium&speech=1&good=1&unused=1&status=failed&rights=no_consent'),
  );
  expect(filterOf(view, 'p1')).toEqual({
    project_id: 'p1',
    material_type: 'video',
    duration_min: 5,
    duration_max: 15,
    has_speech: true,
    quality_min: 60,
    unused: true,
    analysis_status: 'failed',
    rights_problem: 'no_consent',
  });
  expect(filterOf(readView(new URLSearchParams('bin=1&speech=1')), 'p1')).toEqual({
    project_id: 'p1',
    is_deleted: true,
  });
});
