import {
  type ClipChange,
  type MixConfigChange,
  type MixProject,
  planClip,
  planMove,
  planRemove,
  planSplit,
  type SlotId,
  slotOfClip,
  type VideoClip,
} from '@mixreel/contract';
import { allClips, clipsIn, findClip, slotsOf } from '#features/mix/slots.ts';
import { randomId } from '#lib/random.ts';
import type { MixDesk } from '../document/desk.ts';
import { useEditorState } from '../editor-state.ts';
import { configOf } from './fit.ts';

/** The selected clips that are still there, in running order. */
export function selectedClips(mix: MixProject): VideoClip[] {
  const ids = new Set(useEditorState.getState().clip_ids);
  return allClips(mix).filter(({ video_clip_id }) => ids.has(video_clip_id));
}

/** One clip, or with `add` one more or less, or with `range` all between the last one and it in the same place. */
export function selectClip(mix: MixProject, clip: VideoClip, how: 'only' | 'add' | 'range' = 'only'): void {
  const state = useEditorState.getState();
  const { video_clip_id, shooting_id } = clip;
  if (how === 'only') return state.select(shooting_id, video_clip_id);
  if (how === 'add') {
    const rest = state.clip_ids.filter((id) => id !== video_clip_id);
    const isTaken = rest.length < state.clip_ids.length;
    return state.selectClips(shooting_id, isTaken ? rest : [...rest, video_clip_id]);
  }
  const ids = clipsIn(mix, slotOfClip(clip)).map((one) => one.video_clip_id);
  const from = ids.indexOf(state.video_clip_id ?? '');
  const to = ids.indexOf(video_clip_id);
  const range = from === -1 ? [video_clip_id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
  state.selectClips(shooting_id, [...range.filter((id) => id !== video_clip_id), video_clip_id]);
}

/** The same change for several clips, as one step. */
export function changeClips(desk: MixDesk, clips: VideoClip[], change: ClipChange): void {
  desk.act(clips.flatMap(({ video_clip_id }) => planClip(desk.state, video_clip_id, change)));
}

/** Nobody wants a clip always and never: one ends the other, and undo brings both back. */
export function toggleChoice(desk: MixDesk, clips: VideoClip[], field: 'is_pinned' | 'is_excluded'): void {
  const other = field === 'is_pinned' ? 'is_excluded' : 'is_pinned';
  const is_on = !clips[0]?.[field];
  changeClips(desk, clips, { [field]: is_on, ...(is_on && { [other]: false }) });
}

export function deleteClips(desk: MixDesk, clips: VideoClip[]): void {
  const [first] = clips;
  if (!first) return;
  const there = clipsIn(desk.mix, slotOfClip(first));
  const gone = new Set(clips.map(({ video_clip_id }) => video_clip_id));
  const index = there.findIndex(({ video_clip_id }) => video_clip_id === first.video_clip_id);
  const next = there.slice(index).find((one) => !gone.has(one.video_clip_id)) ?? there[index - 1];
  desk.act(planRemove(desk.state, 'clip', [...gone]));
  useEditorState.getState().select(first.shooting_id, next?.video_clip_id ?? null);
}

/** One place along in its row, or with `rows` to the next place of the mix. */
export function shiftClips(desk: MixDesk, clips: VideoClip[], by: -1 | 1, way: 'row' | 'slot'): void {
  const [first] = clips;
  if (!first) return;
  const { mix } = desk;
  const video_clip_ids = clips.map(({ video_clip_id }) => video_clip_id);
  if (way === 'slot') {
    const slots = slotsOf(mix);
    const slot_id = slots[slots.indexOf(slotOfClip(first)) + by];
    if (slot_id) moveClipsTo(desk, video_clip_ids, slot_id);
    return;
  }
  const there = clipsIn(mix, slotOfClip(first));
  const rest = there.filter(({ video_clip_id }) => !video_clip_ids.includes(video_clip_id));
  const from = there.findIndex(({ video_clip_id }) => video_clip_id === first.video_clip_id);
  const position = Math.min(rest.length, Math.max(0, from + by));
  if (position !== from) desk.act(planMove(desk.state, video_clip_ids, slotOfClip(first), position));
}

export function moveClipsTo(desk: MixDesk, video_clip_ids: string[], slot_id: SlotId): void {
  const position = clipsIn(desk.mix, slot_id).filter((clip) => !video_clip_ids.includes(clip.video_clip_id)).length;
  desk.act(planMove(desk.state, video_clip_ids, slot_id, position));
  const shooting_id = slot_id === 'header' || slot_id === 'footer' ? null : slot_id;
  useEditorState.getState().selectClips(shooting_id, video_clip_ids);
}

/** Two clips that never appear in one video; or may again. */
export function forbidPair(mix: MixProject, a: string, b: string, isForbidden: boolean): MixConfigChange {
  const { forbidden_pairs } = configOf(mix).combine;
  const isSame = (pair: [string, string]) => pair.includes(a) && pair.includes(b);
  const rest = forbidden_pairs.filter((pair) => !isSame(pair));
  const pairs = isForbidden ? [...rest, [a, b] as [string, string]] : rest;
  return { combine: { forbidden_pairs: pairs } };
}

export function forbiddenWith(mix: MixProject, video_clip_id: string): Set<string> {
  const pairs = configOf(mix).combine.forbidden_pairs.filter((pair) => pair.includes(video_clip_id));
  return new Set(pairs.flat().filter((id) => id !== video_clip_id));
}

/** Cuts a clip at a time of its source; both halves must be something to look at. */
export function splitClip(desk: MixDesk, video_clip_id: string, at_ms: number): void {
  const clip = findClip(desk.mix, video_clip_id);
  if (!clip || at_ms <= clip.start_ms || at_ms >= clip.end_ms) return;
  desk.act(planSplit(desk.state, video_clip_id, Math.round(at_ms), randomId()));
}
