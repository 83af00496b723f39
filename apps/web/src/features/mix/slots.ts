import { type MixProject, type SlotId, type VideoClip } from '@mixreel/contract';

export type Pool = 'header' | 'footer';

export function isPool(slot_id: SlotId): slot_id is Pool {
  return slot_id === 'header' || slot_id === 'footer';
}

/** All places in running order. */
export function slotsOf(mix: MixProject): SlotId[] {
  return ['header', ...mix.shootings.map(({ shooting_id }) => shooting_id), 'footer'];
}

export function clipsIn(mix: MixProject, slot_id: SlotId): VideoClip[] {
  if (isPool(slot_id)) return mix[slot_id];
  return mix.shootings.find(({ shooting_id }) => shooting_id === slot_id)?.clips ?? [];
}

export function allClips(mix: MixProject): VideoClip[] {
  return slotsOf(mix).flatMap((slot_id) => clipsIn(mix, slot_id));
}

export function findClip(mix: MixProject, video_clip_id: string | null): VideoClip | undefined {
  return video_clip_id === null ? undefined : allClips(mix).find((clip) => clip.video_clip_id === video_clip_id);
}
