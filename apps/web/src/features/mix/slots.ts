import type { MixProject, VideoClip } from '@mixreel/contract';

/** A place for clips: a shooting by its id, or one of the pools. The same word as in plans of combinations. */
export type SlotId = string;
export type Pool = 'header' | 'footer';

export function isPool(slot_id: SlotId): slot_id is Pool {
  return slot_id === 'header' || slot_id === 'footer';
}

export function slotOf({ pool, shooting_id }: Pick<VideoClip, 'pool' | 'shooting_id'>): SlotId {
  return pool === 'shooting' ? (shooting_id ?? '') : pool;
}

/** As calls name it. */
export function placeOf(slot_id: SlotId) {
  return isPool(slot_id) ? { pool: slot_id } : { pool: 'shooting' as const, shooting_id: slot_id };
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

/** Changes the clips of every place; places that stay the same stay the same object. */
export function mapSlots(mix: MixProject, change: (clips: VideoClip[], slot_id: SlotId) => VideoClip[]): MixProject {
  const shootings = mix.shootings.map((shooting) => {
    const clips = change(shooting.clips, shooting.shooting_id);
    return clips === shooting.clips ? shooting : { ...shooting, clips };
  });
  return { ...mix, shootings, header: change(mix.header, 'header'), footer: change(mix.footer, 'footer') };
}
