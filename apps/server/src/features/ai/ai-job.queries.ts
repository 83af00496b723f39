import { createHash } from 'node:crypto';
import type { Ticket } from '@mixreel/ai/providers';
import { now } from '#db/columns.ts';
import type { Db, Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, sql } from '#db/orm.ts';
import { ai_job } from './ai.tables.ts';

export type AiJob = typeof ai_job.$inferSelect;
/** A file of the space that came of a job. */
export type KeptFile = {
  vlc_id: string;
  content_type: string;
  width: number;
  height: number;
  /** Of a film. */
  duration?: number;
  cover_vlc_id?: string;
};
/** What its history tells of it. */
export type Told = { engine_name: string; cost: number; note: string | null };
type Step = { task_id: string; step: string };

/** Long after services have forgotten it themselves. */
const KEPT = sql`interval '90 days'`;
/** Nobody waits longer for a job: one that was never ended takes no room any more. */
const LONGEST = sql`interval '1 hour'`;

export async function readJob(db: Queryable, { task_id, step }: Step): Promise<AiJob | null> {
  const [found] = await db
    .select()
    .from(ai_job)
    .where(and(eq(ai_job.task_id, task_id), eq(ai_job.step, step)));
  return found ?? null;
}

type NewJob = Step & { space_id: string; ability: string; engine: string; account: string; at_once: number };

/**
 * Writes down that a service is about to be asked. Null: the account has no room now. Of an earlier engine that failed at it
 * nothing stays.
 */
export async function beginJob(db: Db, { account, at_once, ...job }: NewJob): Promise<AiJob | null> {
  const hash = createHash('sha256').update(account).digest('base64url');
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`ai ${hash}`}))`);
    const busy = and(
      eq(ai_job.account, hash),
      inArray(ai_job.state, ['submitting', 'submitted']),
      isNull(ai_job.ended_at),
      gt(ai_job.created_at, sql`now() - ${LONGEST}`),
      ne(ai_job.task_id, job.task_id),
    );
    if ((await tx.$count(ai_job, busy)) >= at_once) return null;
    const values = { ...job, account: hash, state: 'submitting' as const };
    const blank = { ticket: null, output: null, error: null, submitted_at: null, ended_at: null, created_at: now };
    const [row] = await tx
      .insert(ai_job)
      .values({ ...values, job_id: newId() })
      .onConflictDoUpdate({ target: [ai_job.task_id, ai_job.step], set: { ...values, ...blank } })
      .returning();
    if (!row) throw new Error('The job was not written down');
    return row;
  });
}

/** The first thing that is done when a service has taken a job. */
export async function keepTicket(db: Queryable, { job_id }: AiJob, ticket: Ticket): Promise<void> {
  const submitted = { ticket, state: 'submitted' as const, submitted_at: now };
  await db.update(ai_job).set(submitted).where(eq(ai_job.job_id, job_id));
}

export async function keepFiles(
  db: Queryable,
  { job_id }: AiJob,
  files: KeptFile[],
  kept: Record<string, unknown> = {},
  told: Told | null = null,
): Promise<void> {
  await db.update(ai_job).set({ output: { files, kept, told } }).where(eq(ai_job.job_id, job_id));
}

export function filesOf({ output }: Pick<AiJob, 'output'>): KeptFile[] {
  return (output?.['files'] ?? []) as KeptFile[];
}

/** What the ability keeps beside the files. */
export function keptOf({ output }: Pick<AiJob, 'output'>): Record<string, unknown> {
  return (output?.['kept'] ?? {}) as Record<string, unknown>;
}

/** Null: it was kept before that was written down. */
export function toldOf({ output }: Pick<AiJob, 'output'>): Told | null {
  return (output?.['told'] ?? null) as Told | null;
}

type End = 'kept' | 'unclear' | 'failed' | 'canceled';

export async function endJob(db: Queryable, { job_id }: AiJob, state: End, error: string | null = null): Promise<void> {
  await db.update(ai_job).set({ state, error, ended_at: now }).where(eq(ai_job.job_id, job_id));
}

/**
 * The service is done with it and what it made is not here, or it works at it for too long: that can be asked for again, as
 * long as it is there, and takes no room of the account until then.
 */
export async function leaveJob(db: Queryable, { job_id }: AiJob): Promise<void> {
  await db.update(ai_job).set({ ended_at: now }).where(eq(ai_job.job_id, job_id));
}

export async function forgetOldJobs(db: Queryable): Promise<void> {
  await db.delete(ai_job).where(and(isNotNull(ai_job.ended_at), lt(ai_job.ended_at, sql`now() - ${KEPT}`)));
}
