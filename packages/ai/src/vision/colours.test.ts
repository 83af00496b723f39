import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COLOUR_CROPS } from '#testing/colour-crops.ts';
import { COLOURS, colourKeys, nameColour } from '#vision/colour-names.ts';
import { toOklab } from '#vision/oklab.ts';
import { readPicture } from '#vision/picture.ts';
import { coloursIn, coloursOfThing, isSkin, lightOf, lightOn } from '#vision/region-colour.ts';
import type { RawPicture } from '#vision/sight.ts';

const footageDir = process.env['FOOTAGE_DIR'];
const ffmpeg = process.env['FFMPEG_PATH'] ?? 'ffmpeg';
const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

test.each([
  ['#d02020', '红色'],
  ['#945603', '橙色'],
  ['#d9910b', '橙色'],
  ['#f5e020', '黄色'],
  ['#2a8a3a', '绿色'],
  ['#2044c0', '蓝色'],
  ['#7a2aa0', '紫色'],
  ['#f4a0c0', '粉色'],
  ['#6b4a35', '棕色'],
  ['#e9dcc0', '米色'],
  ['#1c1c20', '黑色'],
  ['#f4f4f2', '白色'],
  ['#85878a', '灰色'],
])('%s is called %s', (hex, name) => {
  expect(nameColour(hex)?.name).toBe(name);
});

test('an orange hoodie in the shade is orange, and yellow to some; dull wood is brown', () => {
  expect(colourKeys(toOklab(159, 102, 15))).toEqual(['orange', 'yellow']);
  expect(colourKeys(toOklab(110, 80, 60))[0]).toBe('brown');
});

test('cloth that is as bright as a lit face is grey; over a face in the shade it is white', () => {
  const cloth = { x: 0, y: 0.5, width: 1, height: 0.5 };
  const face = { x: 0.3, y: 0, width: 0.4, height: 0.4 };
  const named = (skin: [number, number, number]) => {
    const data = Uint8Array.from({ length: 100 * 100 * 3 }, (_, n) => (n < 15_000 ? skin[n % 3]! : 150));
    const picture = { data, width: 100, height: 100 };
    const light = lightOn(picture, face, { a: 0, b: 0, white: 1 });
    return coloursIn(picture, cloth, light)[0]?.key;
  };
  expect(named([224, 172, 150])).toBe('grey');
  expect(named([104, 72, 58])).toBe('white');
});

/** A picture of one colour with a part of another. */
const painted = (ground: number[], part: number[], [left, top, right, bottom]: [number, number, number, number]) => {
  const picture: RawPicture = { width: 100, height: 100, data: new Uint8Array(100 * 100 * 3) };
  for (let i = 0; i < 100 * 100; i += 1) {
    const [x, y] = [i % 100, Math.floor(i / 100)];
    picture.data.set(x >= left && x < right && y >= top && y < bottom ? part : ground, i * 3);
  }
  return picture;
};

test('a chest is no shirt, a brown shirt is one', () => {
  const face = { x: 0.4, y: 0.1, width: 0.2, height: 0.2 };
  const chest = { x: 0.3, y: 0.4, width: 0.4, height: 0.3 };
  const skin = [190, 130, 100];
  expect(isSkin(painted(skin, [180, 122, 94], [30, 40, 70, 70]), face, chest)).toBe(true);
  expect(isSkin(painted(skin, [95, 60, 35], [30, 40, 70, 70]), face, chest)).toBe(false);
  expect(isSkin(painted(skin, [225, 120, 20], [30, 40, 70, 70]), face, chest)).toBe(false);
});

test('a thing of the colour of its surroundings may have another', () => {
  const light = { a: 0, b: 0, white: 1 };
  const cup = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };
  const [ground] = coloursOfThing(painted([170, 100, 30], [170, 100, 30], [0, 0, 0, 0]), cup, light);
  expect(ground?.share).toBeLessThan(0.45);
  const [own] = coloursOfThing(painted([240, 240, 240], [200, 30, 30], [40, 40, 60, 60]), cup, light);
  expect(own).toMatchObject({ key: 'red' });
  expect(own?.share).toBeGreaterThan(0.9);
});

test('grey things in yellow light are grey', () => {
  const picture: RawPicture = { width: 64, height: 64, data: new Uint8Array(64 * 64 * 3) };
  for (let i = 0; i < 64 * 64; i += 1) picture.data.set(i % 2 ? [200, 195, 180] : [150, 146, 135], i * 3);
  const [first] = coloursIn(picture, WHOLE, lightOf(picture));
  expect(['grey', 'white']).toContain(first?.key);
});

describe.skipIf(!footageDir || !existsSync(join(footageDir, 'photos')))('real pictures (FOOTAGE_DIR)', () => {
  test('nine in ten of the crops have the name that people gave them', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'mixreel-colours-'));
    try {
      const pictures = new Map<string, RawPicture>();
      const wrong: string[] = [];
      for (const { file, at, box, names } of COLOUR_CROPS) {
        const source = join(footageDir!, file);
        const path = at === null ? source : join(dir, `${file}-${at}.jpg`);
        if (!existsSync(path)) {
          execFileSync(ffmpeg, ['-v', 'error', '-ss', `${at}`, '-i', source, '-frames:v', '1', '-q:v', '2', path]);
        }
        const picture = pictures.get(path) ?? (await readPicture(path, 1280));
        pictures.set(path, picture);
        const [x, y, width, height] = box;
        const [first] = coloursIn(picture, { x, y, width, height }, lightOf(picture));
        const name = first ? COLOURS[first.key].name : '';
        if (!names.includes(name)) wrong.push(`${file} ${names.join('/')} → ${name}`);
      }
      expect(COLOUR_CROPS.length).toBeGreaterThanOrEqual(60);
      expect(wrong.slice(Math.floor(COLOUR_CROPS.length / 10))).toEqual([]);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
