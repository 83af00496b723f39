import type { Rect } from '#clean/mark.ts';

/** One byte a pixel, row by row. */
export type Plane = { data: Uint8Array; width: number; height: number };

/** How much a pixel must stand out from what is around it, and how much of what stands out most. */
const LEAST = { luma: 14, chroma: 9 };
const SHARE = 0.3;
/** Letters stay where they are while the picture behind them moves: most of the looks must agree. */
const AGREED = 0.6;
/** Letters are no more than so much of a line. */
const FULL = 0.72;

/**
 * The letters of a line as a mask of its box: what stands out from a strip as wide as a stroke, darker or lighter or of
 * another colour, in most of the looks. Soft edges and the smear of codecs belong to it. Null where nearly all of the box
 * would be letters: then the box goes as a whole.
 */
export function findStrokes(looks: { planes: [Plane, Plane, Plane]; at: Rect }[], height: number): Uint8Array | null {
  const [first] = looks;
  if (!first) return null;
  const { width, height: rows } = first.at;
  const votes = new Uint16Array(width * rows);
  const reach = Math.max(3, Math.round(height * 0.16));
  for (const { planes, at } of looks) {
    const [luma, ...chroma] = planes;
    const stands = standing(luma, at, reach, LEAST.luma);
    const coloured = chroma.map((plane) => {
      const half = { x: at.x / 2, y: at.y / 2, width: at.width / 2, height: at.height / 2 };
      return standing(plane, half, Math.max(2, reach >> 1), LEAST.chroma);
    });
    for (let y = 0; y < rows; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const half = (y >> 1) * (width >> 1) + (x >> 1);
        if (stands[y * width + x] || coloured.some((plane) => plane[half])) votes[y * width + x]! += 1;
      }
    }
  }
  const needed = Math.max(1, Math.ceil(looks.length * AGREED));
  const letters = votes.map((count) => (count >= needed ? 1 : 0));
  const by = Math.min(8, Math.max(3, Math.round(height * 0.07)));
  const mask = widen(Uint8Array.from(letters), width, rows, by);
  let count = 0;
  for (const value of mask) count += value;
  return count > FULL * mask.length || count === 0 ? null : mask;
}

/** Which pixels of a part of a plane stand out from their surroundings, lighter or darker. */
function standing(plane: Plane, at: Rect, reach: number, least: number): Uint8Array {
  const part = grownCopy(plane, at, 2 * reach);
  const { width, height, data, left, top } = part;
  const opened = extreme(extreme(data, width, height, reach, Math.min), width, height, reach, Math.max);
  const closed = extreme(extreme(data, width, height, reach, Math.max), width, height, reach, Math.min);
  const heights = new Uint8Array(at.width * at.height);
  for (let y = 0; y < at.height; y += 1) {
    for (let x = 0; x < at.width; x += 1) {
      const from = (y + top) * width + x + left;
      heights[y * at.width + x] = Math.max(data[from]! - opened[from]!, closed[from]! - data[from]!);
    }
  }
  const threshold = Math.max(least, SHARE * percentile(heights, 0.97));
  return heights.map((value) => (value >= threshold ? 1 : 0));
}

function percentile(values: Uint8Array, share: number): number {
  const levels = new Uint32Array(256);
  for (const value of values) levels[value]! += 1;
  let left = values.length * share;
  let level = 0;
  while (level < 255 && (left -= levels[level]!) > 0) level += 1;
  return level;
}

/** A part with what is around it, as far as the picture goes. */
function grownCopy(plane: Plane, at: Rect, by: number) {
  const [x, y] = [Math.max(0, at.x - by), Math.max(0, at.y - by)];
  const width = Math.min(plane.width, at.x + at.width + by) - x;
  const height = Math.min(plane.height, at.y + at.height + by) - y;
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * plane.width + x;
    data.set(plane.data.subarray(from, from + width), row * width);
  }
  return { data, width, height, left: at.x - x, top: at.y - y };
}

/** The least or greatest value around each pixel, along rows and then along columns. */
function extreme(
  data: Uint8Array,
  width: number,
  height: number,
  reach: number,
  choose: (a: number, b: number) => number,
): Uint8Array {
  const along = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) slide(data, along, y * width, 1, width, reach, choose);
  const both = new Uint8Array(data.length);
  for (let x = 0; x < width; x += 1) slide(along, both, x, width, height, reach, choose);
  return both;
}

function slide(
  from: Uint8Array,
  to: Uint8Array,
  start: number,
  step: number,
  length: number,
  reach: number,
  choose: (a: number, b: number) => number,
): void {
  for (let n = 0; n < length; n += 1) {
    let value = from[start + n * step]!;
    const last = Math.min(length - 1, n + reach);
    for (let m = Math.max(0, n - reach); m <= last; m += 1) value = choose(value, from[start + m * step]!);
    to[start + n * step] = value;
  }
}

/** A mask with so many pixels more on every side. */
export function widen(mask: Uint8Array, width: number, height: number, by: number): Uint8Array {
  return extreme(mask, width, height, by, Math.max);
}
