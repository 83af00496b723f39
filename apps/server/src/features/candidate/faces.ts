import type { Box } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { inArray, eq } from '#db/orm.ts';
import { shot, shot_face } from '#features/analysis/analysis.tables.ts';
import type { DocumentClip } from '#features/mix/document.ts';

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
