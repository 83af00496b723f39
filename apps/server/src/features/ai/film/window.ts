import type { Mask } from '@mixreel/ai';
import type { Size } from './layers.ts';

/** A part of a picture, in fractions of it. */
export type Window = { left: number; top: number; width: number; height: number };

/** The largest part of a picture in the shape of the film that has as much of the subject as can be. */
export function chooseWindow(picture: Size, film: Size, mask: Mask | null): Window {
  const [own, wanted] = [picture.width / picture.height, film.width / film.height];
  const width = Math.min(1, wanted / own);
  const height = Math.min(1, own / wanted);
  const left = width < 1 ? placeOf(mask && sumsOf(mask, 'columns'), width, 0.5) : 0;
  // Without a subject what matters stands above the middle more often than below.
  const top = height < 1 ? placeOf(mask && sumsOf(mask, 'rows'), height, 0.42) : 0;
  return { left, top, width, height };
}

/** How much of a subject is in a window, 0 to 1. */
export function shareIn({ data, width, height }: Mask, { left, top, ...size }: Window): number {
  const [x0, y0] = [Math.round(left * width), Math.round(top * height)];
  const [x1, y1] = [Math.round((left + size.width) * width), Math.round((top + size.height) * height)];
  let [inside, all] = [0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const value = data[y * width + x]!;
      all += value;
      if (x >= x0 && x < x1 && y >= y0 && y < y1) inside += value;
    }
  }
  return all === 0 ? 1 : inside / all;
}

/** How much of the subject is in each column or row. */
function sumsOf({ data, width, height }: Mask, along: 'columns' | 'rows'): Float64Array {
  const sums = new Float64Array(along === 'columns' ? width : height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) sums[along === 'columns' ? x : y]! += data[y * width + x]!;
  }
  return sums;
}

/** Where a window of this length begins; of all places with most of the subject, the one in whose middle it is. */
function placeOf(sums: Float64Array | null, length: number, middle: number): number {
  if (!sums) return (1 - length) * middle;
  const span = Math.max(1, Math.round(sums.length * length));
  let inside = 0;
  for (let n = 0; n < span; n += 1) inside += sums[n]!;
  const held = [inside];
  for (let at = 1; at + span <= sums.length; at += 1) {
    inside += sums[at + span - 1]! - sums[at - 1]!;
    held.push(inside);
  }
  const most = Math.max(...held);
  const good = held.flatMap((value, at) => (value >= most * 0.985 ? [at] : []));
  return (good[0]! + good.at(-1)!) / 2 / sums.length;
}
