import { expect, test } from 'vitest';
import { applyEdit, combineEdits, type Edit, invertEdit } from './edits.ts';
import { placesOf, sampleMix } from './testing/sample-mix.ts';

/** Does it and takes it back. */
function thereAndBack(edit: Edit, mix = sampleMix()) {
  const back = invertEdit(mix, edit) ?? [];
  return back.reduce(applyEdit, applyEdit(mix, edit));
}

test('clips taken out of several shots and put into one return to where each of them was', () => {
  const mix = sampleMix();
  const edit: Edit = { kind: 'move_clips', video_clip_ids: ['a', 'c', 'd'], slot_id: 's2', position: 1 };
  expect(placesOf(applyEdit(mix, edit))).toBe('h|b|eacd|');
  expect(placesOf(thereAndBack(edit))).toBe(placesOf(mix));
});

test('reordering within a shot is undone whichever way the clips went', () => {
  for (const [ids, position] of [
    [['a', 'b'], 1],
    [['c'], 0],
    [['b', 'c'], 0],
    [['c', 'a'], 1],
  ] as const) {
    const edit: Edit = { kind: 'move_clips', video_clip_ids: [...ids], slot_id: 's1', position };
    expect(placesOf(thereAndBack(edit))).toBe('h|abc|de|');
  }
});

test('what was deleted is seen again as soon as it is undone, where it was', () => {
  expect(placesOf(thereAndBack({ kind: 'delete_clips', video_clip_ids: ['b', 'd'] }))).toBe('h|abc|de|');
  expect(placesOf(thereAndBack({ kind: 'delete_shootings', shooting_ids: ['s1'] }))).toBe('h|abc|de|');
});

test('a clip that moves knows its new place', () => {
  const moved = applyEdit(sampleMix(), { kind: 'move_clips', video_clip_ids: ['a'], slot_id: 'footer', position: 0 });
  expect(moved.footer[0]).toMatchObject({ video_clip_id: 'a', pool: 'footer', shooting_id: null });
});

test('undoing a setting takes it back to inherited when it was, and to its value when it had one', () => {
  const mix = sampleMix({ config: { voice: { rate: 1.2 } } });
  const edit: Edit = { kind: 'config', change: { voice: { rate: 1.5, pitch: 2 } } };
  expect(applyEdit(mix, edit).config).toEqual({ voice: { rate: 1.5, pitch: 2 } });
  expect(thereAndBack(edit, mix).config).toEqual({ voice: { rate: 1.2 } });
});

test('a template is taken back by what it left behind, not by its name: it may have been deleted', () => {
  const before = { template_name: '旧模板', template_config: { voice: { rate: 1.2 } } };
  const mix = sampleMix({ ...before, config: { caption: { max_lines: 1 } } });
  const template = { template_id: 't', template_name: '新模板', config: { caption: { max_lines: 2 } } };
  const whole: Edit = { kind: 'template', template: { ...template, template_type: 'mix' } };
  expect(applyEdit(mix, whole)).toMatchObject({ template_name: '新模板', config: { caption: { max_lines: 1 } } });
  expect(invertEdit(mix, whole)).toEqual([{ kind: 'template_layer', layer: before }]);
  expect(thereAndBack(whole, mix)).toEqual(mix);

  const look: Edit = { kind: 'template', template: { ...template, template_type: 'caption' } };
  expect(applyEdit(mix, look)).toMatchObject({ template_name: '旧模板', config: { caption: { max_lines: 2 } } });
  expect(thereAndBack(look, mix)).toEqual(mix);
});

test('captions that were made are taken back with the switch that shows them', () => {
  const edit: Edit = { kind: 'gen_captions', shooting_id: 's1', from: 'speech' };
  const undo = (mix = sampleMix()) => invertEdit(mix, edit)?.at(-1);
  expect(undo()).toMatchObject({ shooting_id: 's1', change: { caption: { source: null } } });
  const silent = applyEdit(sampleMix(), {
    kind: 'shooting_config',
    shooting_id: 's1',
    change: { caption: { source: 'none' } },
  });
  expect(undo(silent)).toMatchObject({ change: { caption: { source: 'none' } } });
});

test('changes of the same thing become one, of different things stay two', () => {
  const trim = (video_clip_id: string, start_ms: number): Edit => ({
    kind: 'clip',
    video_clip_id,
    change: { start_ms },
  });
  expect(combineEdits(trim('a', 100), trim('a', 200))).toEqual(trim('a', 200));
  expect(combineEdits(trim('a', 100), trim('b', 200))).toBeNull();
});

test('shots that others added while the order was changed stay behind', () => {
  const mix = applyEdit(sampleMix(), { kind: 'order', shooting_ids: ['s2'] });
  expect(mix.shootings.map(({ shooting_id }) => shooting_id)).toEqual(['s2', 's1']);
});
