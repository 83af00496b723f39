/** Runs the work when its turn comes; what is urgent goes before all that waits. */
export type Slots = <T>(work: () => Promise<T>, signal?: AbortSignal, isUrgent?: boolean) => Promise<T>;

/** Lets at most `count` pieces of work run at once, in the order they came. */
export function openSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;

  return async <T>(work: () => Promise<T>, signal?: AbortSignal, isUrgent = false): Promise<T> => {
    // Who has gone already would wait for a turn that nobody wants.
    signal?.throwIfAborted();
    if (free > 0) free -= 1;
    else await turn(waiting, signal, isUrgent);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

function turn(waiting: (() => void)[], signal: AbortSignal | undefined, isUrgent: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      waiting.splice(waiting.indexOf(go), 1);
      reject(signal!.reason as Error);
    };
    const go = () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    };
    if (isUrgent) waiting.unshift(go);
    else waiting.push(go);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
