import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Who holds a connection and waits for a second one may wait for others who do the same, for ever: as many as there are
 * connections stop the whole server. Nothing shows that before there are so many, so tests refuse every single one.
 */
const held = new AsyncLocalStorage<true>();
let isRefused = false;

/** Runs something that holds a connection. */
export function holding<T>(run: () => T): T {
  return held.run(true, run);
}

/** Runs something as somebody would who holds none. */
export function unheld<T>(run: () => T): T {
  return held.exit(run);
}

/** From now on, asking for a second connection fails. */
export function refuseSecond(): void {
  isRefused = true;
}

export function refuseNested(): void {
  if (isRefused && held.getStore()) throw new Error('A transaction asks for a second connection: hand it `tx` instead');
}
