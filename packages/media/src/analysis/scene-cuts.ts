/** How a frame differs from the one before: pixel by pixel (0 to 255), and in its spread of brightness (0 to 1). */
export type Change = { difference: number; distance: number };

const LEAST_DIFFERENCE = 10;
const LEAST_DISTANCE = 0.12;
/** A cut stands out from what goes on around it; a fast pan is fast for many frames. */
const STANDS_OUT = 3;
const AROUND = 8;
/** Shots shorter than this are flashes. */
const SHORTEST_FRAMES = 6;

/** The frames with which a new scene begins. */
export function findCuts(changes: Change[]): number[] {
  const cuts: number[] = [];
  for (let i = 1; i < changes.length; i += 1) {
    const { difference, distance } = changes[i]!;
    if (difference < LEAST_DIFFERENCE) continue;
    // A whole new picture of the same brightness counts too, when nothing around it moves like that.
    const isNew = distance > LEAST_DISTANCE || difference > 2.5 * LEAST_DIFFERENCE;
    if (!isNew || difference < STANDS_OUT * usualAround(changes, i)) continue;
    if (i - (cuts.at(-1) ?? 0) >= SHORTEST_FRAMES) cuts.push(i);
  }
  return cuts;
}

/** The median change of the frames around, itself left out. */
function usualAround(changes: Change[], at: number): number {
  const around = changes.slice(Math.max(1, at - AROUND), at + AROUND + 1).map(({ difference }) => difference);
  const sorted = around.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
