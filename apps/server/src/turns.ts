import { setImmediate } from 'node:timers/promises';

/** Others have their turn after so long. */
const TURN_MS = 20;

/** For long work on the server's thread, to be awaited between its pieces: whoever else waits has a turn now and then. */
export function giveTurns(): () => Promise<void> {
  let turned_at = performance.now();
  return async () => {
    if (performance.now() - turned_at < TURN_MS) return;
    await setImmediate();
    turned_at = performance.now();
  };
}
