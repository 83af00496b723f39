import { LOOK_DIMENSIONS } from '@mixreel/ai';
import { AppError } from '@mixreel/contract';
import { hashDistance } from '@mixreel/media';
import type { App } from '#context.ts';
import { and, asc, eq, or } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { type ClipFilter, buildClipWhere, newestShots } from './clip-filter.ts';
import { packedLikeness, unpackVector } from './index-shot.ts';
import { lookCells } from './look-cells.ts';

type Row = { shot_id: string; look: Buffer | null; phash: string | null; parts?: Buffer | null };
/** What others are to look like: a shot, or a picture that may be a part of what is looked for. */
export type Model = { shot_id?: string; look: Buffer | null; look_cells: number[]; phash: string | null };

const CELL_ROWS = 2000;
/** So many of the cells are looked at, whatever else is asked of them. */
const LOOKED_AT_MAX = 10_000;
const NEWEST_ROWS = 3000;
const ALIKE_FROM = 0.5;
const HASH_BITS = 64;
const MOST = 500;

/** A shot, or the first one of a material, as the model of its look-alikes. */
export async function readModel({ db }: Pick<App, 'db'>, space_id: string, id: string): Promise<Model> {
  const [model] = await db
    .select({ shot_id: shot.shot_id, look: shot.look, look_cells: shot.look_cells, phash: shot.phash })
    .from(shot)
    .where(and(or(eq(shot.shot_id, id), eq(shot.material_id, id)), eq(shot.space_id, space_id)))
    .orderBy(asc(shot.index))
    .limit(1);
  if (!model) throw new AppError('not_found', '镜头不存在或已被删除');
  return model;
}

/** A picture as `search.look` answered it. */
export function toModel(text: string): Model {
  const look = Buffer.from(text, 'base64url');
  if (look.length !== LOOK_DIMENSIONS) throw new AppError('invalid', '这张图片的样子已经过期，请重新选择图片');
  return { look, look_cells: lookCells(unpackVector(look)), phash: null };
}

/**
 * Shots that look like one, or have a part that does, the most alike first: by the picture's vector, or its hash where
 * there is none.
 */
export async function findLookAlikes(
  { pool }: Pick<App, 'pool'>,
  filter: ClipFilter,
  model: Model,
): Promise<{ shot_id: string; score: number }[]> {
  const where = buildClipWhere(filter);
  const { base, rest, held, values } = where;
  const isAsked = ['true', ...rest].join(' and ');
  const n = values.length;
  // A picture from outside may show one thing of what is looked for: the parts of shots are compared as well.
  const columns = model.shot_id
    ? 'shot_id, look, phash'
    : 'shot_id, look, phash, (select vectors from shot_looks l where l.shot_id = shot.shot_id) as parts';
  const [inCells, newest] = await Promise.all([
    model.look_cells.length > 0
      ? pool.query<Row>(
          `select ${columns} from (
             select * from shot where look_cells && $${n + 1}::int[] and ${base.join(' and ')} limit ${LOOKED_AT_MAX}
           ) shot where ${[isAsked, ...held].join(' and ')} limit ${CELL_ROWS}`,
          [...values, model.look_cells],
        )
      : null,
    pool.query<Row>(
      `select ${columns} from (${newestShots(where, String(NEWEST_ROWS))}) shot where ${isAsked}`,
      values,
    ),
  ]);
  const rows = new Map([...(inCells?.rows ?? []), ...newest.rows].map((row) => [row.shot_id, row]));
  if (model.shot_id) rows.delete(model.shot_id);
  return Array.from(rows.values(), (row) => ({ shot_id: row.shot_id, score: alike(model, row) }))
    .filter(({ score }) => score >= ALIKE_FROM)
    .toSorted((a, b) => b.score - a.score || (a.shot_id < b.shot_id ? 1 : -1))
    .slice(0, MOST);
}

function alike(a: Model, b: Row): number {
  if (a.look && b.look) {
    const { look, parts } = b;
    const others = parts ? splitLooks(parts) : [];
    return Math.max(0, ...[look, ...others].map((each) => packedLikeness(a.look!, each)));
  }
  if (a.phash && b.phash) return 1 - (2 * hashDistance(a.phash, b.phash)) / HASH_BITS;
  return 0;
}

function splitLooks(packed: Buffer): Buffer[] {
  const count = Math.floor(packed.length / LOOK_DIMENSIONS);
  return Array.from({ length: count }, (_, n) => packed.subarray(n * LOOK_DIMENSIONS, (n + 1) * LOOK_DIMENSIONS));
}
