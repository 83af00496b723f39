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

/** A copy of a picture (three bytes a pixel: red, green, blue) with the table applied; for thumbnails. */
export function applyLut({ size, values }: Lut, pixels: Uint8Array): Uint8Array {
  const result = new Uint8Array(pixels.length);
  const top = size - 1;
  const read = (red: number, green: number, blue: number) => ((blue * size + green) * size + red) * 3;
  for (let i = 0; i < pixels.length; i += 3) {
    const position = [0, 1, 2].map((channel) => (pixels[i + channel]! / 255) * top) as Rgb;
    const low = position.map((value) => Math.min(top - 1, Math.floor(value))) as Rgb;
    const part = position.map((value, channel) => value - low[channel]!) as Rgb;
    // Walk from the lower to the upper corner of the cell, the channel with the largest part first: four corners instead
    // of eight, and greys stay exactly grey. ffmpeg's tetrahedral interpolation does the same.
    const order = [0, 1, 2].toSorted((a, b) => part[b]! - part[a]!);
    const corner: Rgb = [...low];
    let at = read(...corner);
    let weight = 1 - part[order[0]!]!;
    const sum: Rgb = [values[at]! * weight, values[at + 1]! * weight, values[at + 2]! * weight];
    for (const [step, channel] of order.entries()) {
      corner[channel]!++;
      at = read(...corner);
      weight = part[channel]! - (step < 2 ? part[order[step + 1]!]! : 0);
      for (let c = 0; c < 3; c++) sum[c]! += values[at + c]! * weight;
    }
    for (let c = 0; c < 3; c++) result[i + c] = Math.round(sum[c]! * 255);
  }
  return result;
}

function decimals(value: number): string {
  return value.toFixed(6);
}
