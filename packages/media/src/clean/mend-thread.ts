import { Worker } from 'node:worker_threads';
import type { Fill, Mended, Stretch } from '#clean/mend.ts';
import type { Answered, Said } from '#clean/mend.worker.ts';

type Options = { fill: Fill; signal: AbortSignal; onFrame: (done: number) => void };

/** Mends a stretch in a thread of its own; holes that only a model can fill are asked for here. */
export async function mendInThread(stretch: Stretch, { fill, signal, onFrame }: Options): Promise<Mended> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./mend.worker.ts', import.meta.url), {
    workerData: stretch,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<Mended>((resolve, reject) => {
      worker.on('message', (said: Said) => {
        if (said.type === 'frame') onFrame(said.done);
        else if (said.type === 'end') resolve(said.mended);
        else {
          fill(said.picture, said.hole, said.frame)
            // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
            .then((filled) => worker.postMessage({ filled } satisfies Answered))
            .catch(reject);
        }
      });
      worker.once('error', reject);
      worker.once('exit', () => reject((signal.reason as Error | undefined) ?? new Error('The thread ended')));
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
