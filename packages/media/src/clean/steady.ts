import { type Hole, lookThere, type Planes, put } from '#clean/borrow.ts';
import type { Frame } from '#clean/frames.ts';
import type { Rect } from '#clean/mark.ts';
import { findMotion, type Motion, sampleSmooth } from '#clean/motion.ts';

/** A difference to the frame before up to this may be noise, and of a small one so much stays. */
const QUIET = { most: 9, share: 0.15 };
/** How far around a pixel it is looked how much the film changes there, and how many pixels say something. */
const AROUND = 12;
const FEWEST = 24;

/**
 * Quietens what was put into a hole: each frame took it from others, with their noise, and the film's own is quieter where
 * nothing moves. What differs little from the frame before, along the motion, goes over to it, no faster than the film changes
 * close by; what differs more is a change.
 */
export function steady(frame: Frame, before: Frame, hole: Hole, planes: Planes, number: number): void {
  const { pixels, box } = hole;
  const motion = findMotion(frame, before, box, { isSeenThere: true });
  if (!motion) return;
  const { width } = frame.planes[0];
  const [moving, staying] = [motion, STILL].map((one) => findPace(frame, before, one, box, hole.map)) as [Pace, Pace];
  for (const pixel of pixels) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const [moved, stayed] = [moving(x, y), staying(x, y)];
    // A motion that fits no better than none was drawn from noise, or from something that moves beside.
    const isStill = stayed <= moved;
    const pace = isStill ? stayed : moved;
    const value = lookThere(before, isStill ? STILL : motion, pixel, width, null);
    if (!value) continue;
    const half = (Math.floor(pixel / width) >> 1) * (width >> 1) + ((pixel % width) >> 1);
    const own = [planes[0][pixel]!, planes[1][half]!, planes[2][half]!] as const;
    const apart = value.map((one, plane) => Math.abs(one - own[plane]!));
    const off = Math.max(...apart) / QUIET.most;
    if (off >= 1) continue;
    // Steps of less than one are taken by as many of the pixels: rounded, all of them would stay, and then all would jump.
    const chance = chanceOf(pixel, number) - 0.5;
    put(planes, pixel, width, (plane) => {
      // Bit by bit, or what grows lighter slowly would lag behind and then jump.
      const whole = apart[plane]! * (QUIET.share + (1 - QUIET.share) * off * off);
      const by = whole <= pace ? whole : pace + (whole - pace) * off ** 4;
      return value[plane] + Math.sign(own[plane] - value[plane]) * by + chance;
    });
  }
}

const STILL: Motion = { shift: { dx: 0, dy: 0 }, isOne: true, at: () => ({ dx: 0, dy: 0, offset: 0 }) };
type Pace = (x: number, y: number) => number;

/** How much what is seen around a pixel differs from the frame before on average. */
function findPace(from: Frame, to: Frame, motion: Motion, box: Rect, hole: Uint8Array): Pace {
  const [{ data, width, height }] = from.planes;
  const [left, top] = [Math.max(0, box.x - AROUND), Math.max(0, box.y - AROUND)];
  const across = Math.min(width, box.x + box.width + AROUND) - left;
  const down = Math.min(height, box.y + box.height + AROUND) - top;
  // Sums over all that is above and to the left, so that a window costs four looks.
  const line = across + 1;
  const [counts, sums] = [new Float64Array(line * (down + 1)), new Float64Array(line * (down + 1))];
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      const at = (y + 1) * line + x + 1;
      for (const table of [counts, sums]) table[at] = table[at - 1]! + table[at - line]! - table[at - line - 1]!;
      const here = (top + y) * width + left + x;
      const step = hole[here] ? null : motion.at(left + x, top + y);
      if (!step) continue;
      const [tx, ty] = [left + x + step.dx, top + y + step.dy];
      if (tx < 0 || ty < 0 || tx > width - 1 || ty > height - 1) continue;
      counts[at]! += 1;
      sums[at]! += Math.min(QUIET.most, Math.abs(sampleSmooth(to.planes[0], tx, ty) - data[here]!));
    }
  }
  return (x, y) => {
    const [x0, y0] = [Math.max(0, x - left - AROUND), Math.max(0, y - top - AROUND)];
    const [x1, y1] = [Math.min(across, x - left + AROUND + 1), Math.min(down, y - top + AROUND + 1)];
    const over = (table: Float64Array) =>
      table[y1 * line + x1]! - table[y0 * line + x1]! - table[y1 * line + x0]! + table[y0 * line + x0]!;
    const count = over(counts);
    return count < FEWEST ? QUIET.most : over(sums) / count;
  };
}

/** Between 0 and 1, the same for the same pixel of the same frame. */
function chanceOf(pixel: number, number: number): number {
  const mixed = Math.imul(pixel ^ Math.imul(number, 0x9e3779b1), 0x85ebca6b);
  return (Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0) / 2 ** 32;
}
