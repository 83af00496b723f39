import type { LumaFrame } from '#analysis/luma-frame.ts';

const SIDE = 32;
const KEPT = 8;

/**
 * A 64-bit hash of how a picture looks, as 16 hex digits: alike pictures differ in few bits, whatever their size,
 * coding or brightness.
 */
export function perceptualHash(frame: LumaFrame): string {
  const low = lowFrequencies(shrink(frame));
  const sorted = low.slice(1).toSorted((a, b) => a - b);
  const median = (sorted[31]! + sorted[30]!) / 2;
  let hash = 0n;
  for (const value of low) hash = (hash << 1n) | (value > median ? 1n : 0n);
  return hash.toString(16).padStart(16, '0');
}

/** Bits in which two hashes differ, 0 to 64; about 32 for unrelated pictures. */
export function hashDistance(a: string, b: string): number {
  let bits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let count = 0;
  for (; bits > 0n; bits &= bits - 1n) count += 1;
  return count;
}

/** The picture at 32 × 32, each pixel the mean of those it covers. */
function shrink({ width, height, pixels }: LumaFrame): Float64Array {
  const sums = new Float64Array(SIDE * SIDE);
  const counts = new Uint32Array(SIDE * SIDE);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * SIDE) / height) * SIDE;
    for (let x = 0; x < width; x += 1) {
      const cell = row + Math.floor((x * SIDE) / width);
      sums[cell]! += pixels[y * width + x]!;
      counts[cell]! += 1;
    }
  }
  return sums.map((sum, i) => (counts[i] ? sum / counts[i] : 0));
}

const COSINES = Array.from({ length: KEPT }, (_, k) =>
  Float64Array.from({ length: SIDE }, (_unused, n) => Math.cos((Math.PI / SIDE) * (n + 0.5) * k)),
);

/** The 8 × 8 lowest frequencies of the cosine transform, rows first, then columns. */
function lowFrequencies(picture: Float64Array): Float64Array {
  const rows = new Float64Array(SIDE * KEPT);
  for (let y = 0; y < SIDE; y += 1) {
    for (let k = 0; k < KEPT; k += 1) {
      let sum = 0;
      for (let x = 0; x < SIDE; x += 1) sum += picture[y * SIDE + x]! * COSINES[k]![x]!;
      rows[y * KEPT + k] = sum;
    }
  }
  const low = new Float64Array(KEPT * KEPT);
  for (let j = 0; j < KEPT; j += 1) {
    for (let k = 0; k < KEPT; k += 1) {
      let sum = 0;
      for (let y = 0; y < SIDE; y += 1) sum += rows[y * KEPT + k]! * COSINES[j]![y]!;
      low[j * KEPT + k] = sum;
    }
  }
  return low;
}
