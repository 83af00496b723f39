import { ProviderError, type ProviderFailure } from '@mixreel/ai/providers';
import { AppError } from '@mixreel/contract';
import { readQuota } from '#features/file/file.queries.ts';
import { toAppError } from '#http/answer.ts';
import type { JobContext } from '#queue/job.ts';
import { NotYet } from '#queue/job.ts';
import { Canceled } from '#queue/run-task.ts';
import { type Ability, type Answer, BUILT_IN, type Engine, type Service } from './ability.ts';
import {
  type AiJob,
  type KeptFile,
  beginJob,
  endJob,
  filesOf,
  keepFiles,
  keepTicket,
  keptOf,
  leaveJob,
  readJob,
  type Told,
  toldOf,
} from './ai-job.queries.ts';
import { book, byEngines, type Done, doneBy, NotKept } from './ask-for.ts';
import { callbackFor, onCallback } from './callback.ts';
import { keepFilm } from './keep-film.ts';
import { keepPicture } from './keep-picture.ts';
import { untilMade } from './poll.ts';
import { toRefusal } from './refusal.ts';

const FULL_S = 5;
const CANCEL_MS = 10_000;
/** A space with less than this left is told before anybody is paid. */
const ROOM_BYTES = 5_000_000;
const KEEP_MS = 300_000;

type CarriedOut = Told & {
  ai_origin: boolean;
  files: KeptFile[];
  /** What the ability keeps of what came of it. */
  kept: Record<string, unknown>;
};

/**
 * Carries out something dear as a step of a task, once: what a service has been asked for is written down before, what it calls
 * it as soon as it says so, and its files are copied at once. An attempt after a crash goes on where the last one was. Where
 * nobody can know whether the service has it, it is not asked again, and the person is told.
 */
export async function carryOut<I, O, S extends Service, E extends Engine<I, O>>(
  context: JobContext,
  step: string,
  ability: Ability<I, O, S, E>,
  given: I,
  /** Whom a person has chosen, if anybody. */
  chosen: { engine?: string } = {},
): Promise<CarriedOut> {
  const { db, task, signal } = context;
  const found = await readJob(db, { task_id: task.task_id, step });
  // What this machine was at when it was stopped is paid by nobody: it is done again.
  const known = found?.engine === BUILT_IN && found.state !== 'kept' ? null : found;
  if (known?.state === 'submitting') await endJob(db, known, 'unclear', 'the process ended while it was submitted');
  if (known?.state === 'submitting' || known?.state === 'unclear') {
    throw new AppError('ai_unclear', new ProviderError('unclear').message);
  }
  if (known?.state === 'kept') return keptBefore(context, ability, known);
  const resumed = known?.state === 'submitted' ? known : null;
  const asker = { space_id: task.space_id, signal };
  const only = resumed ? { engine: resumed.engine, is_trial: true } : chosen;
  let files: KeptFile[] = [];
  let kept: Record<string, unknown> = {};
  let note: string | null = null;
  const { engine_name, cost, ai_origin } = await byEngines(
    context,
    ability,
    given,
    asker,
    only,
    async (engine, input, passed) => {
      const job = resumed ?? (await begin(context, step, ability, engine));
      const made = engine.jobs ? await byJob(context, job, engine, input) : await atOnce(context, job, engine, input);
      // What is paid and nowhere else is kept, whoever breaks off: another attempt finds it.
      const isOnlyHere = !engine.jobs && !engine.is_built_in;
      const keeping = isOnlyHere ? { ...context, signal: AbortSignal.timeout(KEEP_MS) } : context;
      let done: Omit<Done<O>, 'note'> | null = null;
      try {
        done = doneBy(ability, engine, input, made);
        files = await keepAll(keeping, job, engine, ability, done.output);
      } catch (error) {
        // A job's result can be asked for again.
        if (engine.jobs) await leaveJob(db, job);
        else if (done) await endPaid(context, ability, job, 'failed', { ...made, ...done });
        else await endJob(db, job, 'failed', String(error));
        // Of no answer another may make one; what a store did not take of a job costs nothing to try again.
        if (isOnlyHere ? !done : !toRefusal(error)) throw error;
        context.log.error({ err: error, engine: engine.engine }, 'what was made was not kept');
        throw notKept(error, engine);
      }
      kept = ability.keeps?.(done.output) ?? {};
      note = [passed, ability.noteOf?.(done.output) ?? null].filter((one) => one !== null).join('；') || null;
      await endPaid(context, ability, job, 'kept', { ...made, ...done }, { files, kept, note });
      return done;
    },
  );
  return { engine_name, cost, note, ai_origin, files, kept };
}

function keptBefore(context: JobContext, ability: Ability<unknown, unknown>, job: AiJob): CarriedOut {
  const { engine: name } = job;
  const known = context.config.providers.find(({ engine }) => engine === name);
  return {
    ...(toldOf(job) ?? { engine_name: known?.name ?? name, cost: 0, note: null }),
    ai_origin: ability.makes !== null,
    files: filesOf(job),
    kept: keptOf(job),
  };
}

/** Another try would be paid once more: only a person begins it. */
function notKept(error: unknown, { engine_name }: Pick<Engine<unknown, unknown>, 'engine_name'>): NotKept {
  const { error: name, message } = toRefusal(error) ?? toAppError(error);
  if (name === 'ai_failed' || name === 'quota_exceeded') return new NotKept(name, message);
  const why = name === 'internal' ? '' : `：${message}`;
  return new NotKept('ai_failed', `「${engine_name}」做好了，但没有存下来${why}（再试一次会再次收费）`);
}

async function begin<I, O>(
  { db, task }: JobContext,
  step: string,
  { ability }: Pick<Ability<I, O>, 'ability'>,
  { engine, account, at_once, is_built_in }: Engine<I, O>,
): Promise<AiJob> {
  const { task_id, space_id } = task;
  if (!is_built_in && (await readQuota(db, space_id)).left_bytes < ROOM_BYTES) throw new NotKept('quota_exceeded');
  const job = await beginJob(db, { task_id, step, space_id, ability, engine, account, at_once });
  if (!job) throw new NotYet('the account has no room', FULL_S);
  return job;
}

const CURABLE: ProviderFailure[] = ['refused-key', 'no-credit'];
/** Said of what was made of it; anything else says only that it cannot be asked for. */
const OF_THE_JOB: ProviderFailure[] = ['failed', 'refused-content', 'no-face', 'bad-media'];

/** Not ended by a signal: whoever breaks off in the middle of it will never know whether it was taken. */
const toTheEnd = new AbortController().signal;

async function byJob<I, O>(context: JobContext, job: AiJob, engine: Engine<I, O>, input: I): Promise<Answer<O>> {
  const { db, signal, report, log } = context;
  const { jobs } = engine;
  if (!jobs) throw new Error('The engine takes no jobs');
  const ticket =
    job.ticket ?? (await submitted(context, job, () => jobs.submit(input, toTheEnd, callbackFor(context, job))));
  if (!job.ticket) await keepTicket(db, job, ticket);
  try {
    signal.throwIfAborted();
    const onWake = (wake: () => void) => onCallback(context, job, wake);
    // Whom somebody let wait once more has all of the time again.
    const since = job.ended_at === null && job.submitted_at ? Date.parse(job.submitted_at) : Date.now();
    const until = since + jobs.longest_ms;
    return { output: await untilMade(jobs, ticket, { signal, until, onProgress: report, onWake }) };
  } catch (error) {
    if (signal.reason instanceof Canceled) {
      await endJob(db, job, 'canceled');
      const ending = jobs.cancel?.(ticket, AbortSignal.timeout(CANCEL_MS));
      await ending?.catch((err: unknown) => log.warn({ err, engine: job.engine }, 'a job was not canceled'));
    } else if (error instanceof ProviderError && error.kind === 'late') {
      // It may still come, and be paid: it is neither ended nor given to another.
      await leaveJob(db, job);
      throw new ProviderError('unfinished', error.details);
    } else if (error instanceof ProviderError) {
      // What an administrator puts right ends no job.
      if (CURABLE.includes(error.kind)) await leaveJob(db, job);
      else await endJob(db, job, 'failed', error.details);
      if (!OF_THE_JOB.includes(error.kind)) throw notKept(error, engine);
    }
    throw error;
  }
}

async function atOnce<I, O>(context: JobContext, job: AiJob, engine: Engine<I, O>, input: I): Promise<Answer<O>> {
  const { signal, report } = context;
  if (engine.is_built_in) return byOurselves(context, job, () => engine.answer(input, { signal, onProgress: report }));
  return submitted(context, job, () => engine.answer(input, { signal: toTheEnd }));
}

/** Nobody is paid for it: it may be broken off, and done again. What it takes is the time of this machine. */
async function byOurselves<O>(
  { db, signal }: JobContext,
  job: AiJob,
  run: () => Promise<Answer<O>>,
): Promise<Answer<O>> {
  const began = performance.now();
  try {
    const answer = await run();
    return { cpu_seconds: (performance.now() - began) / 1000, ...answer };
  } catch (error) {
    await endJob(db, job, signal.aborted ? 'canceled' : 'failed', String(error));
    throw error;
  }
}

async function submitted<T>({ db }: JobContext, job: AiJob, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    // What we refuse ourselves was never sent.
    const isKnown = error instanceof AppError || error instanceof ProviderError;
    const isUnclear = !isKnown || (error instanceof ProviderError && error.kind === 'unclear');
    await endJob(
      db,
      job,
      isUnclear ? 'unclear' : 'failed',
      error instanceof ProviderError ? error.details : String(error),
    );
    throw error;
  }
}

async function keepAll<I, O>(
  context: JobContext,
  job: AiJob,
  { host }: Engine<I, O>,
  { makes, files: filesIn }: Pick<Ability<I, O>, 'makes' | 'files'>,
  output: O,
) {
  const files = filesOf(job);
  const given = filesIn?.(output) ?? [];
  const keep = makes === 'video' ? keepFilm : keepPicture;
  for (const file of given.slice(files.length)) {
    files.push(await keep(context, { ...job, output: { files } }, file, host));
  }
  return files;
}

/** The end and the bill together: it is booked once, however often it is tried. */
async function endPaid(
  { db, task }: JobContext,
  ability: Pick<Ability<unknown, unknown>, 'ability'>,
  job: AiJob,
  state: 'kept' | 'failed',
  done: Omit<Done<unknown>, 'note'> & Pick<Answer<unknown>, 'cpu_seconds'>,
  output?: Pick<CarriedOut, 'files' | 'kept' | 'note'>,
): Promise<void> {
  const { engine_name, cost } = done;
  await db.transaction(async (tx) => {
    if (output) await keepFiles(tx, job, output.files, output.kept, { engine_name, cost, note: output.note });
    await endJob(tx, job, state);
    await book(tx, ability, task, done, done);
  });
}
