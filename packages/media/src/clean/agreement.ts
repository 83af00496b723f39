import type { Frame } from '#clean/frames.ts';
import type { Rect } from '#clean/mark.ts';
import type { Motion } from '#clean/motion.ts';

/** Around a hidden pixel it is looked so far, at so many pixels at least. */
const REACH = 7;
const FEWEST = 12;
/** What is seen around a pixel in both frames may differ by this much on average. */
const DIFFERS = 5;

/**
 * Whether what is seen around a pixel is the same in both frames. A block as a whole may fit while somebody walks through a
 * part of it: there the other frame shows another moment.
 */
export function findAgreement(
  from: Frame,
  to: Frame,
  motion: Motion,
  box: Rect,
  hidden: Uint8Array | null,
): (x: number, y: number) => boolean {
  const [{ data, width, height }] = from.planes;
  const there = to.planes[0].data;
  const [left, top] = [Math.max(0, box.x - REACH), Math.max(0, box.y - REACH)];
  const across = Math.min(width - 1, box.x + box.width + REACH) - left;
  const down = Math.min(height - 1, box.y + box.height + REACH) - top;
  // Sums over all that is above and to the left, so that a window costs four looks.
  const line = across + 1;
  const sums = new Float64Array(line * (down + 1));
  const counts = new Int32Array(line * (down + 1));
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      const [difference, count] = differ(left + x, top + y);
      const at = (y + 1) * line + x + 1;
      sums[at] = difference + sums[at - 1]! + sums[at - line]! - sums[at - line - 1]!;
      counts[at] = count + counts[at - 1]! + counts[at - line]! - counts[at - line - 1]!;
    }
  }
  return (x, y) => {
    const [x0, y0] = [Math.max(0, x - left - REACH), Math.max(0, y - top - REACH)];
    const [x1, y1] = [Math.min(across, x - left + REACH + 1), Math.min(down, y - top + REACH + 1)];
    const over = (table: Float64Array | Int32Array) =>
      table[y1 * line + x1]! - table[y0 * line + x1]! - table[y1 * line + x0]! + table[y0 * line + x0]!;
    const count = over(counts);
    return count < FEWEST || over(sums) <= DIFFERS * count;
  };

  function differ(x: number, y: number): [difference: number, count: 0 | 1] {
    const at = y * width + x;
    const step = from.hidden[at] ? null : motion.at(x, y);
    if (!step) return [0, 0];
    const [tx, ty] = [x + step.dx, y + step.dy];
    const [fx, fy] = [Math.floor(tx), Math.floor(ty)];
    if (fx < 0 || fy < 0 || fx > width - 2 || fy > height - 2) return [0, 0];
    const q = fy * width + fx;
    if (hidden && (hidden[q] || hidden[q + 1] || hidden[q + width] || hidden[q + width + 1])) return [0, 0];
    const [u, v] = [tx - fx, ty - fy];
    const upper = there[q]! + (there[q + 1]! - there[q]!) * u;
    const lower = there[q + width]! + (there[q + width + 1]! - there[q + width]!) * u;
    return [Math.abs(upper + (lower - upper) * v - step.offset - data[at]!), 1];
  }
}
