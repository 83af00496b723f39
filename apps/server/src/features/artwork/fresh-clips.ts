import type { ClipPick, Timeline } from '@mixreel/contract';
import type { MixPlan, PlanClip } from '@mixreel/media';
import { isPool } from '#features/candidate/build-plan.ts';
import type { MixState } from '#features/candidate/choose.ts';

/** A place of a finished video with the clips that its mix has for it now. */
export type Place = {
  pick: ClipPick;
  /** Those that the video does not show, the newest first. */
  fresh: PlanClip[];
  /** All that could stand here, the one that the video shows first. */
  all: PlanClip[];
};

type Video = { picks: ClipPick[]; timeline: Timeline | null };
type Span = Pick<PlanClip, 'content' | 'startSeconds' | 'endSeconds'>;

/** The places of a video, in its order. Null for one whose shooting or line is no longer in the mix. */
export function placesOf({ document, plan }: MixState, video: Video): (Place | null)[] {
  const shown = new Set(video.picks.map(({ video_clip_id }) => video_clip_id));
  const seen = [
    ...document.clips.filter(({ clip }) => shown.has(clip.video_clip_id)).map(spanOf),
    ...seenOn(document, video.timeline),
  ];
  return video.picks.map((pick) => {
    const pool = poolOf(plan, pick);
    if (!pool) return null;
    const fresh = pool
      .filter(({ id }) => !shown.has(id))
      .filter((clip) => !seen.some((span) => overlaps(span, clip)))
      .toSorted((a, b) => (a.id < b.id ? 1 : -1));
    const own = pool.filter(({ id }) => id === pick.video_clip_id);
    return { pick, fresh, all: [...own, ...pool.filter(({ id }) => id !== pick.video_clip_id)] };
  });
}

/** What may stand at a place: what is pinned there, or all that is not excluded. */
function poolOf(plan: MixPlan, { slot_id, script_id }: ClipPick): PlanClip[] | null {
  const shooting = plan.shootings.find(({ id }) => id === slot_id);
  if (!shooting && !isPool(slot_id)) return null;
  if (script_id !== null && !shooting?.scripts?.some(({ id }) => id === script_id)) return null;
  const clips = shooting?.clips ?? (slot_id === 'header' ? plan.header : plan.footer) ?? [];
  const usable = clips.filter(({ id }) => !plan.excludedClipIds?.includes(id));
  const pinned = usable.filter(({ id }) => plan.pinnedClipIds?.includes(id));
  return pinned.length > 0 ? pinned : usable;
}

function spanOf({ clip, sha256 }: MixState['document']['clips'][number]): Span {
  return {
    content: sha256 ?? clip.material_id,
    startSeconds: clip.start_ms / 1000,
    endSeconds: clip.end_ms / 1000,
  };
}

/** What the video really shows: its clips may have been cut anew, or taken out of the mix and put in again. */
function seenOn({ clips }: MixState['document'], timeline: Timeline | null): Span[] {
  const contents = new Map(clips.map(({ clip, sha256 }) => [clip.material_id, sha256 ?? clip.material_id]));
  return (timeline?.cuts ?? []).map(({ material_id, source_start, frames, speed }) => ({
    content: contents.get(material_id) ?? material_id,
    startSeconds: source_start,
    endSeconds: source_start + (frames / (timeline?.fps ?? 30)) * speed,
  }));
}

function overlaps(a: Span, b: Span): boolean {
  return a.content === b.content && a.startSeconds < b.endSeconds && b.startSeconds < a.endSeconds;
}
