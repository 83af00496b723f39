import { Worker } from 'node:worker_threads';
import type { Answered, Said } from '#clean/ask-fill.ts';
import type { Fill, Mended, Stretch } from '#clean/mend.ts';

type Options = { fill: Fill; signal: AbortSignal; onFrame: (done: number) => void };

/** Mends a stretch in a thread of its own; holes that only a model can fill are asked for here. */
export function mendInThread(stretch: Stretch, options: Options): Promise<Mended> {
  return inFillingThread<Mended>(new URL('./mend.worker.ts', import.meta.url), stretch, options);
}

/** A thread that answers once, and asks for what only a model can fill on the way. */
export async function inFillingThread<T>(
  file: URL,
  workerData: unknown,
  { fill, signal, onFrame }: Options,
): Promise<T> {
  signal.throwIfAborted();
  const worker = new Worker(file, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<T>((resolve, reject) => {
      worker.on('message', (said: Said<T>) => {
        if (said.type === 'frame') onFrame(said.done);
        else if (said.type === 'end') resolve(said.made);
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
