import { Worker } from 'node:worker_threads';

export type ThreadOptions = { signal?: AbortSignal; onDrawn?: (count: number) => void };

/** To load what draws takes half a second of a processor, more than most pictures: a thread that is done waits for the next. */
const KEPT_MS = 30_000;
const kept = new Map<string, { worker: Worker; forget(): void }>();

/**
 * Has something drawn in a thread, which tells each part as it is done: a canvas is drawn on by whoever calls, and a large one
 * takes part of a second. `onDrawn` hears how many there are.
 */
export async function inThread<T>(
  script: URL,
  work: unknown,
  count: number,
  { signal, onDrawn }: ThreadOptions = {},
): Promise<T[]> {
  signal?.throwIfAborted();
  const worker = takeThread(script);
  const stop = () => void worker.terminate();
  signal?.addEventListener('abort', stop, { once: true });
  const drawn: T[] = [];
  let isDone = false;
  try {
    return await new Promise<T[]>((resolve, reject) => {
      worker.on('message', (part: T) => {
        drawn.push(part);
        onDrawn?.(drawn.length);
        if (drawn.length < count) return;
        isDone = !signal?.aborted;
        resolve(drawn);
      });
      worker.once('error', reject);
      worker.once('exit', () =>
        reject((signal?.reason as Error | undefined) ?? new Error('The picture was not drawn')),
      );
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(work);
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    leave(worker);
    // One that failed, or was stopped in the middle, has no next.
    if (isDone && !kept.has(script.href)) keepThread(script, worker);
    else await worker.terminate();
  }
}

/** Its own listeners stay: by them a thread knows whether somebody waits for it. */
function leave(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}

function takeThread(script: URL): Worker {
  const waiting = kept.get(script.href);
  if (!waiting) return new Worker(script);
  waiting.forget();
  leave(waiting.worker);
  waiting.worker.ref();
  return waiting.worker;
}

function keepThread({ href }: URL, worker: Worker): void {
  const timer = setTimeout(() => void worker.terminate(), KEPT_MS).unref();
  const forget = () => {
    clearTimeout(timer);
    kept.delete(href);
  };
  worker.once('exit', forget).once('error', forget);
  worker.unref();
  kept.set(href, { worker, forget });
}
