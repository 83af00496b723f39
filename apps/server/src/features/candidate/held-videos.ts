import type { OpenVariant } from '@mixreel/media';
import type { App } from '#context.ts';
import { perApp } from '#memory.ts';

/** How long parts are kept for a video that nobody reads any more, and for how many at once. */
const HOLD_MS = 120_000;
const MOST_HELD = 60;

type Held = { opening: Promise<OpenVariant>; timer: NodeJS.Timeout; shows: string[] };
const heldIn = perApp(() => new Map<string, Held>());

/** The video of this name if it is open here. Reading it keeps its parts for another two minutes. */
export function findHeld(app: Pick<App, 'memory'>, key: string): Promise<OpenVariant> | null {
  const held = heldIn(app);
  const known = held.get(key);
  if (!known) return null;
  known.timer.refresh();
  // Behind all others: where there are too many, those go that nobody has read for longest.
  held.delete(key);
  held.set(key, known);
  return known.opening;
}

/** The contents that a video shows which is open here. */
export function shownByHeld(app: Pick<App, 'memory'>, key: string): string[] {
  return heldIn(app).get(key)?.shows ?? [];
}

/** Opens a video that shows these contents, or finds it open. */
export async function hold(
  app: Pick<App, 'memory'>,
  key: string,
  shows: string[],
  open: () => Promise<OpenVariant>,
): Promise<OpenVariant> {
  const known = findHeld(app, key);
  // Whoever opened it may have gone, and stopped it: for this one it is opened again.
  if (known) return known.catch(() => hold(app, key, shows, open));
  const held = heldIn(app);
  const opening = open();
  held.set(key, { opening, shows, timer: setTimeout(() => drop(held, key), HOLD_MS).unref() });
  if (held.size > MOST_HELD) drop(held, held.keys().next().value!);
  try {
    return await opening;
  } catch (error) {
    drop(held, key);
    throw error;
  }
}

function drop(held: Map<string, Held>, key: string): void {
  const old = held.get(key);
  if (!old) return;
  held.delete(key);
  clearTimeout(old.timer);
  // One that failed to open holds nothing.
  old.opening.then(
    ({ release }) => release(),
    () => {},
  );
}
