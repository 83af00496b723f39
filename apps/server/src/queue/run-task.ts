import {
  AppError,
  type ErrorName,
  ERRORS,
  fieldMessages,
  type TaskNext,
  type TaskStep,
  type TaskType,
} from '@mixreel/contract';
import type { App } from '#context.ts';
import { isDatabaseAway, untilBack } from '#db/away.ts';
import { toAppError } from '#http/answer.ts';
import { learnUnits } from './costs.ts';
import { watchCrowding } from './crowding.ts';
import { NotYet, type Job, type JobContext, type JobResult } from './job.ts';
import { type TaskRow, changeTask, endChange, taskError } from './task-state.ts';
import { secondsLeft, settle } from './time-left.ts';

/** Why a running job is told to stop. */
export class Canceled extends Error {}

/** Another worker has the task: what that one does counts, and this attempt ends without a trace. */
export class Overtaken extends Error {}
export class Stopping extends Error {}

/** What became of an attempt; `again` asks for another one after some seconds. */
export type Outcome = { again: false } | { again: true; after_s: number };

const REPORT_EVERY_MS = 500;
/** The time left goes on also while a job says nothing. */
const TICK_MS = 3000;

/** Failures that may pass by themselves: tried again without asking. */
const PASSING: ErrorName[] = ['internal', 'disk_full', 'unavailable'];
/** Those that another try can get over once a person has done something, or some time has gone by. */
const CURABLE: ErrorName[] = [...PASSING, 'quota_exceeded', 'preparing', 'ai_failed', 'too_many', 'conflict'];
const NEXT: Partial<Record<ErrorName, TaskNext>> = {
  disk_full: 'free_space',
  quota_exceeded: 'free_space',
  preparing: 'prepare',
  ai_failed: 'prepare',
  conflict: 'open_source',
  invalid: 'open_source',
  not_found: 'open_source',
  too_large: 'bring_again',
  wrong_type: 'bring_again',
};
/** Nothing can be put right in a file: another one has to come. */
const ABOUT_FILES: TaskType[] = ['material_import', 'material_analysis'];

/** Runs one attempt of a task to whatever end, and writes that end down. Never throws for what the job did. */
export async function runTask(app: App, job: Job, row: TaskRow, signal: AbortSignal): Promise<Outcome> {
  const { task_id, attempt } = row;
  const progress = createProgress(app, job, row, signal);
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
    const end = () => changeTask(app, task_id, { from: ['running'], attempt, change });
    const ended = await untilBack(end, signal);
    if (!ended) await confirmCancel(app, row);
    else if (!partial) await progress.learn();
    return { again: false };
  } catch (thrown) {
    await progress.flush();
    if (signal.aborted && signal.reason instanceof Stopping) return { again: true, after_s: 0 };
    if (signal.aborted) {
      await confirmCancel(app, row);
      return { again: false };
    }
    if (thrown instanceof NotYet) return { again: true, after_s: thrown.after_s };
    // No fault of the work: it goes on behind its last step as soon as the database is back.
    if (isDatabaseAway(thrown)) return { again: true, after_s: 1 };
    return untilBack(() => fail(app, job, row, thrown), signal);
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
  const passes = PASSING.includes(error.error);
  if (passes) app.log.error({ err: thrown, task_id: row.task_id, job: job.name }, 'job failed');
  const shown = taskError(
    error.code,
    error.error === 'internal' ? '处理失败，请稍后重试' : error.message,
    CURABLE.includes(error.error),
    nextOf(error.error, job.task_type),
  );

  const tries = row.attempt - row.counted_from;
  if (passes && tries < job.attempts) {
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

function nextOf(error: ErrorName, task_type: TaskType): TaskNext | null {
  const next = NEXT[error] ?? null;
  return next === 'open_source' && ABOUT_FILES.includes(task_type) ? 'bring_again' : next;
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
      await progress.finishStep(key);
      return value;
    },
  };
}

type Progress = {
  report(done: number): void;
  finishStep(key: string): Promise<void>;
  flush(): Promise<void>;
  /** The attempt went well: what it took is what the next one may take. */
  learn(): Promise<void>;
};

/** Writes progress at most twice a second, in order, and says how long it will still take. */
function createProgress(app: App, job: Job, row: TaskRow, signal: AbortSignal): Progress {
  const began = performance.now();
  const before = row.progress;
  const aloneShare = watchCrowding();
  /** For the whole task; what the attempt begins with counts as done. */
  const usual_s = row.eta_s === null ? null : row.eta_s / Math.max(0.01, 1 - before / 100);
  let told = row.eta_s === null ? null : { left_s: row.eta_s, at: began };
  let step = { at: began, from: before };
  let heard = began;
  let reached = before;
  let written = before;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  const ticking = setInterval(() => void write(true), TICK_MS);
  ticking.unref();

  function timeLeft(): number | null {
    const now = performance.now();
    const left_s = secondsLeft({
      usual_s,
      from: step.from / 100,
      done: reached / 100,
      elapsed_s: (now - step.at) / 1000,
      since_report_s: (now - heard) / 1000,
    });
    const next = settle(told && { left_s: told.left_s, ago_s: (now - told.at) / 1000 }, left_s);
    told = next === null ? null : { left_s: next, at: now };
    return next === null ? null : Math.max(1, Math.round(next));
  }

  function write(isTick = false): Promise<unknown> {
    if (timer) clearTimeout(timer);
    timer = null;
    const said = told;
    if (reached === written && !isTick) return writing;
    const eta_s = timeLeft();
    if (reached === written && said === null && eta_s === null) return writing;
    written = reached;
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
      heard = performance.now();
      timer ??= setTimeout(() => void write(), REPORT_EVERY_MS);
    },
    async finishStep(key) {
      reached = Math.max(reached, stepsProgress(job, row));
      written = reached;
      row.counted_from = row.attempt - 1;
      row.deaths = 0;
      row.steps = finishStep(stepsOf(job, row), key);
      if (row.steps.some((one) => one.key === key)) {
        heard = performance.now();
        step = { at: heard, from: reached };
      }
      const { memory, counted_from, deaths, steps } = row;
      const change = { memory, counted_from, deaths, progress: reached, steps, eta_s: timeLeft() };
      const write = () => changeTask(app, row.task_id, { from: ['running'], attempt: row.attempt, change });
      const written_down = writing.then(() => untilBack(write, signal));
      writing = written_down.catch(() => {});
      await written_down;
    },
    async flush() {
      clearInterval(ticking);
      await write();
    },
    async learn() {
      const units = row.work * (1 - before / 100);
      // Most of it was done by an attempt before: the rest says little.
      if (before > 50 || units <= 0) return;
      const seconds = ((performance.now() - began) / 1000) * (job.kind === 'network' ? 1 : aloneShare());
      await learnUnits(app.db, job, { units, seconds }).catch((error: unknown) =>
        app.log.warn({ err: error, job: job.name }, 'what a task took was not remembered'),
      );
    },
  };
}

/** What the remembered steps are worth, 0 to 99. */
export function stepsProgress(job: Job, { memory }: Pick<TaskRow, 'memory'>): number {
  const given = job.steps.reduce((sum, { share = 0 }) => sum + share, 0);
  const open = job.steps.filter(({ share }) => share === undefined).length;
  const equal = (1 - given) / Math.max(1, open);
  const done = job.steps.filter(({ key }) => key in memory).reduce((sum, { share = equal }) => sum + share, 0);
  return Math.min(99, Math.round(100 * done));
}

/** The steps of a task: what is remembered is done. Their times are those that were written down. */
export function stepsOf(job: Job, { memory, steps }: Pick<TaskRow, 'memory' | 'steps'>): TaskStep[] {
  return job.steps.map(({ key, label }) => {
    const known = steps.find((one) => one.key === key);
    const { started_at = null, finished_at = null } = known ?? {};
    return { key, label, done: key in memory, started_at, finished_at };
  });
}

/** An attempt begins with the first step that is not done; those that are keep their times. */
export function startSteps(steps: TaskStep[]): TaskStep[] {
  const started_at = new Date().toISOString();
  const first = steps.findIndex(({ done }) => !done);
  return steps.map((one, n) =>
    one.done ? one : { ...one, started_at: n === first ? started_at : null, finished_at: null },
  );
}

/** A step is over and the next one begins: what a job does in between belongs to the latter. */
function finishStep(steps: TaskStep[], key: string): TaskStep[] {
  const at = new Date().toISOString();
  const isListed = steps.some((one) => one.key === key);
  if (!isListed) return steps;
  const next = steps.find(({ done }) => !done)?.key;
  return steps.map((one) => {
    if (one.key === key) return { ...one, started_at: one.started_at ?? at, finished_at: at };
    return one.key === next ? { ...one, started_at: one.started_at ?? at } : one;
  });
}
