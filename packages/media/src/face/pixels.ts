import type { Rect, Size } from '#clean/mark.ts';
import type { Square } from '#face/mask.ts';

export type Rgb = { data: Uint8Array; width: number; height: number };

/** How colours are written as lightness and two differences. */
export type Colours = { isHd: boolean; isFull: boolean };

/** A frame as it lies on the disk: lightness and colour (yuv420p) of films, red, green and blue of pictures (`colours` null). */
export type Frame = { raw: Uint8Array; size: Size; colours: Colours | null };

/** A part of a frame in red, green and blue; its place and size are even. */
export function readPart({ raw, size, colours }: Frame, { x, y, width, height }: Rect): Rgb {
  const data = new Uint8Array(width * height * 3);
  if (!colours) {
    for (let row = 0; row < height; row += 1) {
      const from = ((y + row) * size.width + x) * 3;
      data.set(raw.subarray(from, from + width * 3), row * width * 3);
    }
    return { data, width, height };
  }
  const { lift, gain, rv, gu, gv, bu } = numbersOf(colours);
  const half = size.width >> 1;
  const area = size.width * size.height;
  let to = 0;
  for (let row = y; row < y + height; row += 1) {
    const chroma = area + (row >> 1) * half;
    for (let column = x; column < x + width; column += 1, to += 3) {
      const light = (raw[row * size.width + column]! - lift) * gain;
      const at = chroma + (column >> 1);
      const u = raw[at]! - 128;
      const v = raw[at + area / 4]! - 128;
      data[to] = byte(light + rv * v);
      data[to + 1] = byte(light - gu * u - gv * v);
      data[to + 2] = byte(light + bu * u);
    }
  }
  return { data, width, height };
}

/** Writes what has changed of a part (where `changed` is not 0) back into its frame: all other bytes stay. */
export function writePart({ raw, size, colours }: Frame, part: Rect, { data }: Rgb, changed: Uint8Array): void {
  const { x, y, width, height } = part;
  if (!colours) {
    for (let n = 0; n < changed.length; n += 1) {
      if (changed[n] === 0) continue;
      const to = ((y + Math.floor(n / width)) * size.width + x + (n % width)) * 3;
      for (let colour = 0; colour < 3; colour += 1) raw[to + colour] = data[n * 3 + colour]!;
    }
    return;
  }
  const { lift, gain, r, g, b, cb, cr } = numbersOf(colours);
  const half = size.width >> 1;
  const area = size.width * size.height;
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      const first = row * width + column;
      const below = first + width;
      if ((changed[first]! | changed[first + 1]! | changed[below]! | changed[below + 1]!) === 0) continue;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let corner = 0; corner < 4; corner += 1) {
        const n = first + (corner & 1) + (corner >> 1) * width;
        const own = [data[n * 3]!, data[n * 3 + 1]!, data[n * 3 + 2]!] as const;
        red += own[0] / 4;
        green += own[1] / 4;
        blue += own[2] / 4;
        if (changed[n] === 0) continue;
        const to = (y + row + (corner >> 1)) * size.width + x + column + (corner & 1);
        raw[to] = byte((r * own[0] + g * own[1] + b * own[2]) / gain + lift);
      }
      const light = r * red + g * green + b * blue;
      const place = area + ((y + row) >> 1) * half + ((x + column) >> 1);
      raw[place] = byte((blue - light) * cb + 128);
      raw[place + area / 4] = byte((red - light) * cr + 128);
    }
  }
}

/** A picture for models: where it lies in its frame, and how many pixels of that are one of it. */
export type Cutting = { picture: Rgb; x: number; y: number; by: number };

/** Models see 256 pixels a side: more of them are only carried about. */
const SEEN_SIDE = 256;

/** What lies around a turned square, made smaller by a whole number as long as models lose nothing. */
export function cutAround({ raw, size, colours }: Frame, { x, y, side, turn }: Square): Cutting {
  const by = Math.max(1, Math.floor(side / SEEN_SIDE));
  const reach = (side * (Math.abs(Math.cos(turn)) + Math.abs(Math.sin(turn)))) / 2 + 2 * by;
  const left = Math.min(size.width - 1, Math.max(0, Math.floor(x - reach)));
  const top = Math.min(size.height - 1, Math.max(0, Math.floor(y - reach)));
  const width = Math.max(1, Math.floor((Math.min(size.width, x + reach) - left) / by));
  const height = Math.max(1, Math.floor((Math.min(size.height, y + reach) - top) / by));
  const data = new Uint8Array(width * height * 3);
  const picture = { data, width, height };
  if (!colours) {
    reduce(picture, raw, size, { left, top, by });
    return { picture, x: left, y: top, by };
  }
  const { lift, gain, rv, gu, gv, bu } = numbersOf(colours);
  const half = size.width >> 1;
  const area = size.width * size.height;
  const share = gain / (by * by);
  const middle = by >> 1;
  let to = 0;
  for (let row = 0; row < height; row += 1) {
    const py = Math.min(top + row * by, size.height - by);
    const chroma = area + ((py + middle) >> 1) * half;
    for (let column = 0; column < width; column += 1, to += 3) {
      const px = Math.min(left + column * by, size.width - by);
      let sum = 0;
      for (let line = 0; line < by; line += 1) {
        const from = (py + line) * size.width + px;
        for (let at = from; at < from + by; at += 1) sum += raw[at]!;
      }
      const light = sum * share - lift * gain;
      const place = chroma + ((px + middle) >> 1);
      const u = raw[place]! - 128;
      const v = raw[place + area / 4]! - 128;
      data[to] = byte(light + rv * v);
      data[to + 1] = byte(light - gu * u - gv * v);
      data[to + 2] = byte(light + bu * u);
    }
  }
  return { picture, x: left, y: top, by };
}

/** The same for red, green and blue. */
function reduce(
  { data, width, height }: Rgb,
  raw: Uint8Array,
  size: Size,
  { left, top, by }: { left: number; top: number; by: number },
): void {
  for (let n = 0; n < width * height * 3; n += 1) {
    const [pixel, colour] = [Math.floor(n / 3), n % 3];
    const px = Math.min(left + (pixel % width) * by, size.width - by);
    const py = Math.min(top + Math.floor(pixel / width) * by, size.height - by);
    let sum = 0;
    for (let line = py; line < py + by; line += 1) {
      for (let at = line * size.width + px; at < line * size.width + px + by; at += 1) sum += raw[at * 3 + colour]!;
    }
    data[n] = sum / (by * by) + 0.5;
  }
}

/** A square of a frame in pixels of what was cut out of it. */
export function squareIn({ x, y, by }: Cutting, square: Square): Square {
  return { ...square, x: (square.x - x) / by, y: (square.y - y) / by, side: square.side / by };
}

/** Points that were found in what was cut out, in pixels of the frame. */
export function pointsOutOf({ x, y, by }: Cutting, points: Float32Array): Float32Array {
  const made = new Float32Array(points.length);
  for (let n = 0; n < points.length; n += 3) {
    made[n] = points[n]! * by + x;
    made[n + 1] = points[n + 1]! * by + y;
    made[n + 2] = points[n + 2]! * by;
  }
  return made;
}

function byte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : Math.trunc(value + 0.5);
}

function numbersOf({ isHd, isFull }: Colours) {
  const [r, b] = isHd ? [0.2126, 0.0722] : [0.299, 0.114];
  const g = 1 - r - b;
  const [lift, gain, wide] = isFull ? [0, 1, 1] : [16, 255 / 219, 255 / 224];
  const [rv, bu] = [2 * (1 - r) * wide, 2 * (1 - b) * wide];
  return { r, g, b, lift, gain, rv, bu, gu: (bu * b) / g, gv: (rv * r) / g, cb: 1 / bu, cr: 1 / rv };
}
