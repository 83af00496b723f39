import { planMove, planOrder, planRemove } from '@mixreel/contract';
import { applyAll } from '@mixreel/document';
import { expect, test } from 'vitest';
import { placesOf, sampleMix, sampleState } from '../document/testing/sample-mix.ts';
import { type Dragged, type DropTarget, leaveGone, planDrop } from './drop-target.ts';

function drop(dragged: Dragged, target: DropTarget) {
  const state = sampleState();
  const what = planDrop(sampleMix(), dragged, target);
  if (!what || what.kind === 'add') return what;
  const operations =
    what.kind === 'order'
      ? planOrder(state, what.shooting_ids)
      : planMove(state, what.video_clip_ids, what.slot_id, what.position);
  return placesOf(applyAll(state, operations));
}
const clips = (...video_clip_ids: string[]): Dragged => ({ kind: 'clips', video_clip_ids });
const slot = (slot_id: string, index: number): DropTarget => ({ kind: 'slot', slot_id, index });

test('clips land before the one that was aimed at, counted as the screen shows them', () => {
  expect(drop(clips('a'), slot('s1', 2))).toBe('h|bac|de|');
  expect(drop(clips('a'), slot('s1', 3))).toBe('h|bca|de|');
  expect(drop(clips('c'), slot('s1', 0))).toBe('h|cab|de|');
  expect(drop(clips('a', 'c'), slot('s2', 1))).toBe('h|b|dace|');
  expect(drop(clips('e'), slot('header', 0))).toBe('eh|abc|d|');
});

test('what is dropped where it was changes nothing', () => {
  expect(drop(clips('b'), slot('s1', 1))).toBeNull();
  expect(drop(clips('b'), slot('s1', 2))).toBeNull();
  expect(drop(clips('a', 'b', 'c'), slot('s1', 3))).toBeNull();
});

test('what comes from the library is added where it was aimed at', () => {
  const clip = { material_id: 'x', shot_id: 'y' };
  expect(planDrop(sampleMix(), { kind: 'library', clips: [clip] }, slot('s2', 1))).toEqual({
    kind: 'add',
    slot_id: 's2',
    position: 1,
    clips: [clip],
  });
});

test('a shot goes before or behind another one, never into a row of clips', () => {
  const dragged: Dragged = { kind: 'shooting', shooting_id: 's1' };
  expect(drop(dragged, { kind: 'list', index: 2 })).toBe('h|de|abc|');
  expect(drop(dragged, { kind: 'list', index: 0 })).toBeNull();
  expect(drop(dragged, { kind: 'list', index: 1 })).toBeNull();
  expect(drop(dragged, slot('s2', 0))).toBeNull();
  expect(drop(clips('a'), { kind: 'list', index: 2 })).toBeNull();
});

test('what somebody else deleted on its way is left out, and said; a clip of a deleted shot is saved', () => {
  const without = (table: 'shooting' | 'clip', id: string) =>
    applyAll(sampleState(), planRemove(sampleState(), table, [id]));
  expect(leaveGone(without('clip', 'a'), clips('a'))).toEqual({
    left: null,
    message: '拖动的片段刚刚被别人删除了，没有移动',
  });
  expect(leaveGone(without('clip', 'a'), clips('a', 'b'))).toEqual({
    left: clips('b'),
    message: '1 个片段刚刚被别人删除了，只移动了其余的',
  });
  const shot: Dragged = { kind: 'shooting', shooting_id: 's1' };
  expect(leaveGone(without('shooting', 's1'), shot).message).toBe('拖动的镜头刚刚被别人删除了，没有移动');
  expect(leaveGone(without('shooting', 's1'), clips('a'))).toEqual({ left: clips('a'), message: null });
});
