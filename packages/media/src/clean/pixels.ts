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

function byte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

/** Lays straight bridges over what is left of a hole, across and down, the shorter counting more. */
export function bridge(planes: Planes, { width, height }: Size, left: Uint8Array): void {
  if (!left.includes(1)) return;
  lay(planes[0], left, width, height);
  const [w, h] = [width >> 1, height >> 1];
  const half = new Uint8Array(w * h);
  for (let at = 0; at < left.length; at += 1) {
    if (left[at]) half[(Math.floor(at / width) >> 1) * w + ((at % width) >> 1)] = 1;
  }
  lay(planes[1], half, w, h);
  lay(planes[2], half, w, h);
}

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
