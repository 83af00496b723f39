import { AppError } from '@mixreel/contract';
import { hashDistance } from '@mixreel/media';
import type { App } from '#context.ts';
import { and, eq } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { type ClipFilter, buildClipWhere } from './clip-filter.ts';
import { packedLikeness } from './index-shot.ts';

type Row = { shot_id: string; look: Buffer | null; phash: string | null };

const CELL_ROWS = 2000;
const NEWEST_ROWS = 3000;
const ALIKE_FROM = 0.5;
const HASH_BITS = 64;

/** Shots that look like one, the most alike first: by the picture's vector, or its hash where there is none. */
export async function findLookAlikes(
  { db, pool }: Pick<App, 'db' | 'pool'>,
  filter: ClipFilter,
  shot_id: string,
): Promise<{ shot_id: string; score: number }[]> {
  const [model] = await db
    .select({ look: shot.look, look_cells: shot.look_cells, phash: shot.phash })
    .from(shot)
    .where(and(eq(shot.shot_id, shot_id), eq(shot.space_id, filter.space_id)));
  if (!model) throw new AppError('not_found', '镜头不存在或已被删除');

  const { base, rest, values } = buildClipWhere(filter);
  const conditions = [...base, ...rest].join(' and ');
  const n = values.length;
  const [inCells, newest] = await Promise.all([
    model.look_cells.length > 0
      ? pool.query<Row>(
          `select shot_id, look, phash from shot where look_cells && $${n + 1}::int[] and ${conditions} limit ${CELL_ROWS}`,
          [...values, model.look_cells],
        )
      : null,
    pool.query<Row>(
      `select shot_id, look, phash from shot where ${conditions} order by shot_id desc limit ${NEWEST_ROWS}`,
      values,
    ),
  ]);
  const rows = new Map([...(inCells?.rows ?? []), ...newest.rows].map((row) => [row.shot_id, row]));
  rows.delete(shot_id);
  return Array.from(rows.values(), (row) => ({ shot_id: row.shot_id, score: alike(model, row) }))
    .filter(({ score }) => score >= ALIKE_FROM)
    .toSorted((a, b) => b.score - a.score || (a.shot_id < b.shot_id ? 1 : -1))
    .slice(0, 500);
}

function alike(a: Omit<Row, 'shot_id'>, b: Row): number {
  if (a.look && b.look) return Math.max(0, packedLikeness(a.look, b.look));
  if (a.phash && b.phash) return 1 - (2 * hashDistance(a.phash, b.phash)) / HASH_BITS;
  return 0;
}
