import type { ClipPick, MixProject, VideoClip } from '@mixreel/contract';

/** Which video is on the stage: a chosen candidate, picks made by hand, or the first one there is. */
export type Combination = { candidate_id?: string; picks?: string[] };

/** As the call takes it: one text a place. */
export function encodePicks(picks: ClipPick[]): string[] {
  return picks.map(({ slot_id, video_clip_id, script_id }) => `${slot_id}~${video_clip_id}~${script_id ?? ''}`);
}

export function combinationOf(candidate_id: string | null, picks: ClipPick[] | null): Combination {
  if (candidate_id) return { candidate_id };
  return picks ? { picks: encodePicks(picks) } : {};
}

/** The same combination with this clip in its place; null when it is in it already, or has no place in it. */
export function withClip(
  picks: ClipPick[],
  { shooting_id, pool, video_clip_id }: Pick<VideoClip, 'shooting_id' | 'pool' | 'video_clip_id'>,
): ClipPick[] | null {
  const slot_id = shooting_id ?? pool;
  const at = picks.findIndex((pick) => pick.slot_id === slot_id);
  if (at < 0 || picks[at]?.video_clip_id === video_clip_id) return null;
  return picks.map((pick, n) => (n === at ? { ...pick, video_clip_id } : pick));
}

/** Whether a clip can stand in a video now. */
export function isUsable({ problem, is_excluded }: Pick<VideoClip, 'problem' | 'is_excluded'>): boolean {
  return problem === null && !is_excluded;
}

export type EmptyPlace = { shooting_id: string; number: number; name: string; reason: 'none' | 'unusable' };

/** Several parts of the page ask the same with every letter that anybody types. */
const known = new WeakMap<MixProject['shootings'], EmptyPlace[]>();

/** The shootings that nothing can be shown for, with their numbers as people count them. */
export function emptyPlaces({ shootings }: Pick<MixProject, 'shootings'>): EmptyPlace[] {
  const places = known.get(shootings) ?? findEmpty(shootings);
  known.set(shootings, places);
  return places;
}

function findEmpty(shootings: MixProject['shootings']): EmptyPlace[] {
  return shootings.flatMap(({ shooting_id, shooting_name, scripts, clips }, n) => {
    if (clips.some(isUsable)) return [];
    const name = shooting_name || scripts.find(({ text }) => text.trim() !== '')?.text.trim() || '';
    return [{ shooting_id, number: n + 1, name, reason: clips.length === 0 ? 'none' : 'unusable' } as const];
  });
}

type Clips = Pick<MixProject, 'shootings' | 'header' | 'footer'>;

export function allClips({ shootings, header, footer }: Clips): VideoClip[] {
  return [...header, ...shootings.flatMap(({ clips }) => clips), ...footer];
}

/** The clip with this id, wherever in the mix it stands. */
export function findClip(mix: Clips, video_clip_id: string): VideoClip | undefined {
  return allClips(mix).find((clip) => clip.video_clip_id === video_clip_id);
}
