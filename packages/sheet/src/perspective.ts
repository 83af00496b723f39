import { contextOf, type Kit, type Surface } from '#kit.ts';
import type { Corners } from '#layer.ts';

type Point = { x: number; y: number };

/** Where the corners of a box of this size come to lie. */
export function pulledCorners(width: number, height: number, corners: Corners): Point[] {
  const still = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  return still.map(({ x, y }, n) => ({ x: x + (corners[n]?.x ?? 0) * width, y: y + (corners[n]?.y ?? 0) * height }));
}

/** Where in its box a point of a pulled picture comes from. */
export function beforePull(
  { width, height }: { width: number; height: number },
  corners: Corners,
  point: Point,
): Point {
  const back = inverse(projection(width, height, pulledCorners(width, height, corners)));
  if (!back) return point;
  const depth = back[6]! * point.x + back[7]! * point.y + back[8]!;
  return {
    x: (back[0]! * point.x + back[1]! * point.y + back[2]!) / depth,
    y: (back[3]! * point.x + back[4]! * point.y + back[5]!) / depth,
  };
}

/** A picture pulled by its corners: each pixel is read where it came from, between pixels. `left` and `top` are its new origin. */
export function pull(kit: Kit, surface: Surface, corners: Corners): { surface: Surface; left: number; top: number } {
  const { width, height } = surface;
  const to = pulledCorners(width, height, corners);
  const left = Math.floor(Math.min(...to.map(({ x }) => x)));
  const top = Math.floor(Math.min(...to.map(({ y }) => y)));
  const size = {
    width: Math.max(1, Math.ceil(Math.max(...to.map(({ x }) => x))) - left),
    height: Math.max(1, Math.ceil(Math.max(...to.map(({ y }) => y))) - top),
  };
  const pulled = kit.surface(size.width, size.height);
  const back = inverse(projection(width, height, to));
  if (!back) return { surface: pulled, left, top };
  const from = contextOf(surface).getImageData(0, 0, width, height);
  const context = contextOf(pulled);
  const made = context.createImageData(size.width, size.height);
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      const [px, py] = [x + left + 0.5, y + top + 0.5];
      const depth = back[6]! * px + back[7]! * py + back[8]!;
      const u = (back[0]! * px + back[1]! * py + back[2]!) / depth - 0.5;
      const v = (back[3]! * px + back[4]! * py + back[5]!) / depth - 0.5;
      if (u > -1 && v > -1 && u < width && v < height) readBetween(from, u, v, made.data, (y * size.width + x) * 4);
    }
  }
  context.putImageData(made, 0, 0);
  return { surface: pulled, left, top };
}

/** Colours count as much as they are seen; beyond the edge there is nothing. */
function readBetween(
  { data, width, height }: ImageData,
  u: number,
  v: number,
  into: Uint8ClampedArray,
  at: number,
): void {
  const [x, y] = [Math.floor(u), Math.floor(v)];
  let [r, g, b, a] = [0, 0, 0, 0];
  for (let j = 0; j < 2; j += 1) {
    for (let i = 0; i < 2; i += 1) {
      if (x + i < 0 || y + j < 0 || x + i >= width || y + j >= height) continue;
      const n = ((y + j) * width + x + i) * 4;
      const weight = (i === 0 ? 1 - u + x : u - x) * (j === 0 ? 1 - v + y : v - y) * data[n + 3]!;
      r += data[n]! * weight;
      g += data[n + 1]! * weight;
      b += data[n + 2]! * weight;
      a += weight;
    }
  }
  if (a <= 0) return;
  into[at] = r / a + 0.5;
  into[at + 1] = g / a + 0.5;
  into[at + 2] = b / a + 0.5;
  into[at + 3] = a + 0.5;
}

/** The projection that takes the corners of a box to four points, by rows. */
function projection(width: number, height: number, [a, b, c, d]: Point[]): number[] {
  if (!a || !b || !c || !d) throw new Error('Four corners');
  const [dx1, dx2, dx3] = [b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x];
  const [dy1, dy2, dy3] = [b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y];
  const whole = dx1 * dy2 - dx2 * dy1;
  const g = whole === 0 ? 0 : (dx3 * dy2 - dx2 * dy3) / whole;
  const h = whole === 0 ? 0 : (dx1 * dy3 - dx3 * dy1) / whole;
  return [
    (b.x - a.x + g * b.x) / width,
    (d.x - a.x + h * d.x) / height,
    a.x,
    (b.y - a.y + g * b.y) / width,
    (d.y - a.y + h * d.y) / height,
    a.y,
    g / width,
    h / height,
    1,
  ];
}

/** Null for corners that lie on a line. */
function inverse([a, b, c, d, e, f, g, h, i]: number[]): number[] | null {
  const [m00, m01, m02] = [e! * i! - f! * h!, c! * h! - b! * i!, b! * f! - c! * e!];
  const whole = a! * m00 + d! * m01 + g! * m02;
  if (Math.abs(whole) < 1e-12) return null;
  return [
    m00,
    m01,
    m02,
    f! * g! - d! * i!,
    a! * i! - c! * g!,
    c! * d! - a! * f!,
    d! * h! - e! * g!,
    b! * g! - a! * h!,
    a! * e! - b! * d!,
  ].map((value) => value / whole);
}
