import type { Cube } from '#kit.ts';
import type { Adjust } from '#layer.ts';

/** RGBA, colours not multiplied by alpha. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number };

/** How the brightness of all channels, and the strength of colours, change: as films and posters mean it. */
export type Tone = { brightness: number; saturation: number; adjust: Adjust | null };

export function isPlain({ brightness, saturation, adjust }: Tone): boolean {
  return brightness === 1 && saturation === 1 && (adjust === null || isNothing(adjust));
}

function isNothing({ exposure, contrast, warmth, tint, saturation, sharpness, look_id }: Adjust): boolean {
  return [exposure, contrast, warmth, tint, saturation, sharpness].every((value) => value === 0) && look_id === null;
}

/**
 * Changes colours in place. Written out in numbers and not with the filters of a canvas: those of browsers and of the server
 * do not agree, and one browser has none.
 */
export function tonePixels({ data }: Pixels, { brightness, saturation, adjust }: Tone, cube: Cube | null): void {
  const gain = brightness * 2 ** ((adjust?.exposure ?? 0) * 2);
  const slope = contrastSlope(adjust?.contrast ?? 0);
  const [warmth, tint] = [adjust?.warmth ?? 0, adjust?.tint ?? 0];
  const colour = saturation * (1 + (adjust?.saturation ?? 0));
  const gains = [
    gain * (1 + 0.25 * warmth + 0.08 * tint),
    gain * (1 - 0.12 * tint),
    gain * (1 - 0.25 * warmth + 0.08 * tint),
  ];
  // One look-up a channel: gain and contrast depend on nothing else.
  const tables = gains.map((of) =>
    Float32Array.from({ length: 256 }, (_, value) => Math.min(255, Math.max(0, (value * of - 127.5) * slope + 127.5))),
  ) as [Float32Array, Float32Array, Float32Array];
  const share = adjust?.look_strength ?? 0;
  const look = cube && share > 0 ? cube : null;
  const looked = new Float32Array(3);
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    let [r, g, b] = [tables[0][data[at]!]!, tables[1][data[at + 1]!]!, tables[2][data[at + 2]!]!];
    if (colour !== 1) {
      const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
      r = light + (r - light) * colour;
      g = light + (g - light) * colour;
      b = light + (b - light) * colour;
    }
    if (look) {
      lookUp(look, r, g, b, looked);
      r += (looked[0]! - r) * share;
      g += (looked[1]! - g) * share;
      b += (looked[2]! - b) * share;
    }
    data[at] = r + 0.5;
    data[at + 1] = g + 0.5;
    data[at + 2] = b + 0.5;
  }
}

function contrastSlope(contrast: number): number {
  return contrast >= 0 ? 1 + contrast * 1.5 : 1 + contrast * 0.8;
}

/** The colour of a cube between its steps. */
function lookUp({ side, data }: Cube, red: number, green: number, blue: number, into: Float32Array): void {
  const top = side - 1;
  const at = (value: number) => (Math.min(255, Math.max(0, value)) / 255) * top;
  const [r, g, b] = [at(red), at(green), at(blue)];
  const [r0, g0, b0] = [
    Math.min(top - 1, Math.floor(r)),
    Math.min(top - 1, Math.floor(g)),
    Math.min(top - 1, Math.floor(b)),
  ];
  const [fr, fg, fb] = [r - r0, g - g0, b - b0];
  const index = (i: number, j: number, k: number) => ((b0 + k) * side * side + (g0 + j) * side + r0 + i) * 3;
  for (let c = 0; c < 3; c += 1) {
    const along = (j: number, k: number) => data[index(0, j, k) + c]! * (1 - fr) + data[index(1, j, k) + c]! * fr;
    const plane = (k: number) => along(0, k) * (1 - fg) + along(1, k) * fg;
    into[c] = plane(0) * (1 - fb) + plane(1) * fb;
  }
}

/** Blurs in place, colours and alpha together, by three boxes that make nearly a Gaussian of this deviation. */
export function blurPixels({ data, width, height }: Pixels, deviation: number): void {
  if (deviation < 0.3) return;
  // Colours of what is not seen must not bleed into what is.
  const planes = [0, 1, 2, 3].map(() => new Float32Array(width * height)) as Planes;
  for (let n = 0, at = 0; n < width * height; n += 1, at += 4) {
    const alpha = data[at + 3]! / 255;
    for (let c = 0; c < 3; c += 1) planes[c]![n] = data[at + c]! * alpha;
    planes[3][n] = data[at + 3]!;
  }
  const spare = new Float32Array(width * height);
  for (const plane of planes) {
    for (const radius of boxRadii(deviation)) {
      blurRows(plane, spare, width, height, radius);
      blurColumns(spare, plane, width, height, radius);
    }
  }
  for (let n = 0, at = 0; n < width * height; n += 1, at += 4) {
    const alpha = planes[3][n]!;
    const back = alpha > 0.01 ? 255 / alpha : 0;
    for (let c = 0; c < 3; c += 1) data[at + c] = planes[c]![n]! * back + 0.5;
    data[at + 3] = alpha + 0.5;
  }
}

type Planes = [Float32Array, Float32Array, Float32Array, Float32Array];

/** Three boxes whose widths together have the deviation. */
function boxRadii(deviation: number): number[] {
  const wanted = Math.sqrt((12 * deviation * deviation) / 3 + 1);
  const low = Math.floor(wanted) % 2 === 0 ? Math.floor(wanted) - 1 : Math.floor(wanted);
  const lower = Math.round((12 * deviation * deviation - 3 * low * low - 12 * low - 9) / (-4 * low - 4));
  return [0, 1, 2].map((n) => Math.max(0, ((n < lower ? low : low + 2) - 1) / 2));
}

function blurRows(from: Float32Array, to: Float32Array, width: number, height: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  for (let y = 0; y < height; y += 1) {
    const start = y * width;
    const [first, last] = [from[start]!, from[start + width - 1]!];
    // Beyond its ends a line goes on as it ends.
    const read = (n: number) => (n < 0 ? first : n >= width ? last : from[start + n]!);
    let sum = 0;
    for (let n = -radius; n <= radius; n += 1) sum += read(n);
    for (let n = 0; n < width; n += 1) {
      to[start + n] = sum * share;
      sum += read(n + radius + 1) - read(n - radius);
    }
  }
}

/** All columns at once, row by row: one after another, every pixel would be far from the one before it. */
function blurColumns(from: Float32Array, to: Float32Array, width: number, height: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  const rowAt = (y: number) => Math.min(height - 1, Math.max(0, y)) * width;
  const sums = new Float32Array(width);
  for (let y = -radius; y <= radius; y += 1) {
    for (let x = 0, at = rowAt(y); x < width; x += 1) sums[x]! += from[at + x]!;
  }
  for (let y = 0; y < height; y += 1) {
    const [into, comes, goes] = [y * width, rowAt(y + radius + 1), rowAt(y - radius)];
    for (let x = 0; x < width; x += 1) {
      to[into + x] = sums[x]! * share;
      sums[x]! += from[comes + x]! - from[goes + x]!;
    }
  }
}

/** Makes edges stronger by what a blurred copy has lost. */
export function sharpenPixels(pixels: Pixels, strength: number, deviation: number): void {
  if (strength <= 0) return;
  const { data, width, height } = pixels;
  const soft = { data: new Uint8ClampedArray(data), width, height };
  blurPixels(soft, Math.max(0.5, deviation));
  const more = strength * 1.5;
  for (let at = 0; at < data.length; at += 4) {
    for (let c = at; c < at + 3; c += 1) data[c] = data[c]! + (data[c]! - soft.data[c]!) * more + 0.5;
  }
}
