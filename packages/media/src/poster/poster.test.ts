import type { Picture, Sheet } from '@mixreel/sheet';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { readBrief } from '#poster/brief.ts';
import {
  buildSheet,
  groundOf,
  mendContrast,
  overlap,
  planPosters,
  POSTER_SIZES,
  type PosterRatio,
  READ,
} from '#poster/compose.ts';
import { LAYOUTS } from '#poster/layouts/index.ts';
import { type PosterPicture, preparePicture } from '#poster/picture.ts';
import { unprinted } from '#poster/unprinted.ts';
import { measureContrast } from '#sheet/contrast.ts';
import { drawPixels, readPictures } from '#sheet/draw-one.ts';

const PROMPT = '新品上市：冷萃咖啡液，三秒一杯好咖啡，0糖0脂、冷热皆宜、便携小条，到手价¥29.9 日常价49.9，限时3天';
const RATIOS = Object.keys(POSTER_SIZES) as PosterRatio[];

function length(values: number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
}

/** The price that a prompt is read to tell, as it is printed. */
function priceOf(prompt: string): string {
  return Object.values(readBrief(prompt).price ?? {}).join('');
}

let pictures: PosterPicture[];
let read: Map<string, Picture>;

/** A bottle before a wall: light and dark, so that no one ink is read everywhere. */
beforeAll(async () => {
  const [width, height] = [360, 300];
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g"><stop offset="0" stop-color="#F5E6C8"/><stop offset="1" stop-color="#3C2A1E"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><rect x="130" y="60" width="100" height="190" rx="24" fill="#B3361B"/></svg>`;
  const photo = await sharp(Buffer.from(drawing)).jpeg().toBuffer();
  const data = new Uint8Array(width * height);
  for (let y = 60; y < 250; y += 1) data.fill(255, y * width + 130, y * width + 230);
  const made = await preparePicture('a', photo, { data, width, height });
  pictures = [made.picture];
  const sheets = LAYOUTS.map(({ key }) => sheetOf(key, '1:1'));
  read = await readPictures(sheets, Object.fromEntries(made.files));
});

const draw = (sheet: Sheet, scale: number) => drawPixels(sheet, read, scale);

function sheetOf(key: string, ratio: PosterRatio): Sheet {
  const layout = LAYOUTS.find((one) => one.key === key)!;
  return buildSheet(layout, readBrief(PROMPT), { ratio, seed: 3, brand: ['#C2412D'], logo: null, pictures }, 0);
}

test('a prompt is read as a designer would: what is printed, what it is about, and nothing that it does not say', () => {
  expect(readBrief(PROMPT)).toMatchObject({
    occasion: 'new',
    kicker: '新品上市',
    headline: '冷萃咖啡液',
    subtitle: '三秒一杯好咖啡',
    points: ['0糖0脂', '冷热皆宜', '便携小条'],
    price: { sign: '¥', amount: '29.9' },
    old_price: '49.9',
    when: '限时3天',
  });
  expect(readBrief('帮我做一张红色背景的国庆节促销海报，保温杯买一送一')).toMatchObject({
    occasion: 'festival',
    offer: '买一送一',
    colour: '#D7261E',
  });
  expect(readBrief('对比：普通水杯 vs 316保温杯，保温12小时').versus).toEqual(['普通水杯', '316保温杯']);
  expect(readBrief('教程：三步做拿铁').occasion).toBe('tutorial');
  expect(readBrief('2026年办公椅').price).toBeNull();
  // Prices as people write them, and numbers that are none.
  expect(
    ['¥1,980 口红', '59.9元包邮', '19.9包邮 数据线', '9块9 手机壳', '99-199元 连衣裙', '一杯只要9.9'].map(priceOf),
  ).toEqual(['¥1,980', '59.9元', '¥19.9', '9.9元', '99–199元', '9.9元/杯']);
  const none = ['仅需10分钟', '只要3步', '仅3天', '30元代金券', '补贴500元', '0元试用', '充500送100'];
  expect(none.map(priceOf)).toEqual(none.map(() => ''));
  expect(readBrief('三步教程：1. 打湿 2. 起泡 3. 冲净，洁面慕斯')).toMatchObject({
    headline: '洁面慕斯',
    points: ['打湿', '起泡', '冲净'],
  });
  expect(readBrief('低至3折 全场包邮 女装，电影感，地址：人民路88号')).toMatchObject({
    headline: '女装',
    points: ['地址：人民路88号'],
  });
  expect(readBrief('使用前后对比 美白牙膏')).toMatchObject({ headline: '美白牙膏', versus: ['使用前', '使用后'] });
  expect(readBrief('普通拖把 vs 免手洗拖把，省力').subtitle).toBe('省力');
  expect(readBrief('拖鞋，每一步都很安静')).toMatchObject({
    occasion: 'brand',
    kicker: '',
    subtitle: '每一步都很安静',
  });
  expect(readBrief('Summer Sale! Up to 50% off on all sneakers. Shop now')).toMatchObject({
    occasion: 'sale',
    headline: 'Summer Sale',
    offer: 'Up to 50% off on all sneakers',
    button: 'Shop now',
  });
  expect(readBrief('🔥新品上市👍🏽：冷萃®咖啡液☕️')).toMatchObject({ kicker: '新品上市', headline: '冷萃®咖啡液' });
});

test('there are at least 24 layouts, and in every ratio words stay on the canvas and off each other', () => {
  expect(LAYOUTS.length).toBeGreaterThanOrEqual(24);
  const wrong: string[] = [];
  for (const { key } of LAYOUTS) {
    for (const ratio of RATIOS) {
      const { width, height, layers } = sheetOf(key, ratio);
      const texts = layers.filter(({ text }) => text !== null);
      for (const [n, one] of texts.entries()) {
        const said = `${key} ${ratio} ${one.text!.text}`;
        const isOut = one.x < -1 || one.y < -1 || one.x + one.width > width + 1 || one.y + one.height > height + 1;
        if (isOut) wrong.push(`${said} leaves the canvas`);
        for (const other of texts.slice(n + 1)) {
          const least = Math.min(one.width * one.height, other.width * other.height);
          if (overlap(one, other) > 0.12 * least) wrong.push(`${said} lies on ${other.text!.text}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('every word is read well on what was really drawn behind it', () => {
  const bad: string[] = [];
  for (const [n, { key }] of LAYOUTS.entries()) {
    const sheet = mendContrast(sheetOf(key, RATIOS[n % RATIOS.length]!), draw);
    const below = draw(groundOf(sheet), 0.35);
    for (const layer of sheet.layers.filter(({ text }) => text !== null)) {
      const contrast = measureContrast(layer, sheet, below);
      if (contrast < READ) bad.push(`${key} ${layer.text!.text} ${contrast.toFixed(2)}`);
    }
  }
  expect(bad).toEqual([]);
});

test('no two layouts look alike, even in the same colours', async () => {
  const looks: { key: string; values: number[] }[] = [];
  for (const { key } of LAYOUTS) {
    const { data, width, height } = draw(sheetOf(key, '3:4'), 0.12);
    const small = await sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .resize({ width: 18, height: 24, fit: 'fill' })
      .greyscale()
      .raw()
      .toBuffer();
    const mean = small.reduce((sum, value) => sum + value, 0) / small.length;
    looks.push({ key, values: Array.from(small, (value) => value - mean) });
  }
  const alike = looks.flatMap((one, n) =>
    looks.slice(n + 1).map((other) => {
      const product = one.values.reduce((sum, value, at) => sum + value * other.values[at]!, 0);
      return { pair: `${one.key} ${other.key}`, share: product / (length(one.values) * length(other.values)) };
    }),
  );
  expect(alike.filter(({ share }) => share > 0.92)).toEqual([]);
});

test('four proposals differ, follow the occasion, and are the same for the same seed', () => {
  const wish = { prompt: PROMPT, ratio: '9:16' as const, count: 4, seed: 5, brand: [], logo: null, pictures };
  const four = planPosters(wish);
  expect(new Set(four.map(({ layout }) => layout)).size).toBe(4);
  expect(planPosters(wish)).toEqual(four);
  expect(planPosters({ ...wish, seed: 6 })).not.toEqual(four);
  const steps = planPosters({ ...wish, prompt: '教程：三步做拿铁，倒咖啡液，加牛奶，加冰' });
  expect(steps.map(({ layout }) => layout)).toContain('steps');
  expect(planPosters({ ...wish, pictures: [] }).length).toBe(4);
  // What is on none of them is told.
  const long = '这一句太长了所以哪一张海报上面都印不下去';
  const made = planPosters({ ...wish, prompt: `${PROMPT}，${long}` });
  expect(
    unprinted(
      `${PROMPT}，${long}`,
      made.map(({ sheet }) => sheet),
    ),
  ).toEqual([long]);
});
