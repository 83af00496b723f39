import type { Preview, VideoClip } from '@mixreel/contract';

type Cuts = Pick<Preview, 'cuts'>;
type Clips = ReadonlyMap<string, Pick<VideoClip, 'material_id' | 'material_name' | 'start_ms' | 'end_ms'>>;

/** The same pictures in two videos: from which material, and where they are seen in each. */
export type Shared = { material_name: string; first: string; second: string };

/** What two combinations show both: the same stretch of a material counts, wherever in the video it stands. */
export function sharedPictures(one: Cuts, other: Cuts, clips: Clips): Shared[] {
  return one.cuts.flatMap((cut) => {
    const clip = clips.get(cut.video_clip_id);
    if (!clip) return [];
    const same = other.cuts.find(({ video_clip_id }) => {
      const its = clips.get(video_clip_id);
      if (!its || its.material_id !== clip.material_id) return false;
      return Math.min(its.end_ms, clip.end_ms) > Math.max(its.start_ms, clip.start_ms);
    });
    return same ? [{ material_name: clip.material_name, first: cut.slot_name, second: same.slot_name }] : [];
  });
}
