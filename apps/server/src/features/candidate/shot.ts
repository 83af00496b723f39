import type { Box } from '@mixreel/contract';
import { buildLook, type Canvas, type Fit, plainShot, prepareCaptions, type Shot, type Subject } from '@mixreel/media';
import { toLookSettings } from '#features/caption/media-style.ts';
import type { Place } from './book.ts';
import { fillSpeed } from './clip-words.ts';
import type { Sources } from './sources.ts';
import { layOver, type OverSetting, type Written } from './written.ts';

/** How far the camera moves into a still. */
export const STILL_ZOOM = 1.1;

type Faces = { seconds: number; box: Box }[];

/** Where a shot stands in its video, and what the whole mix sets. */
export type ShotSetting = OverSetting & {
  frames: number;
  canvas: Canvas;
  isDraft: boolean;
  sources: Sources;
  faces: Faces;
};

/** One place of a combination as the engine takes it, and what is written on it. */
export async function buildShot(place: Place, setting: ShotSetting): Promise<{ shot: Shot; written: Written[] }> {
  const { canvas, frames, isDraft, sources, faces } = setting;
  const { clip } = place.clip;
  const source = await sources.ofClip(place.clip, isDraft);
  const seconds = frames / canvas.fps;
  const { written, layers } = layOver(place, setting, seconds);
  const speed = source.facts.isStill ? 1 : fillSpeed(clip, seconds);
  const shot = plainShot({
    source,
    startSeconds: clip.start_ms / 1000,
    frames,
    speed,
    crop: clip.crop,
    isMirrored: clip.is_mirrored,
    fit: fitOf(place, slowed(faces, clip.speed / speed)),
    motion: source.facts.isStill
      ? { fromZoom: 1, toZoom: STILL_ZOOM, fromCentre: [0.5, 0.5], toCentre: [0.5, 0.5] }
      : null,
    look: buildLook(toLookSettings(place.config.filter)),
    layers,
    captions: await prepareCaptions(written.map(({ layout }) => layout)),
  });
  return { shot, written };
}

function fitOf({ clip: { clip }, config: { picture } }: Place, faces: Faces): Fit {
  const kind = clip.fit ?? picture.fit;
  if (kind === 'contain') return { kind, background: picture.background };
  if (kind === 'blur') return { kind };
  // With a part chosen by hand, faces are where that person wants them.
  if (faces.length === 0 || clip.crop) return { kind };
  // The mirror comes after the crop: faces count as they are in the source.
  return { kind, subjects: subjectsOf(faces) };
}

function slowed(faces: Faces, by: number): Faces {
  return faces.map(({ seconds, box }) => ({ seconds: seconds * by, box }));
}

/** One area a moment, around all faces that were seen then. */
export function subjectsOf(faces: Faces): Subject[] {
  const moments = [...new Set(faces.map(({ seconds }) => seconds))].toSorted((a, b) => a - b);
  return moments.map((seconds) => {
    const boxes = faces.filter((face) => face.seconds === seconds).map(({ box }) => box);
    const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
    const right = Math.max(...boxes.map((box) => box.x + box.width));
    const bottom = Math.max(...boxes.map((box) => box.y + box.height));
    return { seconds, area: { x, y, width: right - x, height: bottom - y } };
  });
}
