import { Worker } from 'node:worker_threads';
import type { LikenessTables, Signature } from '@mixreel/media';

/** Compares in a thread of its own: thousands of videos take up to a second, and the server goes on meanwhile. */
export async function compareInThread(
  set: Signature[],
  others: Signature[],
  signal?: AbortSignal,
): Promise<LikenessTables> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./compare.worker.ts', import.meta.url), { workerData: { set, others } });
  const stop = () => void worker.terminate();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<LikenessTables>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject((signal?.reason as Error | undefined) ?? new Error('The comparison ended')));
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
