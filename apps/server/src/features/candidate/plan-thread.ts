import { Worker } from 'node:worker_threads';
import type {
  Candidate,
  Closeness,
  Combination,
  CombinePart,
  CombineSetting,
  CombineVideo,
  mendVideos,
  LimitReport,
  MixPlan,
  Outlooks,
  PlanRequest,
  Spare,
  SpreadSetting,
  SpreadVideo,
} from '@mixreel/media';

export type PlanQuestion =
  | { kind: 'choose'; plan: MixPlan; request: PlanRequest }
  | { kind: 'limits'; plan: MixPlan }
  | {
      kind: 'summary';
      plan: MixPlan;
      wanted: number;
      spare: Spare;
      chosen: Combination[];
      picked: Combination[];
    }
  | { kind: 'mend'; plan: MixPlan; videos: Combination[]; setting: Parameters<typeof mendVideos>[2] }
  | { kind: 'combine'; parts: CombinePart[]; videos: CombineVideo[]; setting: CombineSetting }
  | { kind: 'spread'; videos: SpreadVideo[]; setting: SpreadSetting }
  | { kind: 'closeness'; plan: MixPlan; combinations: Combination[] }
  | { kind: 'matrix'; plan: MixPlan; combinations: Combination[] };

export type PlanAnswers = {
  choose: Candidate[];
  limits: LimitReport;
  /** With the likeness of the two of `picked` that are most alike. */
  summary: { report: LimitReport; outlooks: Outlooks; mostLikeness: number };
  mend: ReturnType<typeof mendVideos>;
  /** The part of every place of every video. */
  combine: number[][];
  /** The number of the option of every place of every video. */
  spread: number[][];
  closeness: Closeness[];
  matrix: number[][];
};

/** Long enough for somebody who tries settings, short enough to cost nothing overnight. */
const IDLE_MS = 60_000;

type Waiting = { resolve: (answer: never) => void; reject: (error: unknown) => void };
type Thread = { worker: Worker; waiting: Map<number, Waiting>; idle: NodeJS.Timeout | null };

let thread: Thread | null = null;
let asked = 0;

/** Asks the planner in a thread of its own: a large mix takes up to a second, and the server goes on meanwhile. */
export async function askPlanner<K extends PlanQuestion['kind']>(
  question: Extract<PlanQuestion, { kind: K }>,
): Promise<PlanAnswers[K]> {
  const mine = (thread ??= startThread());
  if (mine.idle) clearTimeout(mine.idle);
  const id = (asked += 1);
  try {
    return await new Promise<PlanAnswers[K]>((resolve, reject) => {
      mine.waiting.set(id, { resolve, reject });
      mine.worker.postMessage({ id, question });
    });
  } finally {
    mine.waiting.delete(id);
    if (mine.waiting.size === 0) mine.idle = setTimeout(() => end(mine), IDLE_MS).unref();
  }
}

function startThread(): Thread {
  const worker = new Worker(new URL('./plan.worker.ts', import.meta.url));
  // A planner that nobody waits for never keeps the process alive.
  worker.unref();
  const made: Thread = { worker, waiting: new Map(), idle: null };
  const fail = (error: unknown) => {
    for (const { reject } of made.waiting.values()) reject(error);
    if (thread === made) thread = null;
  };
  worker.on('message', ({ id, answer, error }: { id: number; answer?: never; error?: unknown }) => {
    const one = made.waiting.get(id);
    if (error === undefined) one?.resolve(answer as never);
    else one?.reject(error);
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The planner ended')));
  return made;
}

function end(old: Thread): void {
  if (thread === old) thread = null;
  void old.worker.terminate();
}
