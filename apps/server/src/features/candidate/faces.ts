import type { Box, MixConfig } from '@mixreel/contract';
import { containSize, coverArea, type Rect } from '@mixreel/media';
import type { Queryable } from '#db/connect.ts';
import { inArray, eq } from '#db/orm.ts';
import { shot, shot_face } from '#features/analysis/analysis.tables.ts';
import type { DocumentClip } from '#features/mix/document.ts';
import { subjectsOf } from './shot.ts';

/** Faces by clip: from when on they were seen, in seconds of the clip, and where. */
export type Faces = Map<string, { seconds: number; box: Box }[]>;

/** What a crop should keep and a caption should not cover. */
export async function readFaces(db: Queryable, clips: DocumentClip[]): Promise<Faces> {
  const material_ids = [...new Set(clips.map(({ clip }) => clip.material_id))];
  if (material_ids.length === 0) return new Map();
  const rows = await db
    .select({ material_id: shot.material_id, start_ms: shot.start_ms, end_ms: shot.end_ms, box: shot_face.box })
    .from(shot_face)
    .innerJoin(shot, eq(shot.shot_id, shot_face.shot_id))
    .where(inArray(shot.material_id, material_ids));
  return new Map(
    clips.map(({ clip }) => {
      const seen = rows
        .filter(
          (row) => row.material_id === clip.material_id && row.start_ms < clip.end_ms && row.end_ms > clip.start_ms,
        )
        .map((row) => ({ seconds: Math.max(0, row.start_ms - clip.start_ms) / 1000 / clip.speed, box: row.box }));
      return [clip.video_clip_id, seen];
    }),
  );
}

/** Where the faces of a clip end up on the canvas: as the renderer crops, and mirrors after that. */
export function facesOn(
  { clip, facts }: DocumentClip,
  faces: Faces,
  { picture }: MixConfig,
  canvas: { width: number; height: number },
): Rect[] {
  const seen = faces.get(clip.video_clip_id) ?? [];
  const video = facts?.video;
  if (!video || seen.length === 0) return [];
  const size = { ...canvas, fps: 30 };
  const within = clip.crop ?? { x: 0, y: 0, width: 1, height: 1 };
  const contained = containSize(video, size, within);
  const room = {
    x: (canvas.width - contained.width) / 2,
    y: (canvas.height - contained.height) / 2,
    ...contained,
  };
  return subjectsOf(seen).flatMap(({ seconds, area }) => {
    const centre = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    const shown = coverArea(video, size, within, clip.crop ? undefined : centre);
    const isCovering = (clip.fit ?? picture.fit) === 'cover';
    return seen
      .filter((face) => face.seconds === seconds)
      .map(({ box }) => scaled(box, isCovering ? shown : within, isCovering ? { x: 0, y: 0, ...canvas } : room))
      .map((rect) => (clip.is_mirrored ? { ...rect, x: canvas.width - rect.x - rect.width } : rect));
  });
}

function scaled(box: Box, from: Box, to: Rect): Rect {
  const [kx, ky] = [to.width / from.width, to.height / from.height];
  return {
    x: to.x + (box.x - from.x) * kx,
    y: to.y + (box.y - from.y) * ky,
    width: box.width * kx,
    height: box.height * ky,
  };
}
