import { type Candidate, type ExportVideo, type PageInput, pageInfo } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, asc, desc, eq, getTableColumns, gte, inArray, lt, notInArray, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { candidate, export_video } from './candidate.tables.ts';

export type CandidateRow = typeof candidate.$inferSelect;

export async function readCandidates(db: Queryable, mproject_id: string): Promise<CandidateRow[]> {
  return db.select().from(candidate).where(eq(candidate.mproject_id, mproject_id)).orderBy(asc(candidate.number));
}

type Filter = {
  mproject_id: string;
  is_picked?: boolean | undefined;
  is_excluded?: boolean | undefined;
  status?: Candidate['status'] | undefined;
  video_clip_id?: string | undefined;
  opening?: string | undefined;
  /** Null: the mix's own. */
  voice?: string | null | undefined;
  /** Likeness from and to below, 0 to 1. */
  likeness?: { from: number; below: number } | undefined;
  sort?: 'number' | 'likeness' | undefined;
};

/**
 * The last export of a candidate decides whether it is being made, or failed. Its columns are written out: the query
 * builder names them without their table, and so those of the export.
 */
const LAST_EXPORT = sql<string | null>`(
  select case when e.status in ('waiting', 'rendering') and t.status not in ('queued', 'running', 'canceling')
    then 'canceled' else e.status end
  from ${export_video} e join ${task} t using (task_id)
  where e.mproject_id = candidate.mproject_id and e.candidate_id = candidate.candidate_id
  order by e.export_video_id desc limit 1)`;
const STATUS = sql<Candidate['status']>`case
  when ${LAST_EXPORT} in ('waiting', 'rendering') then 'rendering'
  when ${LAST_EXPORT} = 'failed' then 'failed'
  when exists (
    select from ${artwork} a where a.artwork_id = candidate.artwork_id and a.deleted_at is null) then 'exported'
  else 'planned' end`;
const LAST_ERROR = sql<string | null>`(
  select e.error from ${export_video} e
  where e.mproject_id = candidate.mproject_id and e.candidate_id = candidate.candidate_id
  order by e.export_video_id desc limit 1)`;

export async function readPage(db: Queryable, filter: Filter, page: PageInput) {
  const condition = and(
    eq(candidate.mproject_id, filter.mproject_id),
    filter.is_picked === undefined ? undefined : eq(candidate.is_picked, filter.is_picked),
    filter.is_excluded === undefined ? undefined : eq(candidate.is_excluded, filter.is_excluded),
    filter.status && filter.status !== 'previewable' ? eq(STATUS, filter.status) : undefined,
    filter.video_clip_id
      ? sql`${candidate.picks} @> ${JSON.stringify([{ video_clip_id: filter.video_clip_id }])}::jsonb`
      : undefined,
    filter.opening ? sql`${candidate.picks} -> 0 ->> 'video_clip_id' = ${filter.opening}` : undefined,
    filter.voice === undefined ? undefined : sql`${candidate.factors} ->> 'voice' is not distinct from ${filter.voice}`,
    filter.likeness ? gte(candidate.most_likeness, filter.likeness.from) : undefined,
    filter.likeness ? lt(candidate.most_likeness, filter.likeness.below) : undefined,
  );
  const rows = await db
    .select({ row: candidate, status: STATUS, error: LAST_ERROR })
    .from(candidate)
    .where(condition)
    .orderBy(...(filter.sort === 'likeness' ? [desc(candidate.most_likeness)] : []), asc(candidate.number))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  return { rows, page_info: pageInfo(page, await db.$count(candidate, condition)) };
}

export type Chosen = Pick<
  CandidateRow,
  'signature' | 'picks' | 'factors' | 'duration' | 'most_likeness' | 'mean_likeness'
> & {
  closest: string;
};

/**
 * Writes down which combinations were chosen. Those that stay keep their id, their number, their tick and what was made of
 * them; those that are no longer chosen go, except those that somebody has changed since they were `seen`; what somebody
 * excluded is remembered, with its number too. New ones have the numbers that are free, in the order in which they were chosen.
 */
export async function storeChosen(
  tx: Queryable,
  { space_id, mproject_id, plan_revision }: { space_id: string; mproject_id: string; plan_revision: number },
  chosen: Chosen[],
  seen: readonly Pick<CandidateRow, 'candidate_id' | 'signature'>[],
): Promise<void> {
  await lockMix(tx, mproject_id);
  const there = await readCandidates(tx, mproject_id);
  const known = new Map(there.map((row) => [row.signature, row]));
  const were = new Map(seen.map(({ candidate_id, signature }) => [candidate_id, signature]));
  const ids = new Map(chosen.map(({ signature }) => [signature, known.get(signature)?.candidate_id ?? newId()]));
  const changed = there.filter(({ candidate_id, signature }) => (were.get(candidate_id) ?? signature) !== signature);
  const kept = [...new Set([...ids.values(), ...changed.map(({ candidate_id }) => candidate_id)])];
  await tx
    .delete(candidate)
    .where(
      and(
        eq(candidate.mproject_id, mproject_id),
        eq(candidate.is_excluded, false),
        kept.length > 0 ? notInArray(candidate.candidate_id, kept) : undefined,
      ),
    );
  const held = [...known.values()].filter(
    ({ is_excluded, candidate_id }) => is_excluded || kept.includes(candidate_id),
  );
  const free = freeNumbers(new Set(held.map(({ number }) => number)));
  const numbers = chosen.map(({ signature }) => known.get(signature)?.number ?? free.next().value);
  for (let from = 0; from < chosen.length; from += ROWS_AT_ONCE) {
    const rows = chosen.slice(from, from + ROWS_AT_ONCE).map(({ closest, ...one }, n) => ({
      ...one,
      candidate_id: ids.get(one.signature)!,
      space_id,
      mproject_id,
      number: numbers[from + n]!,
      closest_id: ids.get(closest) ?? null,
    }));
    await tx
      .insert(candidate)
      .values(rows)
      .onConflictDoUpdate({
        target: candidate.candidate_id,
        set: {
          number: sql`excluded.number`,
          picks: sql`excluded.picks`,
          factors: sql`excluded.factors`,
          duration: sql`excluded.duration`,
          most_likeness: sql`excluded.most_likeness`,
          mean_likeness: sql`excluded.mean_likeness`,
          closest_id: sql`excluded.closest_id`,
        },
      });
  }
  await tx.update(mproject).set({ planned_revision: plan_revision }).where(eq(mproject.mproject_id, mproject_id));
}

/** From 1 those that nobody has. */
function* freeNumbers(taken: Set<number>): Generator<number, never> {
  for (let number = 1; ; number += 1) if (!taken.has(number)) yield number;
}

/** Candidates of a mix are written by one at a time: two who choose at once would write the same combination twice. */
export async function lockMix(tx: Queryable, mproject_id: string): Promise<void> {
  await tx.execute(sql`select 1 from ${mproject} where ${eq(mproject.mproject_id, mproject_id)} for update`);
}

const ROWS_AT_ONCE = 500;

/** Before rows of candidates are changed: whoever compares them meanwhile holds others and waits for these. */
export async function lockMixesOf(tx: Queryable, space_id: string, candidate_ids: string[]): Promise<void> {
  for (const mproject_id of await readMixesOf(tx, space_id, candidate_ids)) await lockMix(tx, mproject_id);
}

/** The mixes that candidates are of, in one order for everybody. */
export async function readMixesOf(db: Queryable, space_id: string, candidate_ids: string[]): Promise<string[]> {
  const mixes = await db
    .selectDistinct({ mproject_id: candidate.mproject_id })
    .from(candidate)
    .where(and(eq(candidate.space_id, space_id), inArray(candidate.candidate_id, candidate_ids)))
    .orderBy(asc(candidate.mproject_id));
  return mixes.map(({ mproject_id }) => mproject_id);
}

export async function changeCandidates(
  db: Queryable,
  space_id: string,
  candidate_ids: string[],
  change: { is_picked?: boolean | undefined; is_excluded?: boolean | undefined },
): Promise<CandidateRow[]> {
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(set).length === 0) return [];
  return db
    .update(candidate)
    .set(set)
    .where(and(eq(candidate.space_id, space_id), inArray(candidate.candidate_id, candidate_ids)))
    .returning();
}

export async function readExports(
  db: Queryable,
  { mproject_id, task_id }: { mproject_id: string; task_id?: string | undefined },
  page: PageInput,
) {
  const condition = and(
    eq(export_video.mproject_id, mproject_id),
    task_id ? eq(export_video.task_id, task_id) : undefined,
  );
  const items = await db
    .select({
      ...getTableColumns(export_video),
      // A task that was cancelled, or died with its worker, never told its videos: its own state counts.
      status: sql<ExportVideo['status']>`case
        when ${export_video.status} in ('waiting', 'rendering') and ${task.status} not in ('queued', 'running', 'canceling')
        then 'canceled' else ${export_video.status} end`,
    })
    .from(export_video)
    .innerJoin(task, eq(task.task_id, export_video.task_id))
    .where(condition)
    .orderBy(desc(export_video.task_id), asc(export_video.number))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  return { items, page_info: pageInfo(page, await db.$count(export_video, condition)) };
}
