import { AppError, type clip as calls, type ClipSource } from '@mixreel/contract';
import type { z } from 'zod';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { PICTURE_MOST_MS, unusable } from '#features/mix/check-acts.ts';
import { SLACK_MS, isPicture, sourceMs } from '#features/mix/document.ts';

type Asked = z.output<(typeof calls.add)['input']>['clips'][number];
type Material = typeof material.$inferSelect;
type ShotRange = { shot_id: string; material_id: string; start_ms: number; end_ms: number };
export type PlannedClip = {
  material_id: string;
  material_name: string;
  shot_id: string | null;
  start_ms: number;
  end_ms: number;
};

export const SHORTEST_MS = 100;
const PICTURE_MS = 3000;

/** What becomes of the ranges that somebody wants as clips; what can't be used is named in `notices`. */
export async function planClips(
  tx: Queryable,
  space_id: string,
  asked: Asked[],
): Promise<{ clips: PlannedClip[]; notices: string[] }> {
  const ids = [...new Set(asked.map(({ material_id }) => material_id))];
  const materials = await tx
    .select()
    .from(material)
    .where(and(eq(material.space_id, space_id), inArray(material.material_id, ids)));
  if (materials.length < ids.length) throw new AppError('not_found', '素材不存在或已被删除');
  const shots = await tx
    .select({
      shot_id: shot.shot_id,
      material_id: shot.material_id,
      start_ms: shot.start_ms,
      end_ms: shot.end_ms,
    })
    .from(shot)
    .where(inArray(shot.material_id, ids));

  const byId = new Map(materials.map((row) => [row.material_id, row]));
  const clips: PlannedClip[] = [];
  const notices = new Set<string>();
  for (const one of asked) {
    const row = byId.get(one.material_id);
    if (!row) continue;
    const problem = problemOf(row);
    if (problem) notices.add(`「${row.material_name}」${problem}`);
    else clips.push(planClip(one, row, shots));
  }
  const [first] = notices;
  if (clips.length === 0 && first) throw new AppError('invalid', first);
  return { clips, notices: [...notices] };
}

/**
 * What becomes of a range that takes the place of another one. One of the recycle bin counts too: taking a replacement
 * back leads there.
 */
export async function planSource(tx: Queryable, space_id: string, source: ClipSource): Promise<PlannedClip> {
  const [row] = await tx
    .select()
    .from(material)
    .where(and(eq(material.space_id, space_id), eq(material.material_id, source.material_id)));
  if (!row) throw new AppError('not_found', '素材不存在或已被删除');
  const problem = problemOf({ ...row, deleted_at: null });
  if (problem) throw new AppError('invalid', `「${row.material_name}」${problem}`);
  const shots = await tx.select().from(shot).where(eq(shot.material_id, row.material_id));
  return planClip({ ...source, shot_id: source.shot_id ?? undefined }, row, shots);
}

function problemOf(row: Material): string | null {
  const reason = unusable(row);
  if (reason) return reason;
  if (row.deleted_at !== null) return '在回收站里，请先恢复';
  if (isPicture(row)) return null;
  if (row.analysis_status === 'failed' && !row.duration) return '无法读取，请换一个素材';
  return row.duration ? null : '还在分析，稍后就能添加';
}

function planClip({ material_id, shot_id, ...given }: Asked, row: Material, shots: ShotRange[]): PlannedClip {
  const own = shots.filter((one) => one.material_id === material_id);
  const named = own.find((one) => one.shot_id === shot_id);
  if (shot_id && !named && given.start_ms === undefined) {
    throw new AppError('not_found', `「${row.material_name}」刚重新分析过，请刷新后再添加`);
  }
  const isStill = isPicture(row);
  const whole = isStill ? { start_ms: 0, end_ms: PICTURE_MS } : (named ?? { start_ms: 0, end_ms: sourceMs(row) });
  const start_ms = given.start_ms ?? (isStill ? 0 : whole.start_ms);
  const end_ms = given.end_ms ?? (isStill ? start_ms + PICTURE_MS : whole.end_ms);
  const range = fitRange(row, { start_ms, end_ms });
  const { material_name } = row;
  return { material_id, material_name, shot_id: shotOf(own, range, isStill)?.shot_id ?? null, ...range };
}

/** The range, moved inside the material where it is out by less than a frame or so. Throws when it is not in it. */
export function fitRange(
  row: Material,
  { start_ms, end_ms }: { start_ms: number; end_ms: number },
): { start_ms: number; end_ms: number } {
  const isStill = isPicture(row);
  const most = isStill ? PICTURE_MOST_MS : sourceMs(row);
  if (end_ms > most + SLACK_MS) {
    throw new AppError(
      'invalid',
      isStill
        ? `图片最长 ${PICTURE_MOST_MS / 1000} 秒`
        : `「${row.material_name}」只有 ${(most / 1000).toFixed(2)} 秒，请缩短范围`,
    );
  }
  const end = Math.min(end_ms, most);
  // A material shorter than that is used whole.
  if (end - start_ms < Math.min(SHORTEST_MS, most)) {
    throw new AppError('invalid', `片段至少 ${SHORTEST_MS / 1000} 秒，结束要晚于开始`);
  }
  return { start_ms, end_ms: end };
}

/** The shot of which a range shows most: its cover stands for the clip. */
function shotOf(shots: ShotRange[], range: { start_ms: number; end_ms: number }, isStill: boolean) {
  if (isStill) return shots[0];
  const shared = (one: ShotRange) => Math.min(one.end_ms, range.end_ms) - Math.max(one.start_ms, range.start_ms);
  return shots.filter((one) => shared(one) > 0).toSorted((a, b) => shared(b) - shared(a))[0];
}
