import { ERRORS } from '@mixreel/contract';
import type { Job as QueueItem, PgBoss } from 'pg-boss';
import type { App } from '#context.ts';
import { untilBack } from '#db/away.ts';
import { eq } from '#db/orm.ts';
import { task } from '#features/task/task.tables.ts';
import { createBudget } from './budget.ts';
import { readCost } from './costs.ts';
import { type Job, LINES, type Line, placeOf } from './job.ts';
import { readDue } from './read-line.ts';
import { Canceled, Overtaken, Stopping, runTask, startSteps, stepsOf, stepsProgress } from './run-task.ts';
import { type TaskRow, changeTask, endChange, handBackChange, startChange, taskError } from './task-state.ts';

export type Worker = { wake(): void; cancel(task_id: string): void; stop(): Promise<void> };
export type Ticket = { task_id: string };

const POLL_MS = 1000;
const HEARTBEAT_MS = 3000;
/**
 * A worker's death is no failure of what it worked at. One task at which so many died, none of them getting a step
 * further, is the likely cause; from the third on it waits ever longer, so that it does not keep the others down.
 */
const DEATHS_MAX = 12;
const HARMLESS_DEATHS = 2;
const LONGEST_WAIT_S = 60;

type Found = { row: TaskRow; job: Job; wait_s: number };
type Running = { abort: AbortController; done: Promise<void> };

/** Takes work from the queue while there are cores for it. */
export function startWorker(app: App, boss: PgBoss, jobs: Map<string, Job>): Worker {
  const budget = createBudget(app.config.workerCores);
  const running = new Map<string, Running>();
  const isBlocked = new Set<Line>();
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
        const due = await readDue(app);
        for (const line of LINES.filter(({ name }) => due.has(name))) while (!isStopped && (await startOne(line)));
      }
    } catch (error) {
      app.log.warn({ err: error }, 'taking work failed; the next poll tries again');
    }
  }

  /** One more of this line, if there are cores and work. */
  async function startOne(line: Line): Promise<boolean> {
    if (!budget.hasRoom(line) || isBlocked.has(line)) return false;
    const [item] = await boss.fetch<Ticket>(line.name, { batchSize: 1 });
    if (!item) return false;
    const found = await find(item);
    if (!found) {
      await boss.complete(item.name, item);
      return true;
    }
    if (found.wait_s > 0) {
      await putOff(item, found.job, found.wait_s);
      return true;
    }
    const { row, job } = found;
    const unit = await readCost(app.db, job);
    const release = budget.take(line, job.cores);
    if (!release) {
      // It wants more cores than are free: back in line, and none of this line starts until something ends.
      isBlocked.add(line);
      await putOff(item, job, 1);
      return false;
    }
    const mine = await claim(row, job, unit).catch((error: unknown) => {
      release();
      throw error;
    });
    const abort = new AbortController();
    const done = (mine ? work(item, mine, job, abort) : boss.complete(item.name, item)).then(
      () => leave(row, abort, release),
      () => leave(row, abort, release),
    );
    running.set(row.task_id, { abort, done });
    return true;
  }

  function leave({ task_id }: TaskRow, abort: AbortController, release: () => void): void {
    release();
    isBlocked.clear();
    // A later attempt may have begun here: this one was taken for dead.
    if (running.get(task_id)?.abort === abort) running.delete(task_id);
    void fill();
  }

  /** Takes the task for a new attempt; null when somebody has cancelled it, or taken it, in the meantime. */
  function claim(row: TaskRow, job: Job, unit: number | null): Promise<TaskRow | null> {
    const progress = stepsProgress(job, row);
    const eta_s = unit === null ? null : unit * row.work * (1 - progress / 100);
    const begin = { progress, eta_s, steps: startSteps(stepsOf(job, row)) };
    const change = startChange(row, begin);
    return changeTask(app, row.task_id, { from: ['queued'], attempt: row.attempt, change });
  }

  /** The task of an item and its job, or null when there is nothing left to do for it. */
  async function find({ data: { task_id } }: QueueItem<Ticket>): Promise<Found | null> {
    const [row] = await app.db.select().from(task).where(eq(task.task_id, task_id));
    if (row?.status === 'canceling') {
      await changeTask(app, task_id, { from: ['canceling'], change: endChange('canceled') });
    }
    if (!row || !['queued', 'running'].includes(row.status)) return null;

    const job = jobs.get(row.job_name);
    if (!job) return giveUp(row, '此版本不再支持这种任务', false);
    if (row.status === 'queued') return { row, job, wait_s: 0 };

    // Nobody ended or handed back the attempt before: its worker died.
    const deaths = row.deaths + 1;
    if (deaths >= DEATHS_MAX) {
      return giveUp(row, '任务多次让处理程序意外退出，已停止；请换掉可能损坏的素材后重试', true);
    }
    const change = handBackChange({ deaths });
    const back = await changeTask(app, task_id, { from: ['running'], attempt: row.attempt, change });
    const wait_s = deaths > HARMLESS_DEATHS ? Math.min(LONGEST_WAIT_S, 2 ** deaths) : 0;
    return back && { row: back, job, wait_s };
  }

  async function giveUp({ task_id }: TaskRow, message: string, can_retry: boolean): Promise<null> {
    const error = taskError(ERRORS.internal.code, message, can_retry);
    await changeTask(app, task_id, { from: ['queued', 'running'], change: endChange('failed', { error }) });
    return null;
  }

  async function putOff(item: QueueItem<Ticket>, job: Job, startAfter: number): Promise<void> {
    const { name, priority } = placeOf(job);
    await boss.send(name, item.data, { startAfter, priority });
    await boss.complete(item.name, item);
  }

  async function work(item: QueueItem<Ticket>, row: TaskRow, job: Job, abort: AbortController): Promise<void> {
    const heartbeat = setInterval(() => void beat(item, row, abort), HEARTBEAT_MS);
    try {
      const outcome = await runTask(app, job, row, abort.signal);
      await untilBack(
        async () =>
          void (await (outcome.again ? giveBack(item, row, job, outcome.after_s) : boss.complete(item.name, item))),
        abort.signal,
      );
    } catch (error) {
      // Stopped while the database was away. The queue notices the missing heartbeat and gives the task to another worker.
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
      if (!now || now.status === 'canceling') abort.abort(new Canceled());
      else if (now.attempt !== attempt) abort.abort(new Overtaken());
    } catch (error) {
      app.log.warn({ err: error, task_id }, 'heartbeat failed');
    }
  }

  /** Another attempt later. A failed try has put the task back in line already; a stop has not. */
  async function giveBack(
    item: QueueItem<Ticket>,
    { task_id, attempt }: TaskRow,
    job: Job,
    after_s: number,
  ): Promise<void> {
    await changeTask(app, task_id, { from: ['running'], attempt, change: handBackChange() });
    await putOff(item, job, after_s);
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
