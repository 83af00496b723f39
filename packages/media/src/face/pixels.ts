import type { Size } from '#clean/mark.ts';

export type Rgb = { data: Uint8Array; width: number; height: number };

/** How colours are written as lightness and two differences. */
export type Colours = { isHd: boolean; isFull: boolean };

/** A frame of yuv420p in red, green and blue. */
export function toRgb(raw: Uint8Array, { width, height }: Size, colours: Colours): Rgb {
  const { lift, gain, rv, gu, gv, bu } = numbersOf(colours);
  const data = new Uint8Array(width * height * 3);
  const [half, area] = [width >> 1, width * height];
  for (let y = 0, n = 0; y < height; y += 1) {
    const row = area + (y >> 1) * half;
    for (let x = 0; x < width; x += 1, n += 1) {
      const light = (raw[n]! - lift) * gain;
      const [u, v] = [raw[row + (x >> 1)]! - 128, raw[row + area / 4 + (x >> 1)]! - 128];
      data[n * 3] = byte(light + rv * v);
      data[n * 3 + 1] = byte(light - gu * u - gv * v);
      data[n * 3 + 2] = byte(light + bu * u);
    }
  }
  return { data, width, height };
}

/** Writes what has changed (where `changed` is not 0) back into a frame of yuv420p: all other bytes stay. */
export function writeBack(raw: Uint8Array, rgb: Rgb, changed: Uint8Array, colours: Colours): void {
  const { lift, gain, r, g, b, cb, cr } = numbersOf(colours);
  const { data, width, height } = rgb;
  const [half, area] = [width >> 1, width * height];
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const first = y * width + x;
      let [any, red, green, blue] = [0, 0, 0, 0];
      for (const n of [first, first + 1, first + width, first + width + 1]) {
        any |= changed[n]!;
        red += data[n * 3]! / 4;
        green += data[n * 3 + 1]! / 4;
        blue += data[n * 3 + 2]! / 4;
      }
      if (any === 0) continue;
      for (const n of [first, first + 1, first + width, first + width + 1]) {
        if (changed[n]) raw[n] = byte((r * data[n * 3]! + g * data[n * 3 + 1]! + b * data[n * 3 + 2]!) / gain + lift);
      }
      const light = r * red + g * green + b * blue;
      const place = area + (y >> 1) * half + (x >> 1);
      raw[place] = byte((blue - light) * cb + 128);
      raw[place + area / 4] = byte((red - light) * cr + 128);
    }
  }
}

function byte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
}

function numbersOf({ isHd, isFull }: Colours) {
  const [r, b] = isHd ? [0.2126, 0.0722] : [0.299, 0.114];
  const g = 1 - r - b;
  const [lift, gain, wide] = isFull ? [0, 1, 1] : [16, 255 / 219, 255 / 224];
  const [rv, bu] = [2 * (1 - r) * wide, 2 * (1 - b) * wide];
  return { r, g, b, lift, gain, rv, bu, gu: (bu * b) / g, gv: (rv * r) / g, cb: 1 / bu, cr: 1 / rv };
}
