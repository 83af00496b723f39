import { Worker } from 'node:worker_threads';

export type ThreadOptions = { signal?: AbortSignal; onDrawn?: (count: number) => void };

/**
 * Has something drawn in a thread of its own, which tells each part as it is done: a canvas is drawn on by whoever calls, and a
 * large one takes part of a second. `onDrawn` hears how many there are.
 */
export async function inThread<T>(
  script: URL,
  work: unknown,
  count: number,
  { signal, onDrawn }: ThreadOptions = {},
): Promise<T[]> {
  signal?.throwIfAborted();
  const worker = new Worker(script, { workerData: work });
  const stop = () => void worker.terminate();
  signal?.addEventListener('abort', stop, { once: true });
  const drawn: T[] = [];
  try {
    return await new Promise<T[]>((resolve, reject) => {
      worker.on('message', (part: T) => {
        drawn.push(part);
        onDrawn?.(drawn.length);
        if (drawn.length === count) resolve(drawn);
      });
      worker.once('error', reject);
      worker.once('exit', () =>
        reject((signal?.reason as Error | undefined) ?? new Error('The picture was not drawn')),
      );
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
