import type { UploadRecord } from '@mixreel/contract';
import { attempt, type Needs, type Work } from './attempt.ts';
import { judgeFailure } from './judge-failure.ts';

const AGAIN_MS = { first: 1000, max: 30_000 };
/** Answers of a server that has a fault, not of one that is away: then the person decides. */
const FAULTS_MAX = 30;

/**
 * Brings one file to its end, over as many attempts as the network asks for. Null when it was paused, given up or
 * answered for.
 */
export async function bring(
  needs: Needs & { workOf: (key: string) => Work | undefined },
  key: string,
): Promise<UploadRecord | null> {
  const { wire, board } = needs;
  for (;;) {
    const work = needs.workOf(key);
    if (!work || work.stop.signal.aborted) return null;
    try {
      return await attempt(needs, key, work);
    } catch (error) {
      if (work.stop.signal.aborted) return null;
      const { kind, message } = judgeFailure(error);
      work.attempts += 1;
      const isAway = kind === 'again' && (work.attempts < FAULTS_MAX || !wire.isOnline());
      if (kind === 'gone' && work.upload_url) {
        // Finished, and the answer got lost; or kept too long. The record says which.
        work.upload_url = null;
        work.gone += 1;
        if (work.gone > 1) board.change(key, { record_uuid: null, sent_bytes: 0 });
      } else if (isAway) await waitBefore(needs, key, work, message);
      else {
        board.change(key, { state: 'failed', message, can_retry: kind !== 'refused' });
        return null;
      }
    }
  }
}

async function waitBefore({ wire, board }: Needs, key: string, work: Work, message: string): Promise<void> {
  const ms = Math.min(AGAIN_MS.first * 2 ** (work.attempts - 1), AGAIN_MS.max);
  board.change(key, {
    state: 'waiting',
    message: wire.isOnline() ? `${message}，会自动再试` : '网络断开了，恢复后自动继续',
  });
  await new Promise<void>((done) => {
    const timer = setTimeout(done, ms);
    work.wake = () => {
      clearTimeout(timer);
      done();
    };
    work.stop.signal.addEventListener('abort', work.wake, { once: true });
  });
}
