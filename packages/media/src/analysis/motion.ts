import type { LumaFrame } from '#analysis/luma-frame.ts';

/** How far a whole picture moved since the one before, in pixels of the measured size. */
export type Shift = { x: number; y: number };

/** Sums of the columns and rows of a picture, in three bands each: enough to tell how far it moved. */
export type Profile = { columns: Float32Array[]; rows: Float32Array[] };

const BANDS = 3;
const REACH = 8;

/** The sums of a picture. */
export function profileOf({ width, height, pixels }: LumaFrame): Profile {
  const columns = Array.from({ length: BANDS }, () => new Float32Array(width));
  const rows = Array.from({ length: BANDS }, () => new Float32Array(height));
  for (let y = 0; y < height; y += 1) {
    const column = columns[Math.floor((y * BANDS) / height)]!;
    const line = y * width;
    for (let band = 0, x = 0; band < BANDS; band += 1) {
      const end = Math.floor(((band + 1) * width) / BANDS);
      let sum = 0;
      for (; x < end; x += 1) {
        const pixel = pixels[line + x]!;
        column[x]! += pixel;
        sum += pixel;
      }
      rows[band]![y] = sum;
    }
  }
  return { columns, rows };
}

/** The move between two pictures that most of their bands agree on: a car that passes is not the camera. */
export function shiftBetween(before: Profile, after: Profile): Shift {
  return { x: middleOffset(before.columns, after.columns), y: middleOffset(before.rows, after.rows) };
}

/**
 * How much the camera trembles, in pixels a frame: what is left of the moves when the steady part, a pan or a walk, is
 * taken away.
 */
export function shakeOf(shifts: Shift[]): number {
  if (shifts.length < 3) return 0;
  let sum = 0;
  for (let i = 1; i < shifts.length - 1; i += 1) {
    const [before, now, after] = [shifts[i - 1]!, shifts[i]!, shifts[i + 1]!];
    sum += Math.hypot(now.x - (before.x + after.x) / 2, now.y - (before.y + after.y) / 2);
  }
  return sum / (shifts.length - 2);
}

function middleOffset(before: Float32Array[], after: Float32Array[]): number {
  const offsets = before.map((profile, band) => bestOffset(profile, after[band]!));
  return offsets.toSorted((a, b) => a - b)[1]!;
}

function bestOffset(before: Float32Array, after: Float32Array): number {
  const costs = Array.from({ length: 2 * REACH + 1 }, (_, i) => costOf(before, after, i - REACH));
  const best = costs.indexOf(Math.min(...costs));
  // When the camera moves, the moved picture fits far better than the old one; when something passes, neither does.
  if (costs[best]! > 0.6 * costs[REACH]!) return 0;
  const [left, middle, right] = [costs[best - 1], costs[best]!, costs[best + 1]];
  if (left === undefined || right === undefined) return best - REACH;
  // The lowest point of the curve through three costs: the move is finer than a pixel.
  const bend = left - 2 * middle + right;
  return best - REACH + (bend > 0 ? (left - right) / (2 * bend) : 0);
}

function costOf(before: Float32Array, after: Float32Array, offset: number): number {
  let sum = 0;
  for (let i = REACH; i < before.length - REACH; i += 1) sum += Math.abs(after[i + offset]! - before[i]!);
  return sum;
}
