import { AppError } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { inArray } from '#db/orm.ts';
import { material } from '#features/material/material.tables.ts';
import { clipProblem } from '#features/mix/document.ts';
import { recordingProblem } from '#features/mix/narration.ts';
import type { Place } from './book.ts';

/**
 * Refuses a video of which something has been deleted or may not be shown any more since its mix was read: an export of a
 * thousand takes hours.
 */
export async function requireStillShowable(db: Queryable, places: Place[]): Promise<void> {
  const ids = places.flatMap((place) => [place.clip.clip.material_id, recordingOf(place) ?? []].flat());
  const rows = await db
    .select()
    .from(material)
    .where(inArray(material.material_id, [...new Set(ids)]));
  const now = new Map(rows.map((row) => [row.material_id, row]));
  for (const place of places) {
    const { clip } = place;
    const row = now.get(clip.clip.material_id);
    const refused = row?.rights?.consent === 'missing' ? row.rights.note || '里面的人还没有同意出镜' : null;
    const problem = row ? (clipProblem({ ...clip, material: row }) ?? refused) : '素材已被删除';
    if (problem) throw new AppError('conflict', `「${clip.material.material_name}」不能用：${problem}`);
    const recording = recordingOf(place);
    const said = recording && now.get(recording);
    const reason = recording && (said && !said.deleted_at ? recordingProblem(said) : GONE);
    if (reason) throw new AppError('conflict', reason);
  }
}

function recordingOf({ heard }: Place): string | null {
  return heard?.script.recording_material_id ?? null;
}

const GONE = '录音素材不见了，请重新选择';
