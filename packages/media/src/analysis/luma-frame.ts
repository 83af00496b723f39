/** A small grey picture: one byte per pixel, row by row. */
export type LumaFrame = { width: number; height: number; pixels: Uint8Array };

/** The size of the pictures that are measured: the long side has this many pixels. */
const MEASURED_SIDE = 192;

/** The measured size of a picture of this shape, in even pixels. */
export function measuredSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = MEASURED_SIDE / Math.max(width, height);
  const even = (value: number) => Math.max(16, 2 * Math.round((value * scale) / 2));
  return { width: even(width), height: even(height) };
}

/**
 * Cuts a stream of raw bytes into frames of so many bytes a pixel. A frame lives until the next but one: two places for
 * pixels in turn, for a new one each time would keep the collector busy.
 */
export function frameCutter(
  { width, height, depth = 1 }: { width: number; height: number; depth?: number },
  onFrame: (frame: LumaFrame) => void,
): (chunk: Buffer) => void {
  const size = width * height * depth;
  let [pixels, other] = [new Uint8Array(size), new Uint8Array(size)];
  let filled = 0;
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      const part = Math.min(size - filled, chunk.length - at);
      pixels.set(chunk.subarray(at, at + part), filled);
      filled += part;
      at += part;
      if (filled === size) {
        onFrame({ width, height, pixels });
        [pixels, other] = [other, pixels];
        filled = 0;
      }
    }
  };
}

/** How many pixels have each brightness: one look at a frame from which three measures follow. */
export type Levels = Uint32Array;

export function countLevels({ pixels }: LumaFrame): Levels {
  const levels = new Uint32Array(256);
  for (let i = 0; i < pixels.length; i += 1) levels[pixels[i]!]! += 1;
  return levels;
}

/** Mean brightness, 0 to 255. */
export function brightness(levels: Levels): number {
  let [sum, count] = [0, 0];
  for (let level = 0; level < 256; level += 1) {
    sum += level * levels[level]!;
    count += levels[level]!;
  }
  return sum / count;
}

/** The brightest pixel but for one in fifty: a logo or a timecode does not make black bright. */
export function highlight(levels: Levels): number {
  let [left, level] = [countOf(levels) / 50, 255];
  while (level > 0 && (left -= levels[level]!) > 0) level -= 1;
  return level;
}

function countOf(levels: Levels): number {
  return levels.reduce((sum, count) => sum + count, 0);
}

/** Mean difference of two frames of the same size, 0 to 255. */
export function difference(a: LumaFrame, b: LumaFrame): number {
  let sum = 0;
  for (let i = 0; i < a.pixels.length; i += 1) sum += Math.abs(a.pixels[i]! - b.pixels[i]!);
  return sum / a.pixels.length;
}

/** How far the spread of brightness differs, 0 to 1: a pan moves pixels, a cut replaces them. */
export function histogramDistance(a: Levels, b: Levels): number {
  let sum = 0;
  for (let bin = 0; bin < 256; bin += 8) {
    let change = 0;
    for (let level = bin; level < bin + 8; level += 1) change += a[level]! - b[level]!;
    sum += Math.abs(change);
  }
  return sum / (2 * countOf(a));
}

/** Strength of fine detail: variance of the Laplacian, about 0 for a blurred picture and over 500 for a sharp one. */
export function sharpness({ width, height, pixels }: LumaFrame): number {
  let [sum, squares] = [0, 0];
  const count = (width - 2) * (height - 2);
  for (let y = 1; y < height - 1; y += 1) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i += 1) {
      const value = 4 * pixels[i]! - pixels[i - 1]! - pixels[i + 1]! - pixels[i - width]! - pixels[i + width]!;
      sum += value;
      squares += value * value;
    }
  }
  return squares / count - (sum / count) ** 2;
}
