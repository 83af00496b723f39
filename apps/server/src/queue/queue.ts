import { AppError } from '@mixreel/contract';
import { PgBoss, fromDrizzle } from 'pg-boss';
import type { z } from 'zod';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { eq, sql } from '#db/orm.ts';
import { task } from '#features/task/task.tables.ts';
import { requireScope } from '#http/authorize.ts';
import { type Job, LINES, placeOf, type Retrier } from './job.ts';
import { openLines } from './open-lines.ts';
import { foreseeLine } from './read-line.ts';
import { stepsOf, stepsProgress } from './run-task.ts';
import { SUPERVISE_S, supervise } from './supervise.ts';
import { type TaskRow, changeTask, endChange, taskTopic, toTask } from './task-state.ts';
import { type Worker, startWorker } from './worker.ts';

export type NewTask<I> = {
  space_id: string;
  user_uid: string;
  title: string;
  input: I;
  project_id?: string | null;
  mproject_id?: string | null;
  /** One of hundreds that a page shows in its own way: in the task centre only when it failed. */
  is_quiet?: boolean;
  /** How much there is to do, in units of the job: seconds of film, megabytes. The time it takes is foreseen from it. */
  work?: number;
};

export type Queue = {
  /** Adds a task. In a transaction it exists, and can be taken, when the transaction is committed. */
  add<I extends z.ZodType>(job: Job<I>, task: NewTask<z.input<I>>, db?: Queryable): Promise<string>;
  cancel(task_id: string): Promise<TaskRow>;
  retry(task_id: string, by: Retrier): Promise<TaskRow>;
  /** Seconds until each waiting task is done, what stands before it included. Those nobody can tell are not in it. */
  foresee(): Promise<Map<string, number>>;
  /** Begins to take work in this process. */
  work(): void;
  stop(): Promise<void>;
};

/** Many pages may ask at once; the answer is the same for all. */
const FORESEEN_MS = 500;
const CANCEL_TRIES = 5;

export async function createQueue(
  app: Omit<App, 'queue'>,
  jobList: Job[],
  { isOnlyProcess }: { isOnlyProcess: boolean },
): Promise<Queue> {
  const jobs = new Map(jobList.map((job) => [job.name, job]));
  if (jobs.size < jobList.length) throw new Error('Two jobs have the same name');
  const { db, pool, streams, log, config } = app;

  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    monitorIntervalSeconds: SUPERVISE_S,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'queue'));
  await boss.start();
  try {
    await openLines(boss);
    if (isOnlyProcess) await takeBack();
  } catch (error) {
    // It would go on asking a database that nobody holds open any more.
    await boss.stop({ graceful: false, close: false });
    throw error;
  }
  const stopSupervising = config.role === 'api' ? () => {} : supervise(boss, pool, log);

  let worker: Worker | null = null;
  let foreseen: { at: number; line: Promise<Map<string, number>> } | null = null;
  const queue: Queue = {
    async add(job, given, outer = db) {
      if (jobs.get(job.name) !== (job as unknown as Job)) throw new Error(`The job ${job.name} is not listed`);
      const { space_id, user_uid, title, project_id = null, mproject_id = null, is_quiet = false, work = 1 } = given;
      const job_input = job.input.parse(given.input) as object;
      const task_id = newId();
      const steps = stepsOf(job, { memory: {}, steps: [] });
      const values = { task_id, space_id, project_id, mproject_id, user_uid, title, is_quiet, job_input, steps, work };
      const insert = async (tx: Queryable) => {
        const [row] = await tx
          .insert(task)
          .values({ ...values, job_name: job.name, task_type: job.task_type })
          .returning();
        const { name, priority } = placeOf(job);
        await boss.send(name, { task_id }, { priority, db: fromDrizzle(tx, sql) });
        if (!is_quiet) await streams.publish(tx, taskTopic(space_id), 'message', toTask(row as TaskRow));
        await streams.signal(tx, 'work', job.kind);
      };
      await (outer === db ? db.transaction(insert) : insert(outer));
      foreseen = null;
      return task_id;
    },

    async cancel(task_id) {
      // One that waits for something goes to and fro between the two: missed in one, it is met in the other.
      for (let tries = 0; tries < CANCEL_TRIES; tries += 1) {
        const waiting = await changeTask(app, task_id, { from: ['queued'], change: endChange('canceled') });
        if (waiting) return waiting;
        const stopping = await changeTask(
          app,
          task_id,
          { from: ['running'], change: { status: 'canceling', eta_s: null } },
          (tx) => streams.signal(tx, 'cancel', task_id),
        );
        if (stopping) return stopping;
      }
      throw new AppError('task_state', '任务已经结束，不能取消');
    },

    async retry(task_id, by) {
      const counted_from = sql`${task.attempt}` as unknown as number;
      const [before] = await app.db.select().from(task).where(eq(task.task_id, task_id));
      const job = before && jobs.get(before.job_name);
      if (!job) throw new AppError('task_state', '此版本不再支持这种任务');
      requireScope(by.scopes, job.scope);
      // How far it came is history: what waits in line is as far as its finished steps.
      const progress = stepsProgress(job, before);
      const change = {
        status: 'queued' as const,
        error: null,
        finished_at: null,
        result: null,
        counted_from,
        deaths: 0,
        progress,
      };
      const again = await changeTask(
        app,
        task_id,
        { from: ['failed', 'canceled', 'partial'], change },
        async (tx, row) => {
          const input = job.input.safeParse(row.job_input);
          if (input.success) await job.again?.(input.data, { tx, task: row, by });
          const { name, priority } = placeOf(job);
          // One that was canceled before its turn is still in line: twice there, it would take itself for dead.
          await tx.execute(sql`
            delete from pgboss.job where name = ${name} and state < 'active' and data->>'task_id' = ${task_id}`);
          await boss.send(name, { task_id }, { priority, db: fromDrizzle(tx, sql) });
          await streams.signal(tx, 'work', job.kind);
        },
      );
      foreseen = null;
      if (!again) throw new AppError('task_state', '只有失败、部分完成或已取消的任务可以重试');
      return again;
    },

    foresee() {
      if (!foreseen || Date.now() - foreseen.at > FORESEEN_MS) {
        foreseen = { at: Date.now(), line: foreseeLine(app, jobs) };
        foreseen.line.catch(() => (foreseen = null));
      }
      return foreseen.line;
    },

    work() {
      worker ??= startWorker({ ...app, queue }, boss, jobs);
    },

    async stop() {
      offWork();
      offCancel();
      stopSupervising();
      await worker?.stop();
      await boss.stop({ graceful: false, close: false });
    },
  };
  const offWork = streams.onSignal('work', () => worker?.wake());
  const offCancel = streams.onSignal('cancel', (task_id) => worker?.cancel(task_id));
  return queue;

  /** Nobody else can be working: what looks like running was cut off, and need not wait for its missing heartbeat. */
  async function takeBack(): Promise<void> {
    for (const { name } of LINES) {
      const active = await pool.query<{ id: string }>(
        `select id from pgboss.job where name = $1 and state = 'active'`,
        [name],
      );
      const ids = active.rows.map(({ id }) => id);
      if (ids.length > 0) await boss.fail(name, ids, { message: 'the worker was cut off' });
    }
  }
}
