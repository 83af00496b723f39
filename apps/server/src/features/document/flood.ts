import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@mixreel/contract';

/** What a page may do at once, and every second from then on: far more than hands can. */
const AT_ONCE = 200;
const PER_SECOND = 40;
/** Whoever does not wait for answers is told to come again. */
const WAIT_MS_MAX = 15_000;

/** Slows down who sends more than anybody does: a page waits for an answer before it sends on. Nothing is dropped. */
export type Flood = { wait(who: string, acts: number, asking: Asking): Promise<void> };
/** Its signal is made when it is asked for, which most never do. */
type Asking = { readonly signal: AbortSignal };

export function holdFloods(now: () => number = () => performance.now()): Flood {
  /** Until when all that somebody sent would have taken at the pace that is allowed. */
  const until = new Map<string, number>();
  return {
    async wait(who, acts, asking) {
      const at = now();
      for (const [one, ends] of until) if (ends <= at) until.delete(one);
      const ends = Math.max(at, until.get(who) ?? 0) + (acts * 1000) / PER_SECOND;
      const wait = ends - at - (AT_ONCE * 1000) / PER_SECOND;
      if (wait > WAIT_MS_MAX) throw new AppError('too_many', '修改太快了，正在慢慢保存，请稍等');
      until.set(who, ends);
      if (wait > 0) await delay(wait, undefined, { signal: asking.signal });
    },
  };
}
