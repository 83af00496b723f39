import type { Ai } from '@mixreel/ai';
import sharp, { type SharpOptions } from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { makeTempDir } from '#testing/temp-dir.ts';
import { fitPicture } from '../fit-picture.ts';
import { makeLayers } from './layers.ts';
import { findFaults } from './mend-mask.ts';
import { readMove } from './read-move.ts';
import { chooseWindow, cutsText, hasFace } from './window.ts';

function maskOf(width: number, height: number, isInside: (x: number, y: number) => boolean) {
  const data = Uint8Array.from({ length: width * height }, (_, n) =>
    isInside(n % width, Math.floor(n / width)) ? 255 : 0,
  );
  return { data, width, height };
}

test('a gap in the middle of a subject is closed and a crumb beside it dropped; a bay at its rim stays', () => {
  const { data, width, height } = maskOf(100, 100, (x, y) => {
    const isBody = x >= 20 && x < 60 && y >= 20 && y < 90;
    const isGap = x >= 36 && x < 42 && y >= 50 && y < 56;
    const isBay = x < 26 && y >= 60 && y < 66;
    return (isBody && !isGap && !isBay) || (x >= 80 && x < 84 && y >= 10 && y < 14);
  });
  // To its right the model doubts for three places.
  for (let y = 50; y < 56; y += 1) data.fill(180, y * 100 + 42, y * 100 + 45);
  const { dropped, filled } = findFaults(data, { width, height });
  expect([filled?.[52 * 100 + 38], filled?.[62 * 100 + 22]]).toEqual([255, 0]);
  expect([filled?.[52 * 100 + 43], filled?.[52 * 100 + 50]]).toEqual([255, 0]);
  expect([dropped?.[12 * 100 + 82], dropped?.[50 * 100 + 50]]).toEqual([255, 0]);
});

test('an upright film of a wide picture shows its subject, wherever that stands', () => {
  const film = { width: 1080, height: 1920 };
  for (const at of [10, 150, 270]) {
    const mask = maskOf(320, 180, (x, y) => Math.abs(x - at) < 10 && y > 60);
    const { left, width } = chooseWindow(mask, film, mask);
    expect([left <= (at - 9) / 320, left + width >= (at + 9) / 320]).toEqual([true, true]);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + width).toBeLessThanOrEqual(1.001);
  }
});

test('a wide film of an upright picture keeps the head of a person, or says that it cannot', () => {
  const film = { width: 1920, height: 1080 };
  const picture = { width: 300, height: 400 };
  // The body is most of what is seen of somebody.
  const mask = maskOf(300, 400, (x, y) => (y > 160 ? x > 40 && x < 260 : Math.abs(x - 150) < 40 && y > 40));
  const face = { x: 0.4, y: 0.2, width: 0.2, height: 0.15 };
  const small = { x: 0.1, y: 0.9, width: 0.05, height: 0.06 };
  expect(hasFace([face], chooseWindow(picture, film, mask))).toBe(false);
  for (const seen of [mask, null]) {
    expect(hasFace([face], chooseWindow(picture, film, seen, [small, face]))).toBe(true);
  }
  const near = { x: 0.2, y: 0.2, width: 0.6, height: 0.5 };
  expect(hasFace([near], chooseWindow(picture, film, mask, [near]))).toBe(false);
});

test('a line of text that the edge of a film goes through is noticed, and one inside or outside is not', () => {
  const window = { left: 0.2, top: 0, width: 0.5, height: 1 };
  expect([0.1, 0.6, 0.3, 0.75, 0.199].map((x) => cutsText([{ x, y: 0.4, width: 0.2, height: 0.05 }], window))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('words for moves become moves', () => {
  const told = ['镜头缓缓推近', '拉远', '向左平移', '环绕商品', '慢慢上升', ''].map((text) => readMove(text));
  expect(told).toEqual([
    { type: 'simple', config: { zoom: 6 } },
    { type: 'simple', config: { zoom: -6 } },
    { type: 'simple', config: { horizontal: -7 } },
    { type: 'left_turn_forward' },
    { type: 'simple', config: { vertical: 6 } },
    { type: 'simple', config: { zoom: 5 } },
  ]);
});

test('a picture goes to a service no larger than that takes it, in the very size where that must be', async () => {
  const noise = {
    create: { width: 400, height: 300, channels: 3, background: '#888', noise: { type: 'gaussian', sigma: 60 } },
  };
  const jpeg = await sharp(noise as SharpOptions)
    .jpeg({ quality: 95 })
    .toBuffer();
  const picture = { jpeg, width: 400, height: 300 };
  const wish = { ratio: '9:16', mode: 'std' as const };
  const limits = { bytes_max: 1_000_000, side_min: 1, ratio_max: 9 };
  expect(await fitPicture(picture, limits, wish)).toBe(picture);
  const shorter = await fitPicture(picture, { ...limits, side_max: 200 }, wish);
  expect([shorter.width, shorter.height]).toEqual([200, 150]);
  const lighter = await fitPicture(picture, { ...limits, bytes_max: jpeg.length / 8 }, wish);
  expect(lighter.jpeg.length).toBeLessThanOrEqual(jpeg.length / 8);
  const exact = await fitPicture(picture, { ...limits, size: () => ({ width: 90, height: 160 }) }, wish);
  expect(await sharp(exact.jpeg).metadata()).toMatchObject({ width: 90, height: 160 });
});

test('a transparent picture was cut out already: no model is asked, its subject is whole, and behind it is white', async () => {
  const folder = makeTempDir();
  onTestFinished(folder.remove);
  const drawing = '<svg width="120" height="120"><rect x="30" y="30" width="60" height="60" fill="#102030"/></svg>';
  const clear = await sharp(Buffer.from(drawing)).png().toBuffer();
  const jpeg = await sharp(clear).flatten({ background: '#fff' }).jpeg({ quality: 95 }).toBuffer();
  const { signal } = new AbortController();
  const size = { width: 120, height: 120 };
  const nobody = {} as Ai;
  const asked = { jpeg, clear, size, subject: 'thing' as const, faces: [], texts: [], folder: folder.dir, signal };
  const { layers } = await makeLayers(nobody, asked);
  const [back = '', near = ''] = layers.map(({ path }) => path);
  const { channels } = await sharp(back).stats();
  expect(channels.slice(0, 3).every(({ min }) => min > 250)).toBe(true);
  // Dark and whole in its middle, and nothing around it.
  const { data, info } = await sharp(near).raw().toBuffer({ resolveWithObject: true });
  const at = 4 * (info.width * Math.floor(info.height / 2) + Math.floor(info.width / 2));
  expect([data[at]! < 30, data[at + 3], data[3]]).toEqual([true, 255, 0]);
});
