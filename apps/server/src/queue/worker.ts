import { ERRORS } from '@mixreel/contract';
import type { Job as QueueItem, PgBoss } from 'pg-boss';
import type { App } from '#context.ts';
import { eq } from '#db/orm.ts';
import { task } from '#features/task/task.tables.ts';
import { createBudget } from './budget.ts';
import { readCost } from './costs.ts';
import { type Job, WORK_KINDS, type WorkKind } from './job.ts';
import { Canceled, Stopping, runTask, startSteps, stepsOf, stepsProgress } from './run-task.ts';
import { type TaskRow, changeTask, endChange, handBackChange, startChange, taskError } from './task-state.ts';

export type Worker = { wake(): void; cancel(task_id: string): void; stop(): Promise<void> };
export type Ticket = { task_id: string };

const POLL_MS = 1000;
const HEARTBEAT_MS = 3000;
/** A task whose worker died this often beyond its tries is the likely cause of the deaths. */
const CRASHES_MAX = 4;

type Running = { abort: AbortController; done: Promise<void> };

/** Takes work from the queue while there are cores for it. */
export function startWorker(app: App, boss: PgBoss, jobs: Map<string, Job>): Worker {
  const budget = createBudget(app.config.workerCores);
  const running = new Map<string, Running>();
  const isBlocked = new Set<WorkKind>();
  let isStopped = false;
  let filling: Promise<void> | null = null;
  let isStale = false;

  function fill(): Promise<void> {
    isStale = true;
    filling ??= takeWork().finally(() => (filling = null));
    return filling;
  }

  async function takeWork(): Promise<void> {
    try {
      while (isStale && !isStopped) {
        isStale = false;
        for (const kind of WORK_KINDS) while (!isStopped && (await startOne(kind)));
      }
    } catch (error) {
      app.log.warn({ err: error }, 'taking work failed; the next poll tries again');
    }
  }

  /** One more of this kind, if there are cores and work. */
  async function startOne(kind: WorkKind): Promise<boolean> {
    if (!budget.hasRoom(kind) || isBlocked.has(kind)) return false;
    const [item] = await boss.fetch<Ticket>(kind, { batchSize: 1 });
    if (!item) return false;
    const found = await find(item);
    if (!found) {
      await boss.complete(item.name, item);
      return true;
    }
    const { row, job } = found;
    const unit = await readCost(app.db, job);
    const release = budget.take(kind, job.cores);
    if (!release) {
      // It wants more cores than are free: back in line, and none of this kind starts until something ends.
      isBlocked.add(kind);
      await boss.send(item.name, item.data, { startAfter: 1, priority: job.priority });
      await boss.complete(item.name, item);
      return false;
    }
    const progress = stepsProgress(job, row);
    const eta_s = unit === null ? null : unit * row.work * (1 - progress / 100);
    const begin = { progress, eta_s, steps: startSteps(stepsOf(job, row)) };
    const mine = await changeTask(app, row.task_id, {
      from: ['queued', 'running'],
      attempt: row.attempt,
      change: startChange(row, begin),
    });
    const abort = new AbortController();
    const done = (mine ? work(item, mine, job, abort) : boss.complete(item.name, item)).then(() => {
      release();
      isBlocked.clear();
      running.delete(row.task_id);
      void fill();
    });
    running.set(row.task_id, { abort, done });
    return true;
  }

  /** The task of an item and its job, or null when there is nothing left to do for it. */
  async function find({ data: { task_id } }: QueueItem<Ticket>): Promise<{ row: TaskRow; job: Job } | null> {
    const [row] = await app.db.select().from(task).where(eq(task.task_id, task_id));
    if (row?.status === 'canceling') {
      await changeTask(app, task_id, { from: ['canceling'], change: endChange('canceled') });
    }
    if (!row || !['queued', 'running'].includes(row.status)) return null;

    const job = jobs.get(row.job_name);
    if (job && row.attempt - row.counted_from < job.attempts + CRASHES_MAX) return { row, job };
    const error = taskError(
      ERRORS.internal.code,
      job ? '任务多次意外中断，已停止' : '此版本不再支持这种任务',
      Boolean(job),
    );
    await changeTask(app, task_id, { from: ['queued', 'running'], change: endChange('failed', { error }) });
    return null;
  }

  async function work(item: QueueItem<Ticket>, row: TaskRow, job: Job, abort: AbortController): Promise<void> {
    const heartbeat = setInterval(() => void beat(item, row, abort), HEARTBEAT_MS);
    try {
      const outcome = await runTask(app, job, row, abort.signal);
      if (outcome.again) await giveBack(item, row, job, outcome.after_s);
      else await boss.complete(item.name, item);
    } catch (error) {
      // The database is away. The queue notices the missing heartbeat and gives the task to a worker that can reach it.
      app.log.error({ err: error, task_id: row.task_id }, 'the end of a task could not be written down');
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** Says that we live; learns of cancels whose signal was missed, and of tasks that another worker has taken over. */
  async function beat(item: QueueItem<Ticket>, { task_id, attempt }: TaskRow, abort: AbortController): Promise<void> {
    try {
      await boss.touch(item.name, item);
      const [now] = await app.db
        .select({ status: task.status, attempt: task.attempt })
        .from(task)
        .where(eq(task.task_id, task_id));
      if (!now || now.status === 'canceling' || now.attempt !== attempt) abort.abort(new Canceled());
    } catch (error) {
      app.log.warn({ err: error, task_id }, 'heartbeat failed');
    }
  }

  /** Another attempt later. A failed try has put the task back in line already; a stop has not. */
  async function giveBack(
    item: QueueItem<Ticket>,
    { task_id, attempt }: TaskRow,
    { priority }: Job,
    after_s: number,
  ): Promise<void> {
    await changeTask(app, task_id, { from: ['running'], attempt, change: handBackChange() });
    await boss.send(item.name, item.data, { startAfter: after_s, priority });
    await boss.complete(item.name, item);
  }

  const poll = setInterval(() => void fill(), POLL_MS);
  void fill();

  return {
    wake: () => void fill(),
    cancel: (task_id) => running.get(task_id)?.abort.abort(new Canceled()),
    async stop() {
      isStopped = true;
      clearInterval(poll);
      // Something may be on its way from the queue: it has to be told as well.
      await filling;
      for (const { abort } of running.values()) abort.abort(new Stopping());
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
