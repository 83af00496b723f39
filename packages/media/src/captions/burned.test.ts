import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { escapeAss, writeAss } from '#captions/ass.ts';
import { linkFonts } from '#captions/font-folder.ts';
import { FONTS } from '#captions/fonts.ts';
import { layoutCaption } from '#captions/layout.ts';
import type { Caption, CaptionLayout } from '#captions/layout.ts';
import { CAPTION_PRESETS } from '#captions/presets.ts';
import type { CanvasSize, Rect } from '#captions/safe-zones.ts';
import { filter } from '#ffmpeg/filter.ts';
import { testFolder } from '#testing/folder.ts';
import { tools } from '#testing/footage.ts';

/** How far a burned edge may lie from the layout's, in pixels: the soft rim of the letters. */
const CLOSE = 1.5;
const CANVAS = { width: 540, height: 960 };
const PLAIN = { ...CAPTION_PRESETS[0]!.style, outlines: [] };
const LINE: Caption = {
  text: '这款保温杯只要199元，买2送1！iPhone 15 Pro',
  style: PLAIN,
  position: { kind: 'preset', preset: 'lower' },
  startSeconds: 0,
  endSeconds: 2,
};

test.each(FONTS.map(({ id }) => id))('text in %s is burned where the layout says', async (fontId) => {
  const layout = layoutCaption({ ...LINE, style: { ...PLAIN, fontId } }, CANVAS, 'douyin');
  const picture = await burn([layout]);
  expect(layout.lines.length).toBeGreaterThan(1);
  for (const line of layout.lines) expect(apart(inkIn(picture, line), line.ink)).toBeLessThanOrEqual(CLOSE);
});

test.each([
  { name: 'left', cell: 1 as const },
  { name: 'right', cell: 9 as const },
])('lines aligned $name are burned where the layout says', async ({ cell }) => {
  const layout = layoutCaption({ ...LINE, position: { kind: 'grid', cell } }, CANVAS, 'tiktok');
  const picture = await burn([layout]);
  for (const line of layout.lines) expect(apart(inkIn(picture, line), line.ink)).toBeLessThanOrEqual(CLOSE);
});

test('letters that a typesetter would move together stand where the layout says', async () => {
  const layout = layoutCaption({ ...LINE, text: 'AVATAR To Ty LT VA WA' }, CANVAS);
  expect(apart(inkIn(await burn([layout]), layout.lines[0]!), layout.lines[0]!.ink)).toBeLessThanOrEqual(CLOSE);
});

test('characters that a display font lacks are burned in the fallback, in their place', async () => {
  const layout = layoutCaption({ ...LINE, text: '龘快乐龘', style: { ...PLAIN, fontId: 'kuaile' } }, CANVAS);
  expect(layout.lines[0]!.runs.map(({ text, fontId }) => [text, fontId])).toEqual([
    ['龘', 'hei-bold'],
    ['快乐', 'kuaile'],
    ['龘', 'hei-bold'],
  ]);
  expect(apart(inkIn(await burn([layout]), layout.lines[0]!), layout.lines[0]!.ink)).toBeLessThanOrEqual(CLOSE);
});

test('emoji, which no font has, are left out, and the rest is burned where the layout says', async () => {
  const layout = layoutCaption({ ...LINE, text: '好喝🍉👨\u200D👩\u200D👧吗❤\uFE0F' }, CANVAS);
  expect(layout.lines.map(({ text }) => text)).toEqual(['好喝吗']);
  expect(apart(inkIn(await burn([layout]), layout.lines[0]!), layout.lines[0]!.ink)).toBeLessThanOrEqual(CLOSE);
  const nothing = layoutCaption({ ...LINE, text: '🍉' }, CANVAS);
  expect(nothing.lines).toEqual([]);
  await burn([nothing]);
});

test('a box is burned where the layout says', async () => {
  const style = {
    ...PLAIN,
    colour: '#FFFFFF' as const,
    box: { colour: '#FFFFFF' as const, paddingX: 40, paddingY: 20, radius: 12, shape: 'block' as const },
  };
  const layout = layoutCaption({ ...LINE, style }, CANVAS);
  expect(apart(inkIn(await burn([layout]), whole(CANVAS)), layout.boxes[0]!)).toBeLessThanOrEqual(CLOSE);
});

test('outlines reach as far as the layout says', async () => {
  const style = {
    ...PLAIN,
    outlines: [
      { colour: '#FFFFFF' as const, width: 8 },
      { colour: '#FFFFFF' as const, width: 6 },
    ],
  };
  const layout = layoutCaption({ ...LINE, text: '全场五折', style }, CANVAS);
  const { x, y, width, height } = layout.lines[0]!.ink;
  expect(
    apart(inkIn(await burn([layout]), whole(CANVAS)), {
      x: x - 7,
      y: y - 7,
      width: width + 14,
      height: height + 14,
    }),
  ).toBeLessThanOrEqual(CLOSE);
});

test.each(['{\\b1}粗体{}', 'C:\\Network\\new', '\\N\\h\\n', '100% {满减}', 'a,b;c:d', '}{'])(
  'the text %s is shown character by character',
  async (text) => {
    const layout = layoutCaption({ ...LINE, text }, CANVAS);
    expect(layout.lines).toHaveLength(1);
    expect(apart(inkIn(await burn([layout]), whole(CANVAS)), layout.lines[0]!.ink)).toBeLessThanOrEqual(CLOSE);
  },
);

test('a word is coloured while it is spoken and not before or after', async () => {
  const layout = layoutCaption(
    {
      ...LINE,
      text: '买二送一',
      style: { ...PLAIN, colour: '#FF0000', animation: 'karaoke', highlight: { colour: '#FFFFFF', stays: false } },
      words: [
        { text: '买二', startSeconds: 0, endSeconds: 0.5 },
        { text: '送一', startSeconds: 0.5, endSeconds: 1 },
      ],
    },
    CANVAS,
  );
  const [first, second] = layout.lines[0]!.runs.map((run) => ({ ...layout.lines[0]!.ink, x: run.x, width: run.width }));
  const lit = async (seconds: number) => {
    const picture = await burn([layout], seconds);
    return [first!, second!].map((area) => brightest(picture, area) > 200);
  };
  expect([await lit(0.2), await lit(0.7), await lit(1.4)]).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
});

test('a popping caption starts small and ends in its place', async () => {
  const layout = layoutCaption({ ...LINE, text: '全场五折', style: { ...PLAIN, animation: 'pop' } }, CANVAS);
  const early = inkIn(await burn([layout], 0), whole(CANVAS));
  expect(early.width).toBeLessThan(layout.lines[0]!.ink.width * 0.7);
  expect(apart(inkIn(await burn([layout], 1), whole(CANVAS)), layout.lines[0]!.ink)).toBeLessThanOrEqual(CLOSE);
});

test('escaping leaves no command behind', () => {
  expect(escapeAss('{\\an8}a\nb')).toBe('\\{\\\u2060an8\\}a b');
});

type Picture = { width: number; height: number; green: Uint8Array };

async function burn(layouts: CaptionLayout[], seconds = 1): Promise<Picture> {
  const { width, height } = layouts[0]!.canvas;
  const folder = testFolder();
  const { text, fontIds } = writeAss(layouts[0]!.canvas, layouts);
  const path = join(folder, 'captions.ass');
  writeFileSync(path, text);
  const fontsDir = await linkFonts(fontIds, folder);
  const graph = [filter('ass', { filename: path, fontsdir: fontsDir }), 'format=gbrp'].join(',');
  const source = `color=black:s=${width}x${height}:r=20:d=2,format=gbrp`;
  const args = ['-v', 'error', '-f', 'lavfi', '-i', source, '-vf', graph, '-ss', String(seconds), '-frames:v', '1'];
  const { stdout, stderr } = await promisify(execFile)(
    tools.ffmpegPath,
    [...args, '-pix_fmt', 'gbrp', '-f', 'rawvideo', '-'],
    { encoding: 'buffer', maxBuffer: width * height * 4 },
  );
  expect(stderr.toString()).toBe('');
  return { width, height, green: stdout.subarray(0, width * height) };
}

/** The box around everything brighter than half inside an area. */
function inkIn({ width, green }: Picture, area: Rect): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let y = Math.floor(area.y); y < area.y + area.height; y++) {
    for (let x = Math.max(0, Math.floor(area.x) - 6); x < Math.min(width, area.x + area.width + 6); x++) {
      if (green[y * width + x]! < 96) continue;
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function brightest({ width, green }: Picture, { x, y, width: w, height: h }: Rect): number {
  let most = 0;
  for (let row = Math.round(y); row < y + h; row++) {
    for (let column = Math.round(x); column < x + w; column++) most = Math.max(most, green[row * width + column]!);
  }
  return most;
}

/** The largest distance between corresponding edges, in pixels. */
function apart(found: Rect, expected: Rect): number {
  const wanted = edges(expected);
  return Math.max(...edges(found).map((edge, i) => Math.abs(edge - wanted[i]!)));
}

function edges({ x, y, width, height }: Rect): number[] {
  return [x, y, x + width, y + height];
}

function whole({ width, height }: CanvasSize): Rect {
  return { x: 0, y: 0, width, height };
}
