import sharp from 'sharp';
import type { SeenWriting } from '#features/analysis/analysis.tables.ts';

/** What a note says of the words on a picture begins so: where a board is taken as a template, that much stays. */
export const WRITING = '画面文字：';
const TOP = 1 / 3;
const BOTTOM = 2 / 3;
/** Heights of a line, in shares of the picture's shorter side. */
const LARGE = 0.085;
const SMALL = 0.04;
/** As wide as a box is looked at. */
const LOOKED_AT = 240;

/** Where the words of a picture stand, how large they are and in which colour; '' where there are none. */
export async function writingStyle(writing: readonly SeenWriting[], path: string | null): Promise<string> {
  const main = mainLine(writing);
  if (!main) return '';
  const colour = path === null ? null : await colourOf(path, main).catch(() => null);
  return `${WRITING}${[placeOf(main), sizeOf(main), colour && `${colour}字`].filter(Boolean).join('，')}`;
}

/** The one that a viewer reads first: the largest. */
function mainLine(writing: readonly SeenWriting[]): SeenWriting | null {
  return writing.toSorted((a, b) => area(b) - area(a))[0] ?? null;
}

function area({ box, text }: SeenWriting): number {
  return box.height * box.width * Math.min(1, text.length / 2);
}

export function placeOf({ box }: SeenWriting): string {
  const middle = box.y + box.height / 2;
  return middle < TOP ? '顶部' : middle > BOTTOM ? '底部' : '中间';
}

export function sizeOf({ box, shape }: SeenWriting): string {
  // Of a tall picture a line as high as of a wide one is a smaller share.
  const height = box.height * Math.max(1, shape);
  return height >= LARGE ? '大字' : height >= SMALL ? '中等字' : '小字';
}

/** The colour of the letters: what fills the box and does not go on at its edges. */
async function colourOf(path: string, { box }: SeenWriting): Promise<string | null> {
  const { width, height } = await sharp(path).metadata();
  const left = Math.max(0, Math.round(box.x * width));
  const top = Math.max(0, Math.round(box.y * height));
  const region = {
    left,
    top,
    width: Math.min(width - left, Math.round(box.width * width)),
    height: Math.min(height - top, Math.round(box.height * height)),
  };
  if (region.width < 8 || region.height < 6) return null;
  const { data, info } = await sharp(path)
    .extract(region)
    .resize(LOOKED_AT, null, { withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return letterColour(data, info);
}

type Size = { width: number; height: number };

/** The name of the colour that stands out inside and is rare at the edge; rims of letters are thinner than letters. */
export function letterColour(pixels: Uint8Array, { width, height }: Size): string | null {
  const inside = new Map<string, number>();
  const edge = new Map<string, number>();
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const name = nameOf(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!);
      const isEdge = y < 2 || y >= height - 2 || x < 2 || x >= width - 2;
      const counted = isEdge ? edge : inside;
      counted.set(name, (counted.get(name) ?? 0) + 1);
    }
  }
  const [best] = [...inside.keys()]
    .map((name) => ({ name, gain: share(inside, name) - share(edge, name) }))
    .toSorted((a, b) => b.gain - a.gain);
  return best && best.gain > 0.08 ? best.name : null;
}

/** How much of what was counted has this name. */
function share(counted: Map<string, number>, name: string): number {
  return (counted.get(name) ?? 0) / Math.max(1, sum(counted.values()));
}

function sum(values: Iterable<number>): number {
  let all = 0;
  for (const value of values) all += value;
  return all;
}

const HUES: [until: number, name: string][] = [
  [15, '红色'],
  [42, '橙色'],
  [70, '黄色'],
  [165, '绿色'],
  [200, '青色'],
  [255, '蓝色'],
  [290, '紫色'],
  [340, '粉色'],
  [361, '红色'],
];

function nameOf(red: number, green: number, blue: number): string {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const range = most - least;
  if (most < 60) return '黑色';
  if (range < 0.22 * most) return most > 190 ? '白色' : most < 90 ? '黑色' : '灰色';
  const turn =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return HUES.find(([until]) => turn * 60 < until)![1];
}
