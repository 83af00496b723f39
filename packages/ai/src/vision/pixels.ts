import type { RawPicture } from '#vision/sight.ts';

/** The value between four pixels; beyond the edge it is that of the edge. */
export function sample({ data, width, height }: RawPicture, x: number, y: number, channel: number): number {
  const cx = Math.min(width - 1, Math.max(0, x));
  const cy = Math.min(height - 1, Math.max(0, y));
  const left = Math.min(width - 2, Math.floor(cx));
  const top = Math.min(height - 2, Math.floor(cy));
  const fx = cx - left;
  const fy = cy - top;
  const at = (top * width + left) * 3 + channel;
  const row = width * 3;
  const upper = data[at]! * (1 - fx) + data[at + 3]! * fx;
  const lower = data[at + row]! * (1 - fx) + data[at + row + 3]! * fx;
  return upper * (1 - fy) + lower * fy;
}

/** The vector at length 1. */
export function normalise(vector: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i += 1) squares += vector[i]! ** 2;
  const scale = 1 / (Math.sqrt(squares) || 1);
  return Float32Array.from(vector, (value) => value * scale);
}

/** The product of two vectors of length 1: how alike they are. */
export function likeness(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i]! * b[i]!;
  return sum;
}
