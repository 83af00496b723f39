import type { MaterialFilter } from '@mixreel/contract';
import type { Pool } from 'pg';
import type { App } from '#context.ts';
import { perApp } from '#memory.ts';
import type { MaterialScope, MaterialWhere } from './material-filter.ts';

/** `isExact` is false where counting would take longer than the page itself. */
export type Counted = { total: number; isExact: boolean };

/** Up to here counts are exact at once; beyond, the first answer is the planner's and later ones are exact. */
const EXACT_MAX = 100_000;
const KEEP_TIMES = 20;
const KEEP_MAX_MS = 2000;
/** A count that took long is said again for so long while a new one is under way. */
const STALE_MAX_MS = 60_000;

/** How many materials the indexed part of a filter has. */
export async function countBase(app: Pick<App, 'pool' | 'memory'>, { base, values }: MaterialWhere): Promise<Counted> {
  const { pool } = app;
  const condition = base.join(' and ');
  const text = `select 1 from material where ${condition}`;
  // Fewer values than the whole filter has: only those that the conditions name.
  const used = values.slice(0, base.length - 1);
  const key = `${condition} ${JSON.stringify(used)}`;
  const upTo = await countOnce(app, key, async () =>
    count(pool, `select count(*) as total from (${text} limit ${EXACT_MAX + 1}) counted`, used),
  );
  if (upTo <= EXACT_MAX) return { total: upTo, isExact: true };
  const all = countLately(app, `all ${key}`, () =>
    count(pool, `select count(*) as total from material where ${condition}`, used),
  );
  if (all !== null) return { total: all, isExact: true };
  return { total: Math.max(EXACT_MAX, await estimate(pool, text, used)), isExact: false };
}

type TagCounts = { total: number | null; version: string };

/**
 * Of a filter by tags and nothing that is not counted with them: how many there are, if it is one tag, and a version
 * that is another one whenever a material got or lost one of the tags, came or went. Null for any other filter.
 */
export async function readTagCounts(
  pool: Pool,
  { space_id }: MaterialScope,
  filter: MaterialFilter,
  { rest }: MaterialWhere,
): Promise<TagCounts | null> {
  const { tags = [] } = filter;
  const isCounted = !filter.dir_id && !filter.material_sub_type && !filter.is_deleted;
  if (tags.length === 0 || rest.length > 1 || !isCounted) return null;
  const conditions = ['space_id = $1', 'tag_key = any($2::text[])'];
  const values: unknown[] = [space_id, tags];
  for (const field of ['project_id', 'material_type'] as const) {
    const value = filter[field];
    if (value !== undefined) conditions.push(`${field} = $${values.push(value)}`);
  }
  const { rows } = await pool.query<{ total: number; version: string | null }>(
    `select coalesce(sum(count), 0) as total,
       string_agg(xmin || ' ' || count, ',' order by tag_key, project_id, material_type) as version
     from tag_count where ${conditions.join(' and ')}`,
    values,
  );
  const [found] = rows;
  return { total: tags.length === 1 ? (found?.total ?? 0) : null, version: found?.version ?? '' };
}

async function count(pool: Pool, text: string, values: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(text, values);
  return rows[0]?.total ?? 0;
}

async function estimate(pool: Pool, text: string, values: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) ${text}`,
    values,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Told to everybody until then; after that only while somebody counts again, and soon not even then. */
type Kept = { total: Promise<number>; until: number; forgotten: number };
type Lately = { total: number | null; at: number; isCounting: boolean };
type Counts = { once: Map<string, Kept>; lately: Map<string, Lately> };
const countsOf = perApp((): Counts => ({ once: new Map(), lately: new Map() }));

/**
 * Counting reads every matching row, which in a large library costs a hundred times the page itself. A count is kept
 * for twenty times as long as it took, two seconds at most: in a small library it is fresh, in a large one it is a
 * twentieth of the load at most. The page's rows are always fresh.
 *
 * Who finds it too old counts again and waits; whoever asks meanwhile is told the last one. Were they all to wait, every
 * request of a busy server would stand still each time.
 */
async function countOnce(app: Pick<App, 'memory'>, key: string, run: () => Promise<number>): Promise<number> {
  const { once: kept } = countsOf(app);
  const began = performance.now();
  for (const [other, { forgotten }] of kept) if (forgotten < began) kept.delete(other);

  const known = kept.get(key);
  if (known && known.until >= began) return known.total;
  const total = run();
  kept.set(key, { total: known?.total ?? total, until: Infinity, forgotten: Infinity });
  try {
    await total;
  } catch (error) {
    kept.delete(key);
    throw error;
  }
  const now = performance.now();
  const keep = Math.min(KEEP_MAX_MS, KEEP_TIMES * (now - began));
  kept.set(key, { total, until: now + keep, forgotten: now + 2 * keep });
  return total;
}

/** What was counted in the last minute, or null; counts again in the background when that is a while ago. */
function countLately(app: Pick<App, 'memory'>, key: string, run: () => Promise<number>): number | null {
  const { lately } = countsOf(app);
  const began = performance.now();
  for (const [other, { at }] of lately) if (at + STALE_MAX_MS < began) lately.delete(other);
  const known = lately.get(key) ?? { total: null, at: began, isCounting: false };
  lately.set(key, known);
  const isOld = known.total === null || known.at + KEEP_MAX_MS < began;
  if (isOld && !known.isCounting) {
    known.isCounting = true;
    run().then(
      (total) => lately.set(key, { total, at: performance.now(), isCounting: false }),
      // The pool may be ending; who asks next counts again.
      () => lately.delete(key),
    );
  }
  return known.total;
}
