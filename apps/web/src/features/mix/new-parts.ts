import type { NewClip, VideoClip } from '@mixreel/contract';
import { randomId } from '#lib/random.ts';

/** Shootings of lines, with ids of their own. */
export function newShootings(lines: string[]) {
  return lines.map((text) => ({
    shooting_id: randomId(),
    scripts: [{ script_id: randomId(), text, recording_material_id: null, captions: null }],
  }));
}

/** What people edit of a clip. */
export function newClipOf(clip: VideoClip): NewClip {
  const { video_clip_id, material_id, material_name, shot_id, start_ms, end_ms } = clip;
  const { speed, volume, fit, crop, is_mirrored, is_pinned, is_excluded, note } = clip;
  const source = { video_clip_id, material_id, material_name, shot_id, start_ms, end_ms };
  return { ...source, speed, volume, fit, crop, is_mirrored, is_pinned, is_excluded, note };
}
