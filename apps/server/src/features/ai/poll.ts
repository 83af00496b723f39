import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderError, type ProviderFailure, type Ticket } from '@mixreel/ai/providers';
import type { Jobs } from './ability.ts';

/** No word about the job itself: it is asked for again. */
const PASSING: ProviderFailure[] = ['busy', 'unreachable', 'late', 'cut', 'bad-answer'];
const SLOWER = 1.3;
const SLOWEST = 5;

type Options = {
  signal: AbortSignal;
  /** In milliseconds since 1970. */ until: number;
  onProgress?: (done: number) => void;
  /** Calls back when the service has said that there is news; answers how to stop that. */
  onWake?: (wake: () => void) => () => void;
};

/** Asks for a job until it is made, ever more seldom, and not with everybody else at the same moment. */
export async function untilMade<I, O>(
  { look, poll_ms }: Pick<Jobs<I, O>, 'look' | 'poll_ms'>,
  ticket: Ticket,
  { signal, until, onProgress, onWake }: Options,
): Promise<O> {
  let news = new AbortController();
  const forget = onWake?.(() => news.abort());
  try {
    for (let n = 0; ; n += 1) {
      // What is said while it is being asked may be newer than its answer.
      news = new AbortController();
      try {
        const found = await look(ticket, signal);
        if (found.state === 'made') return found.output;
        if (found.progress !== null) onProgress?.(found.progress);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ProviderError && PASSING.includes(error.kind))) throw error;
      }
      if (Date.now() > until) throw new ProviderError('late', 'the job takes too long');
      const wait = poll_ms * Math.min(SLOWEST, SLOWER ** n) * (0.8 + 0.4 * Math.random());
      await sleep(wait, undefined, { signal: AbortSignal.any([signal, news.signal]) }).catch(() =>
        signal.throwIfAborted(),
      );
    }
  } finally {
    forget?.();
  }
}
