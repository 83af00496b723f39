import type { Mask } from '@mixreel/ai';
import type { Size } from './layers.ts';

/** A part of a picture, in fractions of it. */
export type Window = { left: number; top: number; width: number; height: number };
export type Box = { x: number; y: number; width: number; height: number };

/** Beyond a face, in heights of it: hair above, and a little air. */
const HEAD = { above: 0.55, below: 0.2, beside: 0.25 };

/**
 * The largest part of a picture in the shape of the film that has as much of the subject as can be. Whoever is in it keeps
 * their head, the largest first: a film that shows more of a jacket instead is no film of a person.
 */
export function chooseWindow(picture: Size, film: Size, mask: Mask | null, faces: Box[] = []): Window {
  const [own, wanted] = [picture.width / picture.height, film.width / film.height];
  const width = Math.min(1, wanted / own);
  const height = Math.min(1, own / wanted);
  const heads = faces.toSorted((a, b) => b.height - a.height).map((face) => headOf(face, picture));
  const columns = spanOf(
    heads.map((head) => ({ from: head.x, to: head.x + head.width })),
    width,
  );
  const rows = spanOf(
    heads.map((head) => ({ from: head.y, to: head.y + head.height })),
    height,
  );
  const left = width < 1 ? placeOf(mask && sumsOf(mask, 'columns'), width, 0.5, columns) : 0;
  // Without a subject what matters stands above the middle more often than below.
  const top = height < 1 ? placeOf(mask && sumsOf(mask, 'rows'), height, 0.42, rows) : 0;
  return { left, top, width, height };
}

/** Whether the largest of the faces is in a window. */
export function hasFace(faces: Box[], { left, top, width, height }: Window): boolean {
  const [face] = faces.toSorted((a, b) => b.height - a.height);
  if (!face) return true;
  const isAcross = face.x >= left && face.x + face.width <= left + width;
  return isAcross && face.y >= top && face.y + face.height <= top + height;
}

/** Of a line of text, what may be beyond the edge, or inside of it, without being noticed. */
const TEXT_SLACK = 0.04;

/** Whether the edge of a window goes through a line of text. */
export function cutsText(texts: Box[], { left, top, width, height }: Window): boolean {
  return texts.some((box) => {
    const across = Math.min(box.x + box.width, left + width) - Math.max(box.x, left);
    const down = Math.min(box.y + box.height, top + height) - Math.max(box.y, top);
    const share = (Math.max(0, across) * Math.max(0, down)) / (box.width * box.height);
    return share > TEXT_SLACK && share < 1 - TEXT_SLACK;
  });
}

function headOf({ x, y, width, height }: Box, picture: Size): Box {
  const beside = (HEAD.beside * height * picture.height) / picture.width;
  const [from, to] = [Math.max(0, x - beside), Math.min(1, x + width + beside)];
  const [top, bottom] = [Math.max(0, y - HEAD.above * height), Math.min(1, y + (1 + HEAD.below) * height)];
  return { x: from, y: top, width: to - from, height: bottom - top };
}

type Span = { from: number; to: number };

/** As many of the spans, the first ones first, as a window of this length can hold. */
function spanOf(spans: Span[], length: number): Span | null {
  let [held, ...others] = spans;
  for (const one of others) {
    const both: Span = { from: Math.min(held!.from, one.from), to: Math.max(held!.to, one.to) };
    if (both.to - both.from <= length) held = both;
  }
  return held ?? null;
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

/**
 * Where a window of this length begins; of all places with most of the subject, the one in whose middle it is. What is held
 * lies inside, or in the middle where it is longer than the window.
 */
function placeOf(sums: Float64Array | null, length: number, middle: number, held: Span | null): number {
  const [least, most] = held ? [Math.max(0, held.to - length), Math.min(1 - length, held.from)] : [0, 1 - length];
  if (least >= most) return Math.max(0, Math.min(1 - length, (least + most) / 2));
  if (!sums) return Math.max(least, Math.min(most, (1 - length) * middle));
  const span = Math.max(1, Math.round(sums.length * length));
  let inside = 0;
  for (let n = 0; n < span; n += 1) inside += sums[n]!;
  const found = [inside];
  for (let at = 1; at + span <= sums.length; at += 1) {
    inside += sums[at + span - 1]! - sums[at - 1]!;
    found.push(inside);
  }
  const isFree = (at: number) =>
    at / sums.length >= least - 1 / sums.length && at / sums.length <= most + 1 / sums.length;
  const free = found.flatMap((value, at) => (isFree(at) ? [{ value, at }] : []));
  const best = Math.max(...free.map(({ value }) => value));
  const good = free.filter(({ value }) => value >= best * 0.985);
  const place = ((good[0]?.at ?? 0) + (good.at(-1)?.at ?? 0)) / 2 / sums.length;
  return Math.max(least, Math.min(most, place));
}
