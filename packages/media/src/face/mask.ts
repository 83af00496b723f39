import type { Rect, Size } from '#clean/mark.ts';
import { at, OVAL, type Place, type Points } from '#face/points.ts';

/** A square that may be turned, as models look at it: middle, side, turn in radians. */
export type Square = { x: number; y: number; side: number; turn: number };
/** How surely each pixel of a square is bare skin of a face, 0 to 255; as many pixels a side as it has. */
export type Skin = { square: Square; data: Uint8Array };

/** The inside of a polygon: 1, else 0. */
export function polygon(places: readonly Place[], { x: left, y: top, width, height }: Rect): Float32Array {
  const made = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const line = top + y + 0.01;
    const crossings: number[] = [];
    for (let n = 0; n < places.length; n += 1) {
      const [a, b] = [places[n]!, places[(n + 1) % places.length]!];
      if (a.y > line === b.y > line) continue;
      crossings.push(a.x + ((line - a.y) * (b.x - a.x)) / (b.y - a.y) - left);
    }
    crossings.sort((a, b) => a - b);
    for (let n = 0; n + 1 < crossings.length; n += 2) {
      const [from, to] = [Math.max(0, Math.ceil(crossings[n]!)), Math.min(width - 1, Math.floor(crossings[n + 1]!))];
      if (to >= from) made.fill(1, y * width + from, y * width + to + 1);
    }
  }
  return made;
}

/** Means over squares, twice: nearly a bell. What is beyond the edge counts as nothing. */
export function blurred(data: Float32Array, { width, height }: Size, radius: number): Float32Array {
  if (radius < 1) return data;
  const reach = Math.round(radius / 2);
  let now = data;
  for (let round = 0; round < 2; round += 1) {
    now = meanOver(meanOver(now, width, height, reach, 1, width), height, width, reach, width, 1);
  }
  return now;
}

function meanOver(data: Float32Array, count: number, lines: number, reach: number, by: number, lineBy: number) {
  const made = new Float32Array(data.length);
  const scale = 1 / (2 * reach + 1);
  for (let line = 0; line < lines; line += 1) {
    const start = line * lineBy;
    let sum = 0;
    for (let n = -reach; n < count; n += 1) {
      if (n + reach < count) sum += data[start + (n + reach) * by]!;
      if (n - reach - 1 >= 0) sum -= data[start + (n - reach - 1) * by]!;
      if (n >= 0) made[start + n * by] = sum * scale;
    }
  }
  return made;
}

/** The face's outline, drawn in by a share of its size. */
export function outline(points: Points, inset: number): Place[] {
  const places = OVAL.map((n) => at(points, n));
  const middle = { x: 0, y: 0 };
  for (const { x, y } of places) {
    middle.x += x / places.length;
    middle.y += y / places.length;
  }
  return places.map(({ x, y }) => ({
    x: middle.x + (x - middle.x) * (1 - inset),
    y: middle.y + (y - middle.y) * (1 - inset),
  }));
}

/** From 0 at one value to 1 at another, without a kink. */
export function ramp(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

/** How much of each pixel of a part is skin, 0 to 1, told for one in `by` pixels: what lies before the face is none. */
export function skinIn({ square, data }: Skin, { x: left, y: top, width, height }: Rect, by: number): Float32Array {
  const side = Math.sqrt(data.length);
  const scale = side / square.side;
  const [cos, sin] = [Math.cos(square.turn) * scale, Math.sin(square.turn) * scale];
  const [columns, rows] = [Math.ceil(width / by), Math.ceil(height / by)];
  const made = new Float32Array(columns * rows);
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      const dx = left + (x + 0.5) * by - 0.5 - square.x;
      const dy = top + (y + 0.5) * by - 0.5 - square.y;
      const u = Math.min(side - 1.001, Math.max(0, cos * dx + sin * dy + side / 2 - 0.5));
      const v = Math.min(side - 1.001, Math.max(0, -sin * dx + cos * dy + side / 2 - 0.5));
      const i = Math.trunc(u);
      const j = Math.trunc(v);
      const [fu, fv] = [u - i, v - j];
      const n = j * side + i;
      const upper = data[n]! * (1 - fu) + data[n + 1]! * fu;
      const lower = data[n + side]! * (1 - fu) + data[n + side + 1]! * fu;
      made[y * columns + x] = (upper * (1 - fv) + lower * fv) / 255;
    }
  }
  return made;
}
