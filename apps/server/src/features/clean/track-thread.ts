import { Worker } from 'node:worker_threads';
import type { Look, Track } from './track-lines.ts';

/** Follows lines in a thread of its own: two hours with words all over the picture take seconds, and the server goes on meanwhile. */
export async function trackInThread(looks: Look[], seconds: number, signal: AbortSignal): Promise<Track[]> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./track.worker.ts', import.meta.url), { workerData: { looks, seconds } });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<Track[]>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject((signal.reason as Error | undefined) ?? new Error('No line was followed')));
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
