import type { Frame } from '#clean/frames.ts';
import type { Rect } from '#clean/mark.ts';
import type { Motion } from '#clean/motion.ts';

/** Around a hidden pixel it is looked so far, and farther where letters stand so close that too few are seen. */
export const REACHES = [7, 14, 24] as const;
const FEWEST = 24;
/** And so far at last, in heights of the box. */
const BESIDE = 0.8;

/** How far what is seen around a pixel differs between two frames, by the root of squares: few that differ much count. */
type Likeness = { differs: number; contrast: number; reach: number };

/**
 * How like each other two frames are around a pixel; null where nothing is seen around it. A block as a whole may fit while
 * somebody walks through a part of it: there the other frame shows another moment.
 */
export function findLikeness(
  from: Frame,
  to: Frame,
  motion: Motion,
  box: Rect,
  hidden: Uint8Array | null,
): (x: number, y: number) => Likeness | null {
  const [{ data, width, height }] = from.planes;
  const there = to.planes[0].data;
  // In the middle of a box that goes as a whole nothing is seen but what is above and below it.
  const reaches = [...REACHES, Math.round(BESIDE * box.height)].toSorted((a, b) => a - b);
  const most = reaches.at(-1)!;
  const [left, top] = [Math.max(0, box.x - most), Math.max(0, box.y - most)];
  const across = Math.min(width - 1, box.x + box.width + most) - left;
  const down = Math.min(height - 1, box.y + box.height + most) - top;
  // Sums over all that is above and to the left, so that a window costs four looks.
  const line = across + 1;
  const tables = [0, 1, 2, 3].map(() => new Float64Array(line * (down + 1)));
  const [counts, sums, lights, squares] = tables as [Float64Array, Float64Array, Float64Array, Float64Array];
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      const at = (y + 1) * line + x + 1;
      for (const table of tables) table[at] = table[at - 1]! + table[at - line]! - table[at - line - 1]!;
      const difference = differ(left + x, top + y);
      if (difference === null) continue;
      const light = data[(top + y) * width + left + x]!;
      counts[at]! += 1;
      sums[at]! += difference * difference;
      lights[at]! += light;
      squares[at]! += light * light;
    }
  }
  return (x, y) => {
    for (const reach of reaches) {
      const [x0, y0] = [Math.max(0, x - left - reach), Math.max(0, y - top - reach)];
      const [x1, y1] = [Math.min(across, x - left + reach + 1), Math.min(down, y - top + reach + 1)];
      const over = (table: Float64Array) =>
        table[y1 * line + x1]! - table[y0 * line + x1]! - table[y1 * line + x0]! + table[y0 * line + x0]!;
      const count = over(counts);
      if (count < FEWEST) continue;
      const mean = over(lights) / count;
      return {
        differs: Math.sqrt(over(sums) / count),
        contrast: Math.sqrt(Math.max(0, over(squares) / count - mean * mean)),
        reach,
      };
    }
    return null;
  };

  function differ(x: number, y: number): number | null {
    const at = y * width + x;
    const step = from.hidden[at] ? null : motion.at(x, y);
    if (!step) return null;
    const [tx, ty] = [x + step.dx, y + step.dy];
    const [fx, fy] = [Math.floor(tx), Math.floor(ty)];
    if (fx < 0 || fy < 0 || fx > width - 2 || fy > height - 2) return null;
    const q = fy * width + fx;
    if (hidden && (hidden[q] || hidden[q + 1] || hidden[q + width] || hidden[q + width + 1])) return null;
    const [u, v] = [tx - fx, ty - fy];
    const upper = there[q]! + (there[q + 1]! - there[q]!) * u;
    const lower = there[q + width]! + (there[q + width + 1]! - there[q + width]!) * u;
    return upper + (lower - upper) * v - step.offset - data[at]!;
  }
}
