import type { Size } from '#clean/mark.ts';

/** Three bytes a pixel: red, green, blue. */
export type Rgb = { data: Uint8Array; width: number; height: number };
type Planes = [Uint8Array, Uint8Array, Uint8Array];

/** As BT.709 in TV range. What is changed comes back the same way, so a film of another matrix loses nothing. */
export function toRgb([luma, u, v]: Planes, { width, height }: Size): Rgb {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const half = (y >> 1) * (width >> 1) + (x >> 1);
      const at = y * width + x;
      const [l, b, r] = [1.1644 * (luma[at]! - 16), u[half]! - 128, v[half]! - 128];
      data[at * 3] = byte(l + 1.7927 * r);
      data[at * 3 + 1] = byte(l - 0.2132 * b - 0.5329 * r);
      data[at * 3 + 2] = byte(l + 2.1124 * b);
    }
  }
  return { data, width, height };
}

export function yuvOf(r: number, g: number, b: number): [number, number, number] {
  return [
    byte(16 + 0.1826 * r + 0.6142 * g + 0.062 * b),
    byte(128 - 0.1006 * r - 0.3386 * g + 0.4392 * b),
    byte(128 + 0.4392 * r - 0.3989 * g - 0.0403 * b),
  ];
}

/** The planes with the pixels of a hole taken from a picture; all others stay what they are. */
export function withRgb(planes: Planes, { width }: Size, { data }: Rgb, hole: Uint8Array): Planes {
  const [luma, u, v] = planes.map((plane) => Uint8Array.from(plane)) as Planes;
  for (let at = 0; at < hole.length; at += 1) {
    if (!hole[at]) continue;
    const half = (Math.floor(at / width) >> 1) * (width >> 1) + ((at % width) >> 1);
    const [l, b, r] = yuvOf(data[at * 3]!, data[at * 3 + 1]!, data[at * 3 + 2]!);
    luma[at] = l;
    u[half] = b;
    v[half] = r;
  }
  return [luma, u, v];
}

/** What was made up may be so much lighter or darker than what is seen around it: this, and so much of its spread. */
const TEMPER = { least: 6, spread: 1.2 };
const SEEN_LEAST = 40;

/**
 * Holds what a model made up to what is seen around it, `reach` pixels far: on plain ground it sometimes sees a thing where
 * there was text. Where nothing is seen so near, it is believed.
 */
export function temper(planes: Planes, { width, height }: Size, hole: Uint8Array, reach: number): void {
  const [w, h] = [width >> 1, height >> 1];
  const half = new Uint8Array(w * h);
  for (let at = 0; at < hole.length; at += 1) {
    if (hole[at]) half[Math.min(h - 1, Math.floor(at / width) >> 1) * w + Math.min(w - 1, (at % width) >> 1)] = 1;
  }
  hold(planes[0], hole, width, height, reach);
  hold(planes[1], half, w, h, reach >> 1);
  hold(planes[2], half, w, h, reach >> 1);
}

function hold(plane: Uint8Array, hole: Uint8Array, width: number, height: number, reach: number): void {
  // Sums over all that is above and to the left: how many are seen, how light, and the squares of that.
  const line = width + 1;
  const [counts, lights, squares] = [0, 1, 2].map(() => new Float64Array(line * (height + 1))) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [at, from] = [(y + 1) * line + x + 1, y * width + x];
      const value = hole[from] ? 0 : plane[from]!;
      const seen = hole[from] ? 0 : 1;
      counts[at] = seen + counts[at - 1]! + counts[at - line]! - counts[at - line - 1]!;
      lights[at] = value + lights[at - 1]! + lights[at - line]! - lights[at - line - 1]!;
      squares[at] = value * value + squares[at - 1]! + squares[at - line]! - squares[at - line - 1]!;
    }
  }
  for (let at = 0; at < hole.length; at += 1) {
    if (!hole[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    const [x0, y0] = [Math.max(0, x - reach), Math.max(0, y - reach)];
    const [x1, y1] = [Math.min(width, x + reach + 1), Math.min(height, y + reach + 1)];
    const over = (table: Float64Array) =>
      table[y1 * line + x1]! - table[y0 * line + x1]! - table[y1 * line + x0]! + table[y0 * line + x0]!;
    const count = over(counts);
    if (count < SEEN_LEAST) continue;
    const mean = over(lights) / count;
    const most = TEMPER.least + TEMPER.spread * Math.sqrt(Math.max(0, over(squares) / count - mean * mean));
    plane[at] = byte(Math.max(mean - most, Math.min(mean + most, plane[at]!)));
  }
}

function byte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

/** Lays bridges over what is left of a hole, and evens them out. */
export function bridge(planes: Planes, { width, height }: Size, left: Uint8Array): void {
  if (!left.includes(1)) return;
  span(planes[0], left, width, height);
  const [w, h] = [width >> 1, height >> 1];
  const half = new Uint8Array(w * h);
  for (let at = 0; at < left.length; at += 1) {
    if (left[at]) half[(Math.floor(at / width) >> 1) * w + ((at % width) >> 1)] = 1;
  }
  span(planes[1], half, w, h);
  span(planes[2], half, w, h);
}

function span(plane: Uint8Array, hole: Uint8Array, width: number, height: number): void {
  const even = evenOut(plane, { width, height }, hole);
  for (let at = 0; at < plane.length; at += 1) if (hole[at]) plane[at] = byte(even[at]!);
}

/** Straight bridges, across and down, the shorter counting more. */
function lay(plane: Uint8Array, hole: Uint8Array, width: number, height: number): void {
  const sums = new Float32Array(plane.length);
  const weights = new Float32Array(plane.length);
  const walk = (start: number, step: number, length: number) => {
    for (let first = 0; first < length; first += 1) {
      if (!hole[start + first * step]) continue;
      let end = first;
      while (end < length && hole[start + end * step]) end += 1;
      const [before, after] = [first > 0, end < length];
      if (before || after) {
        const a = plane[start + (before ? first - 1 : end) * step]!;
        const b = plane[start + (after ? end : first - 1) * step]!;
        for (let n = first; n < end; n += 1) {
          const at = start + n * step;
          sums[at]! += (a + ((b - a) * (n - first + 1)) / (end - first + 1)) / (end - first);
          weights[at]! += 1 / (end - first);
        }
      }
      first = end;
    }
  };
  for (let y = 0; y < height; y += 1) walk(y * width, 1, width);
  for (let x = 0; x < width; x += 1) walk(x, width, height);
  for (let at = 0; at < plane.length; at += 1) if (weights[at]! > 0) plane[at] = Math.round(sums[at]! / weights[at]!);
}

/** So much of letters that a model filled comes from the colours around them. */
const EVEN_SHARE = 0.5;
const SWEEPS = 120;
/** Steps that go a little too far end sooner. */
const HASTE = 1.8;

/**
 * Mixes what a model put behind letters with the colours around, evened out over the hole. Strokes are thin: the model
 * sees things there, evenness loses the grain, and each is wrong where the other is not. Boxes that go as a whole are the
 * model's alone: evened out, they would be a blot.
 */
export function mixEven(planes: Planes, { width, height }: Size, hole: Uint8Array, letters: Uint8Array): void {
  const [w, h] = [width >> 1, height >> 1];
  const halves = [hole, letters].map((mask) => {
    const half = new Uint8Array(w * h);
    for (let at = 0; at < mask.length; at += 1) {
      if (mask[at]) half[Math.min(h - 1, Math.floor(at / width) >> 1) * w + Math.min(w - 1, (at % width) >> 1)] = 1;
    }
    return half;
  }) as [Uint8Array, Uint8Array];
  mixPlane(planes[0], { width, height }, hole, letters);
  mixPlane(planes[1], { width: w, height: h }, ...halves);
  mixPlane(planes[2], { width: w, height: h }, ...halves);
}

/** The same for a picture of three colours. */
export function mixEvenRgb({ data, width, height }: Rgb, hole: Uint8Array): void {
  const plane = new Uint8Array(width * height);
  for (let colour = 0; colour < 3; colour += 1) {
    for (let at = 0; at < plane.length; at += 1) plane[at] = data[at * 3 + colour]!;
    mixPlane(plane, { width, height }, hole, hole);
    for (let at = 0; at < plane.length; at += 1) data[at * 3 + colour] = plane[at]!;
  }
}

function mixPlane(plane: Uint8Array, size: Size, hole: Uint8Array, letters: Uint8Array): void {
  const even = evenOut(plane, size, hole);
  for (let at = 0; at < plane.length; at += 1) {
    if (hole[at] && letters[at]) plane[at] = byte(plane[at]! + (even[at]! - plane[at]!) * EVEN_SHARE);
  }
}

/** A plane in which each pixel of a hole is the mean of its neighbours. */
export function evenOut(plane: Uint8Array, { width, height }: Size, hole: Uint8Array): Float32Array {
  const begun = Uint8Array.from(plane);
  lay(begun, hole, width, height);
  const even = Float32Array.from(begun);
  const pixels = Int32Array.from(hole.keys().filter((at) => hole[at] !== 0));
  // Told once: in each sweep it would take longer than all else.
  const isEdge = Uint8Array.from(pixels, (at) => {
    const x = at % width;
    return x === 0 || x === width - 1 || at < width || at >= width * (height - 1) ? 1 : 0;
  });
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (let n = 0; n < pixels.length; n += 1) {
      const at = pixels[n]!;
      const own = even[at]!;
      const around = isEdge[n]
        ? atEdge(even, at, width, height)
        : even[at - 1]! + even[at + 1]! + even[at - width]! + even[at + width]!;
      even[at] = own + HASTE * (around / 4 - own);
    }
  }
  return even;
}

/** All four around a pixel; itself where the plane ends. */
function atEdge(even: Float32Array, at: number, width: number, height: number): number {
  const x = at % width;
  const own = even[at]!;
  const left = x > 0 ? even[at - 1]! : own;
  const right = x < width - 1 ? even[at + 1]! : own;
  const above = at >= width ? even[at - width]! : own;
  const below = at < width * (height - 1) ? even[at + width]! : own;
  return left + right + above + below;
}
