import { AppError, type BoxSlice } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { asc, eq } from '#db/orm.ts';
import { UNDER_WAY } from '#features/analysis/analysis-info.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { readKnownWords } from '#features/analysis/known-words.ts';
import { material, material_sound } from '#features/material/material.tables.ts';
import { planSlices, type SliceWish } from './plan-slices.ts';
import { sentencesOf } from './said.ts';

/** Names that are so short stand in every sentence. */
const NAME_LEAST = 2;

/** Clips of a recording, by what its analysis found: nothing is heard or looked at anew. */
export async function findSlices(
  db: Queryable,
  material_id: string,
  wish: SliceWish,
): Promise<{ slices: BoxSlice[]; is_heard: boolean }> {
  const [row] = await db.select().from(material).where(eq(material.material_id, material_id));
  if (!row || row.deleted_at) throw new AppError('not_found', '素材不存在或已被删除');
  if (row.material_type !== 'video' && row.material_type !== 'audio') {
    throw new AppError('invalid', '只有视频和音频能做切片');
  }
  const [sound] = await db.select().from(material_sound).where(eq(material_sound.material_id, material_id));
  const said = sentencesOf(sound?.words ?? []);
  // Of a long recording what was said is written down before its pictures are looked at, and clips need no more.
  if (UNDER_WAY.includes(row.analysis_status) && said.length === 0) {
    throw new AppError('conflict', '还在听这个录像，听完就能切片，不用等画面分析完');
  }
  const shots = await db
    .select({ start_ms: shot.start_ms, end_ms: shot.end_ms, motion: shot.motion })
    .from(shot)
    .where(eq(shot.material_id, material_id))
    .orderBy(asc(shot.index));
  const names = (await readKnownWords(db, row)).filter((name) => name.length >= NAME_LEAST);
  const recording = {
    seconds: row.duration ?? 0,
    said,
    peaks: sound?.peaks ?? [],
    shots: shots.map(({ start_ms, end_ms, motion }) => ({ start: start_ms / 1000, end: end_ms / 1000, motion })),
    names,
  };
  return { slices: planSlices(recording, wish), is_heard: said.length > 0 };
}
