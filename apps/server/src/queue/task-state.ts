import type { Task, TaskError, TaskNext, TaskStatus, TaskStep } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, sql } from '#db/orm.ts';
import { task } from '#features/task/task.tables.ts';

export type TaskRow = typeof task.$inferSelect;
type Change = Partial<typeof task.$inferInsert>;

/** A quiet task is seen when somebody has to know of it; when it leaves such a state, that is told as well. */
export const SHOWN_WHEN_QUIET: TaskStatus[] = ['failed', 'partial'];

export function taskTopic(space_id: string): string {
  return `tasks:${space_id}`;
}

/** Of what a job was given, the ids that lead a person somewhere. */
const ABOUT = [
  'material_id',
  'ai_audio_id',
  'sku_mark_id',
  'mproject_id',
  'project_id',
  'clean_id',
  'swap_id',
  'story_board_id',
  'agent_batch_config_id',
];

/** The row as people see it. `read` belongs to the reader; what has just changed is unread. */
export function toTask(row: TaskRow, read = false): Task {
  const { job_input: _input, memory: _memory, deaths: _deaths, ...told } = row;
  return { ...told, about: aboutOf(row.job_input), read };
}

function aboutOf(input: unknown): Record<string, string> {
  const given = Object.entries(input ?? {}).filter(([name, id]) => ABOUT.includes(name) && typeof id === 'string');
  return Object.fromEntries(given);
}

/**
 * Changes a task only if it is in one of the given states, and tells everybody who watches. Null when it was not:
 * whoever came first has decided, and a late success never overwrites a cancel.
 */
export async function changeTask(
  { db, streams }: Pick<App, 'db' | 'streams'>,
  task_id: string,
  { from, attempt, change }: { from: TaskStatus[]; attempt?: number; change: Change },
  also?: (tx: Queryable, row: TaskRow) => Promise<void>,
): Promise<TaskRow | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(task)
      .set(change)
      .where(
        and(
          eq(task.task_id, task_id),
          inArray(task.status, from),
          attempt === undefined ? undefined : eq(task.attempt, attempt),
        ),
      )
      .returning();
    if (!row) return null;
    await also?.(tx, row);
    const isShown = !row.is_quiet || [row.status, ...from].some((status) => SHOWN_WHEN_QUIET.includes(status));
    if (isShown) await streams.publish(tx, taskTopic(row.space_id), 'message', toTask(row));
    return row;
  });
}

/** What a new attempt starts with. Remembered steps stay, so progress does not begin at nothing. */
export function startChange(
  row: TaskRow,
  begin: { progress: number; eta_s: number | null; steps: TaskStep[] },
): Change {
  return {
    ...begin,
    status: 'running',
    attempt: row.attempt + 1,
    error: null,
    started_at: sql`coalesce(${task.started_at}, now())` as unknown as string,
    finished_at: null,
  };
}

export function endChange(status: 'succeeded' | 'partial' | 'failed' | 'canceled', more: Change = {}): Change {
  return { status, eta_s: null, finished_at: sql`now()` as unknown as string, ...more };
}

/** Back to waiting, without counting the attempt as a failed try. */
export function handBackChange(more: Change = {}): Change {
  return { status: 'queued', eta_s: null, counted_from: sql`${task.counted_from} + 1` as unknown as number, ...more };
}

export function taskError(code: number, message: string, can_retry: boolean, next: TaskNext | null = null): TaskError {
  return { code, message, can_retry, next };
}
