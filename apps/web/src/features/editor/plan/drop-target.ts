import type { MixProject, SlotId } from '@mixreel/contract';
import type { State } from '@mixreel/document';
import { clipsIn } from '#features/mix/slots.ts';
import type { AddedClip } from '../document/acts.ts';

/** What is being dragged. */
export type Dragged =
  | { kind: 'clips'; video_clip_ids: string[] }
  | { kind: 'library'; clips: AddedClip[] }
  | { kind: 'shooting'; shooting_id: string };

/** Where it would go: before the clip at `index` of a place, or before the shooting at `index`. */
export type DropTarget = { kind: 'slot'; slot_id: SlotId; index: number } | { kind: 'list'; index: number };

/** What dropping there does. `position` counts without what moves. */
export type Drop =
  | { kind: 'add'; slot_id: SlotId; position: number; clips: AddedClip[] }
  | { kind: 'move'; slot_id: SlotId; position: number; video_clip_ids: string[] }
  | { kind: 'order'; shooting_ids: string[] };

/**
 * Somebody else may delete what is on its way: what is left of it, and what to say. A clip whose shot is deleted is still
 * there, and saved by dropping it elsewhere.
 */
export function leaveGone(state: State, dragged: Dragged): { left: Dragged | null; message: string | null } {
  const whole = { left: dragged, message: null };
  if (dragged.kind === 'library') return whole;
  if (dragged.kind === 'shooting') {
    if (state['shooting']?.[dragged.shooting_id]) return whole;
    return { left: null, message: '拖动的镜头刚刚被别人删除了，没有移动' };
  }
  const video_clip_ids = dragged.video_clip_ids.filter((id) => state['clip']?.[id]);
  const gone = dragged.video_clip_ids.length - video_clip_ids.length;
  if (gone === 0) return whole;
  if (video_clip_ids.length === 0) return { left: null, message: '拖动的片段刚刚被别人删除了，没有移动' };
  return { left: { kind: 'clips', video_clip_ids }, message: `${gone} 个片段刚刚被别人删除了，只移动了其余的` };
}

/** Null when nothing would change. */
export function planDrop(mix: MixProject, dragged: Dragged, target: DropTarget): Drop | null {
  if (dragged.kind === 'shooting') return target.kind === 'list' ? planOrder(mix, dragged, target.index) : null;
  if (target.kind !== 'slot') return null;
  const { slot_id, index } = target;
  if (dragged.kind === 'library') {
    return dragged.clips.length > 0 ? { kind: 'add', slot_id, position: index, clips: dragged.clips } : null;
  }
  const { video_clip_ids } = dragged;
  const there = clipsIn(mix, slot_id).map(({ video_clip_id }) => video_clip_id);
  const moved = new Set(video_clip_ids);
  // The place is counted without those that move.
  const position = there.slice(0, index).filter((id) => !moved.has(id)).length;
  const rest = there.filter((id) => !moved.has(id));
  const after = [...rest.slice(0, position), ...video_clip_ids, ...rest.slice(position)];
  const isSame = after.length === there.length && after.every((id, n) => id === there[n]);
  return isSame || video_clip_ids.length === 0 ? null : { kind: 'move', slot_id, position, video_clip_ids };
}

function planOrder(mix: MixProject, { shooting_id }: { shooting_id: string }, index: number): Drop | null {
  const ids = mix.shootings.map((one) => one.shooting_id);
  const from = ids.indexOf(shooting_id);
  if (from === -1) return null;
  const rest = ids.filter((id) => id !== shooting_id);
  const to = index > from ? index - 1 : index;
  const shooting_ids = [...rest.slice(0, to), shooting_id, ...rest.slice(to)];
  return to === from ? null : { kind: 'order', shooting_ids };
}

/** On which side of something the pointer is: before its middle, or behind. */
export function sideOf(at: number, from: number, length: number): 0 | 1 {
  return at < from + length / 2 ? 0 : 1;
}
