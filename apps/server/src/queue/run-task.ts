import { AppError, ERRORS, fieldMessages } from '@mixreel/contract';
import type { App } from '#context.ts';
import { toAppError } from '#http/answer.ts';
import { NotYet, type Job, type JobContext, type JobResult } from './job.ts';
import { type TaskRow, changeTask, endChange, taskError } from './task-state.ts';

/** Why a running job is told to stop. */
export class Canceled extends Error {}
export class Stopping extends Error {}

/** What became of an attempt; `again` asks for another one after some seconds. */
export type Outcome = { again: false } | { again: true; after_s: number };

const REPORT_EVERY_MS = 500;

/** Runs one attempt of a task to whatever end, and writes that end down. Never throws for what the job did. */
export async function runTask(app: App, job: Job, row: TaskRow, signal: AbortSignal): Promise<Outcome> {
  const { task_id, attempt } = row;
  const progress = createProgress(app, job, row);
  try {
    const input = job.input.safeParse(row.job_input);
    if (!input.success) {
      const [message] = Object.values(fieldMessages(input.error));
      throw new AppError('invalid', `任务的内容已不适用：${message}`);
    }
    signal.throwIfAborted();
    const { result, partial } = await job.run(input.data, makeContext(app, row, signal, progress));
    signal.throwIfAborted();
    await progress.flush();
    const change = endOf({ result, partial });
    const ended = await changeTask(app, task_id, { from: ['running'], attempt, change });
    if (!ended) await confirmCancel(app, row);
    return { again: false };
  } catch (thrown) {
    await progress.flush();
    if (signal.aborted && signal.reason instanceof Stopping) return { again: true, after_s: 0 };
    if (signal.aborted) {
      await confirmCancel(app, row);
      return { again: false };
    }
    if (thrown instanceof NotYet) return { again: true, after_s: thrown.after_s };
    return fail(app, job, row, thrown);
  }
}

function endOf({ result, partial }: JobResult) {
  const error = partial ? taskError(ERRORS.internal.code, partial, true) : null;
  return endChange(partial ? 'partial' : 'succeeded', { progress: 100, result: result ?? null, error });
}

async function confirmCancel(app: App, { task_id, attempt }: TaskRow): Promise<void> {
  await changeTask(app, task_id, { from: ['canceling'], attempt, change: endChange('canceled') });
}

/** A refusal (bad input, missing file) fails the same way every time; anything else may pass with time. */
async function fail(app: App, job: Job, row: TaskRow, thrown: unknown): Promise<Outcome> {
  const error = toAppError(thrown);
  const isOurs = error.error === 'internal' || error.error === 'disk_full' || error.error === 'unavailable';
  if (isOurs) app.log.error({ err: thrown, task_id: row.task_id, job: job.name }, 'job failed');
  const shown = taskError(
    error.code,
    isOurs && error.error === 'internal' ? '处理失败，请稍后重试' : error.message,
    isOurs,
  );

  const tries = row.attempt - row.counted_from;
  if (isOurs && tries < job.attempts) {
    const after_s = job.backoff_s * 2 ** (tries - 1);
    const change = { status: 'queued' as const, error: shown, eta_s: null };
    const waiting = await changeTask(app, row.task_id, { from: ['running'], attempt: row.attempt, change });
    if (waiting) return { again: true, after_s };
  } else {
    const change = endChange('failed', { error: shown });
    const ended = await changeTask(app, row.task_id, { from: ['running'], attempt: row.attempt, change });
    if (ended) return { again: false };
  }
  await confirmCancel(app, row);
  return { again: false };
}

function makeContext(app: App, row: TaskRow, signal: AbortSignal, progress: Progress): JobContext {
  const { task_id, space_id, project_id, user_uid, attempt } = row;
  return {
    ...app,
    task: { task_id, space_id, project_id, user_uid, attempt },
    signal,
    report: progress.report,
    async step(key, run) {
      if (key in row.memory) return row.memory[key] as Awaited<ReturnType<typeof run>>;
      signal.throwIfAborted();
      const value = await run();
      row.memory[key] = value ?? null;
      await progress.finishStep();
      return value;
    },
  };
}

type Progress = { report(done: number): void; finishStep(): Promise<void>; flush(): Promise<void> };

/** Writes progress at most twice a second, in order, and guesses the time left from the speed so far. */
function createProgress(app: App, job: Job, row: TaskRow): Progress {
  const began = Date.now();
  const before = row.progress;
  let reached = before;
  let written = before;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<unknown> = Promise.resolve();

  function write(): Promise<unknown> {
    if (timer) clearTimeout(timer);
    timer = null;
    if (reached === written) return writing;
    written = reached;
    const gained = reached - before;
    const seconds = (Date.now() - began) / 1000;
    const eta_s = gained > 1 ? Math.round((seconds * (100 - reached)) / gained) : null;
    const change = { progress: reached, eta_s, steps: stepsOf(job, row) };
    writing = writing
      .then(() => changeTask(app, row.task_id, { from: ['running'], attempt: row.attempt, change }))
      .catch((error: unknown) => app.log.warn({ err: error, task_id: row.task_id }, 'progress was not written'));
    return writing;
  }

  return {
    report(done) {
      const percent = Math.min(99, Math.max(0, Math.round(done * 1000) / 10));
      if (!(percent > reached)) return;
      reached = percent;
      timer ??= setTimeout(() => void write(), REPORT_EVERY_MS);
    },
    async finishStep() {
      reached = Math.max(reached, stepsProgress(job, row));
      written = reached;
      row.counted_from = row.attempt - 1;
      const { memory, counted_from } = row;
      const change = { memory, counted_from, progress: reached, steps: stepsOf(job, row) };
      writing = writing.then(() => changeTask(app, row.task_id, { from: ['running'], attempt: row.attempt, change }));
      await writing;
    },
    async flush() {
      await write();
    },
  };
}

/** What the remembered steps are worth, 0 to 99. */
export function stepsProgress(job: Job, { memory }: Pick<TaskRow, 'memory'>): number {
  const done = job.steps.filter(({ key }) => key in memory).length;
  return Math.min(99, Math.round((100 * done) / Math.max(1, job.steps.length)));
}

export function stepsOf(job: Job, { memory }: Pick<TaskRow, 'memory'>) {
  return job.steps.map(({ key, label }) => ({ key, label, done: key in memory }));
}
