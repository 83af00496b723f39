import type { Mark, Rect, Size } from '#clean/mark.ts';
import { yuvOf } from '#clean/pixels.ts';

type Planes = [Uint8Array, Uint8Array, Uint8Array];

/** Lays a blur or a colour over a box. */
export function coverBox(planes: Planes, size: Size, at: Rect, { way, colour }: Pick<Mark, 'way' | 'colour'>): void {
  const number = Number.parseInt(colour.slice(1), 16);
  const values = yuvOf((number >> 16) & 255, (number >> 8) & 255, number & 255);
  for (const [n, plane] of planes.entries()) {
    const by = n === 0 ? 1 : 2;
    const box = { x: at.x / by, y: at.y / by, width: at.width / by, height: at.height / by };
    const width = size.width / by;
    if (way === 'blur') blur(plane, width, box, Math.max(3, Math.round(box.height / 3)));
    else fillBox(plane, width, box, values[n]!);
  }
}

function fillBox(plane: Uint8Array, width: number, { x, y, width: across, height }: Rect, value: number): void {
  for (let row = y; row < y + height; row += 1) plane.fill(value, row * width + x, row * width + x + across);
}

/** Three means over each other are as soft as a bell. */
function blur(plane: Uint8Array, width: number, box: Rect, reach: number): void {
  const line = new Uint8Array(Math.max(box.width, box.height));
  for (let round = 0; round < 3; round += 1) {
    for (let y = box.y; y < box.y + box.height; y += 1) mean(plane, line, y * width + box.x, 1, box.width, reach);
    for (let x = box.x; x < box.x + box.width; x += 1) mean(plane, line, box.y * width + x, width, box.height, reach);
  }
}

function mean(plane: Uint8Array, line: Uint8Array, start: number, step: number, length: number, reach: number): void {
  for (let n = 0; n < length; n += 1) line[n] = plane[start + n * step]!;
  let [sum, count] = [0, 0];
  for (let n = 0; n < Math.min(length, reach); n += 1) {
    sum += line[n]!;
    count += 1;
  }
  for (let n = 0; n < length; n += 1) {
    if (n + reach < length) {
      sum += line[n + reach]!;
      count += 1;
    }
    if (n - reach - 1 >= 0) {
      sum -= line[n - reach - 1]!;
      count -= 1;
    }
    plane[start + n * step] = (sum / count + 0.5) | 0;
  }
}
