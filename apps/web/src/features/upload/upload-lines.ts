/** How many files are on the wire at once, in all tabs together: a browser has six connections to a server, and pages need some. */
const LINES = 2;

// Typed as always there, but undefined outside secure contexts.
const locks = navigator.locks as LockManager | undefined;

const free = Array.from({ length: LINES }, (_, line) => line);
const waiting: ((line: number) => void)[] = [];

/** Sends by one of the lines, when it is free here and in the other tabs. */
export async function byFreeLine(signal: AbortSignal, send: () => Promise<void>): Promise<void> {
  const line = free.shift() ?? (await new Promise<number>((take) => waiting.push(take)));
  try {
    signal.throwIfAborted();
    if (locks) await locks.request(`upload line ${line}`, { signal }, send);
    else await send();
  } finally {
    const next = waiting.shift();
    if (next) next(line);
    else free.push(line);
  }
}
