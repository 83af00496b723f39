/**
 * Runs the work of each name once at a time: whoever asks meanwhile waits for the same run. A caller who aborts leaves;
 * the work itself is aborted when the last one has left.
 */
export function shareWork<T>() {
  type Run = { promise: Promise<T>; controller: AbortController; waiting: number };
  const runs = new Map<string, Run>();

  return async (name: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted();
    let run = runs.get(name);
    if (!run) {
      const controller = new AbortController();
      const promise = work(controller.signal).finally(() => {
        if (runs.get(name)?.promise === promise) runs.delete(name);
      });
      run = { promise, controller, waiting: 0 };
      runs.set(name, run);
    }
    const current = run;
    current.waiting += 1;
    try {
      return await orAborted(current.promise, signal);
    } finally {
      current.waiting -= 1;
      if (current.waiting === 0 && signal?.aborted) {
        // Taken off the list first, or the next caller would join work that is about to fail.
        if (runs.get(name) === current) runs.delete(name);
        current.controller.abort(signal.reason);
      }
    }
  };
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
