import { Worker } from 'node:worker_threads';
import type { SheetWork } from '#sheet/draw-one.ts';

/**
 * Draws pictures, one after another, in a thread of its own: the canvas is drawn on by whoever calls, and a large one takes
 * part of a second. `onDrawn` is told of each as it is done.
 */
export async function drawSheets(
  works: SheetWork[],
  { signal, onDrawn }: { signal?: AbortSignal; onDrawn?: (count: number) => void } = {},
): Promise<Buffer[]> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./draw.worker.ts', import.meta.url), { workerData: works });
  const stop = () => void worker.terminate();
  signal?.addEventListener('abort', stop, { once: true });
  const drawn: Buffer[] = [];
  try {
    return await new Promise<Buffer[]>((resolve, reject) => {
      worker.on('message', (bytes: Uint8Array) => {
        drawn.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
        onDrawn?.(drawn.length);
        if (drawn.length === works.length) resolve(drawn);
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
