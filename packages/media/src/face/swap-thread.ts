import { Worker } from 'node:worker_threads';
import type { Asking, Stretched, SwapStretch } from '#face/stretch.ts';
import type { Answered, Said } from '#face/swap.worker.ts';

type Options = Asking & { signal: AbortSignal; onFrame: (done: number) => void };

/** Swaps the faces of a stretch in a thread of its own; what only models know is asked for here. */
export async function swapInThread(stretch: SwapStretch, options: Options): Promise<Stretched> {
  const { follow, skin, judge, signal, onFrame } = options;
  signal.throwIfAborted();
  const worker = new Worker(new URL('./swap.worker.ts', import.meta.url), {
    workerData: stretch,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  const answer = async (said: Extract<Said, { type: 'follow' | 'skin' | 'judge' }>): Promise<Answered['answer']> => {
    if (said.type === 'follow') return follow(said);
    if (said.type === 'skin') return skin(said);
    return judge(said.face, said.before, said.after, said.at);
  };
  try {
    return await new Promise<Stretched>((resolve, reject) => {
      worker.on('message', (said: Said) => {
        if (said.type === 'frame') onFrame(said.done);
        else if (said.type === 'end') resolve(said.stretched);
        else {
          answer(said)
            // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
            .then((answered) => worker.postMessage({ answer: answered } satisfies Answered))
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
