import { AppError, type PageInput, type Task, type TaskWork, pageInfo } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Db, Queryable } from '#db/connect.ts';
import { type SQL, and, asc, desc, eq, gte, ilike, inArray, isNull, lt, not, or, sql } from '#db/orm.ts';
import { SHOWN_WHEN_QUIET, toTask } from '#queue/task-state.ts';
import { task, task_read } from './task.tables.ts';

/** What the task centre shows: everything but quiet tasks that nobody has to know of. */
export const isShown = or(not(task.is_quiet), inArray(task.status, SHOWN_WHEN_QUIET));
/** More at once would be a line of its own. */
const RETRIES_MAX = 1000;
const QUIET_KEPT = sql`interval '1 day'`;

/** A page of tasks, newest first, each with whether this user has read it. */
export async function readTasks(db: Db, user_uid: string, where: (SQL | undefined)[], page: PageInput) {
  const condition = and(...where);
  const isMine = and(eq(task_read.task_id, task.task_id), eq(task_read.user_uid, user_uid));
  const rows = await db
    .select({ task, read_at: task_read.read_at })
    .from(task)
    .leftJoin(task_read, isMine)
    .where(condition)
    .orderBy(desc(task.task_id))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(task)
    .leftJoin(task_read, isMine)
    .where(condition);
  const items = rows.map((row): Task => toTask(row.task, row.read_at !== null));
  return { items, page_info: pageInfo(page, counted?.total ?? 0) };
}

export async function countUnread(db: Db, user_uid: string, space_id: string): Promise<number> {
  const [row] = await db
    .select({ unread: sql<number>`count(*)::int` })
    .from(task)
    .leftJoin(task_read, and(eq(task_read.task_id, task.task_id), eq(task_read.user_uid, user_uid)))
    .where(and(eq(task.space_id, space_id), eq(task.user_uid, user_uid), isNull(task_read.read_at), isShown));
  return row?.unread ?? 0;
}

export async function requireTask(db: Db, user_uid: string, task_id: string): Promise<Task> {
  const { items } = await readTasks(db, user_uid, [eq(task.task_id, task_id)], { page_index: 1, page_size: 1 });
  const [found] = items;
  if (!found) throw new AppError('not_found', '任务不存在');
  return found;
}

/** All of a space's tasks, or only the given ones. */
export async function markRead(db: Db, user_uid: string, space_id: string, task_ids?: string[]): Promise<void> {
  const chosen = and(eq(task.space_id, space_id), task_ids && inArray(task.task_id, task_ids), isShown);
  const unread = db
    .select({
      task_id: task.task_id,
      user_uid: sql<string>`${user_uid}::text`.as('user_uid'),
      read_at: sql<string>`now()`.as('read_at'),
    })
    .from(task)
    .where(chosen);
  await db.insert(task_read).select(unread).onConflictDoNothing();
}

/** Waiting tasks with the time until they are done, what stands before them included. */
export async function withWaits({ queue }: Pick<App, 'queue'>, items: Task[]): Promise<Task[]> {
  if (!items.some(({ status }) => status === 'queued')) return items;
  const waits = await queue.foresee();
  return items.map((one) => (one.status === 'queued' ? { ...one, eta_s: secondsOf(waits.get(one.task_id)) } : one));
}

function secondsOf(seconds: number | undefined): number | null {
  return seconds === undefined ? null : Math.max(1, Math.round(seconds));
}

export type Since = { created_from?: string | undefined; created_to?: string | undefined };

export function createdIn({ created_from, created_to }: Since): SQL | undefined {
  return and(
    created_from ? gte(task.created_at, created_from) : undefined,
    created_to ? lt(task.created_at, created_to) : undefined,
  );
}

/** A person's own tasks that did not end well and that another try may help, oldest first. */
export async function readRetryable(db: Db, user_uid: string, where: (SQL | undefined)[]): Promise<string[]> {
  const rows = await db
    .select({ task_id: task.task_id })
    .from(task)
    .where(
      and(
        eq(task.user_uid, user_uid),
        inArray(task.status, ['failed', 'partial']),
        sql`${task.error}->>'can_retry' = 'true'`,
        ...where,
      ),
    )
    .orderBy(asc(task.task_id))
    .limit(RETRIES_MAX);
  return rows.map(({ task_id }) => task_id);
}

/** What people type is text, not a pattern. */
export function titleContains(keyword: string | undefined): SQL | undefined {
  return keyword ? ilike(task.title, `%${keyword.replace(/[\\%_]/g, '\\$&')}%`) : undefined;
}

/** Quiet tasks that ended well were never seen by anybody: their rows would be most of the table. */
export async function forgetQuietTasks(db: Db): Promise<void> {
  await db
    .delete(task)
    .where(
      and(
        task.is_quiet,
        inArray(task.status, ['succeeded', 'canceled']),
        lt(task.finished_at, sql`now() - ${QUIET_KEPT}`),
      ),
    );
}

/** How far tasks are, for things that have them. */
export async function readWorks(
  db: Queryable,
  given: readonly (string | null)[],
): Promise<(task_id: string | null) => TaskWork | null> {
  const task_ids = given.filter((id) => id !== null);
  const rows = task_ids.length > 0 ? await db.select().from(task).where(inArray(task.task_id, task_ids)) : [];
  const works = new Map(
    rows.map(({ task_id, status, progress, eta_s, error }) => {
      const told = error && { message: error.message, can_retry: error.can_retry };
      return [task_id, { task_id, status, progress, eta_s, error: told }] as const;
    }),
  );
  return (task_id) => works.get(task_id ?? '') ?? null;
}
