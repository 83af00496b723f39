import type { Rgb } from '#looks/colour.ts';

/** A table of colours: for every corner of a cube of `size`³ what it becomes, three numbers each, red running fastest. */
export type Lut = { size: number; values: Float32Array };

/** Corners per side: with 33 the error of reading between them stays below one step of 8 bits. */
export const LUT_SIZE = 33;

/** Compute a table; `strength` (0 to 1) is how far each colour moves from unchanged to changed. */
export function bakeLut(change: (colour: Rgb) => Rgb, strength = 1, size = LUT_SIZE): Lut {
  const values = new Float32Array(size ** 3 * 3);
  const top = size - 1;
  for (let index = 0; index < size ** 3; index++) {
    const colour: Rgb = [
      (index % size) / top,
      (Math.floor(index / size) % size) / top,
      Math.floor(index / size ** 2) / top,
    ];
    const changed = strength === 0 ? colour : change(colour);
    for (let i = 0; i < 3; i++) values[index * 3 + i] = colour[i]! + (changed[i]! - colour[i]!) * strength;
  }
  return { size, values };
}

/** The table as a .cube file, which ffmpeg and every grading program read. */
export function writeCube({ size, values }: Lut, title: string): string {
  const lines = [`TITLE "${title.replaceAll('"', "'")}"`, `LUT_3D_SIZE ${size}`];
  for (let i = 0; i < values.length; i += 3) {
    lines.push(`${decimals(values[i]!)} ${decimals(values[i + 1]!)} ${decimals(values[i + 2]!)}`);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * A copy of a picture (three bytes a pixel: red, green, blue) with the table applied; for thumbnails.
 *
 * Each cell of the table is walked from its lowest to its highest corner, the channel that is furthest along first: four
 * corners instead of eight, and greys stay exactly grey. ffmpeg's tetrahedral interpolation does the same.
 */
export function applyLut({ size, values }: Lut, pixels: Uint8Array): Uint8Array {
  const result = new Uint8Array(pixels.length);
  const strides = [3, size * 3, size * size * 3] as const;
  const lows = Uint8Array.from({ length: 256 }, (_, byte) => Math.min(size - 2, Math.floor((byte / 255) * (size - 1))));
  const parts = Float64Array.from({ length: 256 }, (_, byte) => (byte / 255) * (size - 1) - lows[byte]!);

  for (let i = 0; i < pixels.length; i += 3) {
    const [red, green, blue] = [pixels[i]!, pixels[i + 1]!, pixels[i + 2]!];
    let [first, second, third] = [0, 1, 2] as [number, number, number];
    const part = (channel: number) => parts[pixels[i + channel]!]!;
    if (part(first) < part(second)) [first, second] = [second, first];
    if (part(second) < part(third)) [second, third] = [third, second];
    if (part(first) < part(second)) [first, second] = [second, first];

    const corner0 = lows[red]! * strides[0] + lows[green]! * strides[1] + lows[blue]! * strides[2];
    const corner1 = corner0 + strides[first]!;
    const corner2 = corner1 + strides[second]!;
    const corner3 = corner2 + strides[third]!;
    const [high, middle, low] = [part(first), part(second), part(third)];
    for (let channel = 0; channel < 3; channel++) {
      const value =
        values[corner0 + channel]! * (1 - high) +
        values[corner1 + channel]! * (high - middle) +
        values[corner2 + channel]! * (middle - low) +
        values[corner3 + channel]! * low;
      result[i + channel] = Math.round(value * 255);
    }
  }
  return result;
}

function decimals(value: number): string {
  return value.toFixed(6);
}
