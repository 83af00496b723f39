import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { captionFilter } from '#captions/burn.ts';
import { layoutIntoRoom } from '#captions/room.ts';
import type { CaptionStyle } from '#captions/style.ts';
import type { Rect, Size, Top } from '#clean/mark.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { runFfmpeg } from '#ffmpeg/run.ts';

type Into = { folder: string; name: string; signal: AbortSignal };

/** A picture as large as it fits into a box, nothing cut off. */
export async function stickerTop(picture: string, { width, height }: Size, { folder, name }: Into): Promise<Top> {
  const data = await sharp(picture, { limitInputPixels: 200e6 })
    .rotate()
    .toColourspace('srgb')
    .ensureAlpha()
    .resize(width, height, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .raw()
    .toBuffer();
  for (let at = 0; at < data.length; at += 4) {
    const opacity = data[at + 3]! / 255;
    for (let n = at; n < at + 3; n += 1) data[n] = Math.round(data[n]! * opacity);
  }
  const path = join(folder, `${name}.rgba`);
  await writeFile(path, data);
  return { path, width, height };
}

/** Words in a look of captions, as large as they fit into a box; null where no font has any of them. */
export async function captionTop(
  tools: Tools,
  { text, style }: { text: string; style: CaptionStyle },
  room: Size,
  { folder, name, signal }: Into,
): Promise<Top | null> {
  const layout = layoutIntoRoom(text, style, room);
  if (layout.lines.every((line) => line.text.trim() === '')) return null;
  const { video, reads } = await captionFilter(room, [layout], folder);
  const path = join(folder, `${name}.rgba`);
  // Drawn over black that is not there, colours come out multiplied with their opacity.
  const nothing = `color=c=black@0:s=${room.width}x${room.height}:r=1:d=1,format=rgba`;
  const out = ['-vf', `${video}:alpha=1,format=rgba`, '-frames:v', 1, '-f', 'rawvideo', path];
  await runFfmpeg(tools, [['-f', 'lavfi', '-i', nothing], out], { signal, folder, reads });
  return { path, ...room };
}

/** It as planes of a film, each value multiplied with the opacity beside it; colours in half size. */
export type Sheer = Size & { planes: [Uint8Array, Uint8Array, Uint8Array]; opacity: [Uint8Array, Uint8Array] };

export function readTop({ path, width, height }: Top): Sheer {
  const rgba = readFileSync(path);
  const planes = [width * height, (width * height) / 4, (width * height) / 4].map((length) => new Uint8Array(length));
  const [luma, u, v] = planes as Sheer['planes'];
  const opacity: Sheer['opacity'] = [new Uint8Array(luma.length), new Uint8Array(u.length)];
  const at = (x: number, y: number, n: number) => rgba[(y * width + x) * 4 + n]!;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [r, g, b, a] = [at(x, y, 0), at(x, y, 1), at(x, y, 2), at(x, y, 3)];
      luma[y * width + x] = Math.round((16 / 255) * a + 0.1826 * r + 0.6142 * g + 0.062 * b);
      opacity[0][y * width + x] = a;
    }
  }
  const four = (x: number, y: number, n: number) =>
    (at(x, y, n) + at(x + 1, y, n) + at(x, y + 1, n) + at(x + 1, y + 1, n)) / 4;
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const [r, g, b, a] = [four(x, y, 0), four(x, y, 1), four(x, y, 2), four(x, y, 3)];
      const half = (y >> 1) * (width >> 1) + (x >> 1);
      u[half] = Math.round((128 / 255) * a - 0.1006 * r - 0.3386 * g + 0.4392 * b);
      v[half] = Math.round((128 / 255) * a + 0.4392 * r - 0.3989 * g - 0.0403 * b);
      opacity[1][half] = Math.round(a);
    }
  }
  return { width, height, planes, opacity } as Sheer;
}

/** Lays it over a frame of a film, in the middle of a box. */
export function layOver(planes: Sheer['planes'], size: Size, box: Rect, top: Sheer): void {
  const place = middleOf(top, box);
  for (const [n, plane] of planes.entries()) {
    const by = n === 0 ? 1 : 2;
    const opacity = top.opacity[n === 0 ? 0 : 1];
    const [width, height, across] = [size.width / by, size.height / by, top.width / by];
    for (let row = 0; row < top.height / by; row += 1) {
      const y = place.y / by + row;
      if (y < 0 || y >= height) continue;
      for (let column = 0; column < across; column += 1) {
        const x = place.x / by + column;
        const from = row * across + column;
        if (x < 0 || x >= width || opacity[from] === 0) continue;
        plane[y * width + x] = over(plane[y * width + x]!, top.planes[n]![from]!, opacity[from]!);
      }
    }
  }
}

/** Lays it over a picture of three bytes a pixel. */
export function layOverRgb(data: Uint8Array, size: Size, box: Rect, top: Top): void {
  const rgba = readFileSync(top.path);
  const place = middleOf(top, box);
  for (let row = 0; row < top.height; row += 1) {
    const y = place.y + row;
    if (y < 0 || y >= size.height) continue;
    for (let column = 0; column < top.width; column += 1) {
      const x = place.x + column;
      const from = (row * top.width + column) * 4;
      if (x < 0 || x >= size.width || rgba[from + 3] === 0) continue;
      const to = (y * size.width + x) * 3;
      for (let n = 0; n < 3; n += 1) data[to + n] = over(data[to + n]!, rgba[from + n]!, rgba[from + 3]!);
    }
  }
}

/** Even, as the colours of a film are. */
function middleOf({ width, height }: Size, box: Rect): { x: number; y: number } {
  return {
    x: 2 * Math.round((box.x + (box.width - width) / 2) / 2),
    y: 2 * Math.round((box.y + (box.height - height) / 2) / 2),
  };
}

function over(below: number, value: number, opacity: number): number {
  return Math.min(255, Math.round((below * (255 - opacity)) / 255 + value));
}
