import type { TaskType, TokenScope } from '@mixreel/contract';
import type { z } from 'zod';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';

/** What a kind of work is short of: all but `network` compete for the machine's cores. */
export const WORK_KINDS = ['render', 'analysis', 'model', 'network'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/**
 * Who waits for it. `now`: somebody looks at the page until it is there. `usual`: somebody asked for it and goes on with
 * other things. `idle`: nobody asked.
 */
export type Lane = 'now' | 'usual' | 'idle';

/** A line of waiting work. What somebody waits for has one of its own, so that it need not stand behind the rest. */
export type Line = { name: string; kind: WorkKind; is_now: boolean };
export const LINES: Line[] = [true, false].flatMap((is_now) =>
  WORK_KINDS.map((kind) => ({ name: is_now ? `${kind}-now` : kind, kind, is_now })),
);

/** Where tasks of a job wait, and who goes first there. */
export function placeOf({ kind, lane }: Pick<Job, 'kind' | 'lane'>): { name: string; priority: number } {
  return { name: lane === 'now' ? `${kind}-now` : kind, priority: lane === 'idle' ? -10 : 0 };
}

export type JobResult = {
  /** What people or pages use of it: ids, counts. */
  result?: Record<string, unknown>;
  /** Some parts failed; says which, in Chinese. */
  partial?: string;
};

/** What a running job has at hand, besides the app. */
export type JobContext = App & {
  task: { task_id: string; space_id: string; project_id: string | null; user_uid: string; attempt: number };
  /** Fires on cancel and on stop. Hand it to every process and request that is started. */
  signal: AbortSignal;
  /** How much is done, 0 to 1. It never goes back within one attempt, whatever is said. */
  report(done: number): void;
  /**
   * Does a step and remembers what it returned (plain data), so that a later attempt goes on behind it instead of
   * doing it again. Keys are those of the job's `steps`.
   */
  step<T>(key: string, run: () => Promise<T>): Promise<T>;
};

/** Who starts a task again, as the context of a call has them. */
export type Retrier = { user_uid: string; session_id: string; scopes: TokenScope[] | null };

/** A kind of background work: a name, a payload, what it costs and what it does. */
export type Job<I extends z.ZodType = z.ZodType> = {
  name: string;
  task_type: TaskType;
  /** What a program's token needs to start it again: the same as to begin it. */
  scope: TokenScope;
  input: I;
  kind: WorkKind;
  lane: Lane;
  /** Cores it keeps busy while it runs. */
  cores: number;
  /** How often it is tried before a person is asked. */
  attempts: number;
  /** Seconds before the second try; doubles with each further one. */
  backoff_s: number;
  /** `share` is what a step counts of the whole, 0 to 1; those without one share the rest equally. */
  steps: { key: string; label: string; share?: number }[];
  /** Seconds for one unit of its work, until this machine has shown its own; null when only measuring can tell. */
  unit_seconds: number | null;
  /** What is to be asked and noted when somebody starts it again, in the transaction that does; a refusal undoes that. */
  again?(input: z.output<I>, asked: { tx: Queryable; task: JobContext['task']; by: Retrier }): Promise<void>;
  run(input: z.output<I>, context: JobContext): Promise<JobResult>;
};

/** Thrown by a job that has to wait for something that is on its way: tried again later, as often as it takes. */
export class NotYet extends Error {
  readonly after_s: number;

  constructor(message: string, after_s: number) {
    super(message);
    this.name = 'NotYet';
    this.after_s = after_s;
  }
}

type Definition<I extends z.ZodType> = Pick<Job<I>, 'name' | 'task_type' | 'input' | 'run'> & Partial<Job<I>>;

/** Defines a job. It can be added, and runs, where it is in the list that the queue is created with. */
export function defineJob<I extends z.ZodType>(definition: Definition<I>): Job<I> {
  const usual = {
    scope: 'produce',
    kind: 'render',
    lane: 'usual',
    cores: 1,
    attempts: 3,
    backoff_s: 5,
    steps: [],
    unit_seconds: null,
  } as const;
  return { ...usual, steps: [], ...definition };
}
