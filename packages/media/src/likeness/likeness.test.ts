import { join } from 'node:path';
import { expect, test } from 'vitest';
import { layoutCaption } from '#captions/layout.ts';
import { prepareCaptions } from '#captions/prepare.ts';
import { CAPTION_PRESETS } from '#captions/presets.ts';
import { runFfmpeg, type Args } from '#ffmpeg/run.ts';
import { compareSignatures, compareSequences } from '#likeness/compare.ts';
import { groupLooks } from '#likeness/group-looks.ts';
import { bitsOf } from '#likeness/hash-index.ts';
import type { PictureMemory } from '#likeness/picture-signature.ts';
import { signPicture } from '#likeness/picture-signature.ts';
import { signVideo, type Signature } from '#likeness/signature.ts';
import { measureLoudness, signSound } from '#likeness/sound-signature.ts';
import { compareTexts } from '#likeness/text.ts';
import type { Quality } from '#render/encoder.ts';
import type { Engine } from '#render/engine.ts';
import { plainShot } from '#render/shot.ts';
import { silentMix } from '#render/sound/sound.ts';
import type { Variant } from '#render/variant.ts';
import { renderTo, sourceOf, testEngine } from '#testing/engine.ts';
import { testFolder } from '#testing/folder.ts';
import { footage, tools } from '#testing/footage.ts';

const CANVAS = { width: 108, height: 192, fps: 30 };
const SHOT_SECONDS = 2.5;
/** Ways to turn one picture into others that have nothing in common with it. */
const LOOKS = ['null', 'hflip', 'vflip', 'hflip,vflip', 'negate', 'negate,hflip', 'negate,vflip', 'negate,hflip,vflip'];

/** A moving picture and a noise that no other number has. */
function film(number: number): Promise<string> {
  const picture = `mandelbrot=size=108x192:rate=30:start_scale=${1 + (number % 3)}:end_scale=0.05:end_pts=200`;
  return footage('mp4', [
    ['-f', 'lavfi', '-i', picture],
    ['-f', 'lavfi', '-i', `anoisesrc=seed=${number + 1}:colour=pink:sample_rate=48000:amplitude=0.6`],
    ['-t', 4, '-vf', LOOKS[number % LOOKS.length]!],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', 12, '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-ac', 2],
  ]);
}

type Wish = { from?: number; words?: string; quality?: Quality; isSilent?: boolean };

/** Shots are encoded once for all tests that do not ask how a video came to be. */
const cacheDir = testFolder();
const engine = () => testEngine({ cacheDir });

/** A finished video of these films, made by the engine. */
async function made(numbers: number[], wish: Wish = {}, on = engine()): Promise<string> {
  return renderTo(on, await variantOf(numbers, wish), join(testFolder(), 'made.mp4'));
}

async function variantOf(
  numbers: number[],
  { from = 0, words, quality = 'standard', isSilent = false }: Wish = {},
): Promise<Variant> {
  const sources = await Promise.all(numbers.map(async (number) => sourceOf(await film(number))));
  const frames = SHOT_SECONDS * CANVAS.fps;
  const captions = words
    ? await prepareCaptions([
        layoutCaption(
          {
            text: words,
            style: CAPTION_PRESETS[0]!.style,
            position: { kind: 'preset', preset: 'lower' },
            startSeconds: 0,
            endSeconds: SHOT_SECONDS,
          },
          CANVAS,
          'douyin',
        ),
      ])
    : null;
  const cuts = sources.map((source) => ({
    shot: plainShot({ source, startSeconds: from, frames, captions }),
    transition: null,
  }));
  const ambience = sources.map((source, n) => ({
    source,
    startSeconds: from,
    speed: 1,
    fromSeconds: n * SHOT_SECONDS,
    toSeconds: (n + 1) * SHOT_SECONDS,
    volume: 1,
  }));
  const sound = { ...silentMix(numbers.length * SHOT_SECONDS), ambience };
  return { canvas: CANVAS, quality, cuts, sound: isSilent ? null : sound, tags: {} };
}

/** What an engine knows of a video without reading it. */
async function recalled(on: Engine, variant: Variant) {
  const opened = await on.open(variant);
  try {
    return await opened.recall();
  } finally {
    opened.release();
  }
}

async function again(path: string, args: Args): Promise<string> {
  const copy = join(testFolder(), 'again.mp4');
  await runFfmpeg(tools, [['-i', path], ...args, [copy]]);
  return copy;
}

async function signed(path: string, text = ''): Promise<Signature> {
  return { ...(await signVideo(tools, path)), text };
}

function likeness(a: Signature, b: Signature) {
  const { picture, sound, text } = compareSignatures([a, b], []);
  expect(picture[1]).toBeCloseTo(picture[2]!, 1);
  return { picture: picture[1]!, sound: sound[1]!, text: text[1]! };
}

test('a video coded again, smaller and worse, is the same video', async () => {
  const on = engine();
  const path = await made([0, 1, 2, 3], {}, on);
  const copy = await again(path, [
    ['-vf', 'scale=72:128'],
    ['-crf', 33, '-g', 250, '-bf', 3],
    ['-b:a', '48k'],
  ]);
  const plain = await signed(path);
  const { picture, sound } = likeness(plain, await signed(copy));
  expect(picture).toBeGreaterThan(0.95);
  expect(sound).toBeGreaterThan(0.9);
  // What the engine heard while it encoded is the same sound, as loud, and nothing of it is decoded.
  const memory = new Map(on.sounds);
  const heard = await signSound(tools, path, { memory });
  expect(heard).toHaveLength(plain.sound.length);
  expect(likeness(plain, { ...plain, sound: heard }).sound).toBeGreaterThan(0.97);
  const known = await recalled(on, await variantOf([0, 1, 2, 3]));
  expect(Buffer.from(known!.sound)).toEqual(Buffer.from(heard));
  const loudness = await measureLoudness(tools, path);
  expect(known?.lufs).toBeCloseTo(loudness ?? 0, 0);
  expect(await measureLoudness(tools, path, { memory })).toBeCloseTo(loudness ?? 0, 0);
  for (const key of memory.keys()) memory.set(key, { marks: Buffer.from('remember'), lufs: 7 });
  expect(Buffer.from(await signSound(tools, path, { memory })).toString()).toBe('remember');
  expect(await measureLoudness(tools, path, { memory })).toBe(7);
});

test('videos of other clips are not alike, those that share half of theirs are so by half', async () => {
  const on = engine();
  const a = await signed(await made([0, 1, 2, 3], {}, on));
  const other = likeness(a, await signed(await made([4, 5, 6, 7], {}, on)));
  expect(other.picture).toBeLessThan(0.1);
  expect(other.sound).toBeLessThan(0.1);
  const half = likeness(a, await signed(await made([0, 1, 6, 7], {}, on)));
  expect(half.picture).toBeGreaterThan(0.4);
  expect(half.picture).toBeLessThan(0.6);
  expect(half.sound).toBeGreaterThan(0.3);
  expect(half.sound).toBeLessThan(0.6);
});

test('other words on the picture, or a start half a second later, hide nothing', async () => {
  const on = engine();
  const plain = await signed(await made([0, 1, 2], { words: '这款便携咖啡机三十秒出杯' }, on));
  const words = likeness(plain, await signed(await made([0, 1, 2], { words: '点击下方链接立即抢购吧' }, on)));
  expect(words.picture).toBeGreaterThan(0.9);
  const late = await again(await made([0, 1, 2], { words: '这款便携咖啡机三十秒出杯' }, on), [
    ['-ss', 0.5, '-crf', 28, '-g', 250],
  ]);
  const shifted = likeness(plain, await signed(late));
  expect(shifted.picture).toBeGreaterThan(0.9);
  expect(shifted.sound).toBeGreaterThan(0.85);
});

test('the same clips in another order are a little less alike', async () => {
  const on = engine();
  const a = await signed(await made([0, 1, 2, 3], {}, on));
  const { picture } = likeness(a, await signed(await made([0, 2, 1, 3], {}, on)));
  expect(picture).toBeLessThan(0.99);
  expect(picture).toBeGreaterThan(0.85);
});

test('a short video that is part of a long one is all alike', async () => {
  const on = engine();
  const long = await signed(await made([0, 1, 2, 3], {}, on));
  expect(likeness(long, await signed(await made([2], {}, on))).picture).toBeGreaterThan(0.9);
});

test('black and silence are like nothing', async () => {
  const nothing: Args = [
    ['-f', 'lavfi', '-i', 'color=black:size=108x192:rate=30:duration=3'],
    ['-f', 'lavfi', '-i', 'anullsrc=sample_rate=48000'],
    ['-t', 3, '-c:v', 'libx264', '-c:a', 'aac'],
  ];
  const dark = await signed(await footage('mp4', nothing));
  expect(likeness(dark, dark)).toEqual({ picture: -1, sound: -1, text: -1 });
  const { picture, sound } = likeness(dark, await signed(await made([0])));
  expect({ picture, sound }).toEqual({ picture: 0, sound: 0 });
});

test.each<Quality>(['standard', 'small'])(
  'of a %s video only what was not seen before is decoded',
  async (quality) => {
    // Of its own: what an engine saw while it encoded is asked for below.
    const on = testEngine({ cacheDir: testFolder() });
    const memory: PictureMemory = new Map();
    const first = await made([0, 1, 2], { quality, isSilent: true }, on);
    const whole = await signPicture(tools, first, { memory });
    const known = memory.size;
    expect(Buffer.from(whole)).toEqual(Buffer.from(await signPicture(tools, first)));
    const second = await made([0, 4, 2], { quality, isSilent: true }, on);
    const patched = await signPicture(tools, second, { memory });
    expect(memory.size).toBeLessThan(2 * known);
    expect(Buffer.from(patched)).toEqual(Buffer.from(await signPicture(tools, second)));
    // What the engine saw while it encoded is the same video, and nothing of it is decoded.
    const seen = new Map(on.looks);
    const looked = await signPicture(tools, second, { memory: seen });
    expect([seen.size, looked.length]).toEqual([on.looks.size, patched.length]);
    const blank = { sound: new Uint8Array(0), text: '' };
    expect(likeness({ ...blank, picture: patched }, { ...blank, picture: looked }).picture).toBeGreaterThan(0.99);
    const own = await recalled(on, await variantOf([0, 4, 2], { quality, isSilent: true }));
    expect([Buffer.from(own!.picture), own!.sound.length, own!.lufs]).toEqual([Buffer.from(looked), 0, null]);
    on.looks.clear();
    expect(await recalled(on, await variantOf([0, 1, 2], { quality, isSilent: true }))).toBeNull();
    // What is remembered is taken as it is.
    for (const key of memory.keys()) memory.set(key, Buffer.from('remember'));
    expect(Buffer.from(await signPicture(tools, second, { memory })).toString()).toMatch(/^(remember)+$/);
  },
  60_000,
);

test('text is compared by its characters: punctuation, width and case do not matter', () => {
  const texts = ['三十秒出杯，ABC 现磨香浓！', '三十秒出杯ａｂｃ现磨香浓', '一键清洗省心又省力', ''];
  const table = compareTexts(4, texts);
  expect([table[1], table[2], table[3], table[15]]).toEqual([1, 0, 0, -1]);
  const half = compareTexts(2, ['随时随地享受现磨香浓', '随时随地享受一键清洗省心']);
  expect(half[1]).toBe(0.5);
});

test('the index finds what a plain comparison of all hashes finds', () => {
  let seed = 7;
  const next = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0);
  const word = () => ((next() >>> 8) ^ (next() << 8)) >>> 0;
  const bases = Array.from({ length: 40 }, () => [word(), word()] as const);
  const videos = Array.from({ length: 12 }, () => {
    const hashes = Array.from({ length: 30 }, () => {
      const [high, low] = bases[next() % bases.length]!;
      let [flippedHigh, flippedLow] = [high, low];
      for (let n = next() % 14; n > 0; n -= 1) {
        const bit = next() % 64;
        if (bit < 32) flippedHigh = (flippedHigh ^ (1 << bit)) >>> 0;
        else flippedLow = (flippedLow ^ (1 << (bit - 32))) >>> 0;
      }
      return [flippedHigh, flippedLow] as const;
    });
    return { high: Uint32Array.from(hashes, ([high]) => high), low: Uint32Array.from(hashes, ([, low]) => low) };
  });
  const table = compareSequences(4, videos, { most: 10, step: 1, order: 0 });
  const found = (row: number, column: number) => {
    const [{ high, low }, other] = [videos[row]!, videos[column]!];
    return [...high.keys()].filter((n) =>
      other.high.some((value, m) => bitsOf(value ^ high[n]!) + bitsOf(other.low[m]! ^ low[n]!) <= 10),
    ).length;
  };
  for (let row = 0; row < 4; row += 1) {
    for (const column of videos.keys()) {
      const most = column < 4 ? Math.max(found(row, column), found(column, row)) : found(row, column);
      expect(table[row * videos.length + column]).toBeCloseTo(most / 30, 5);
    }
  }
});

/** A hash of its own for each number, with so many bits changed. */
function picture(n: number, changed = 0): string {
  const words = [Math.imul(n, 0x9e3779b1) >>> 0, (Math.imul(n, 0x85ebca6b) >>> 0) ^ ((1 << changed) - 1)];
  return words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

test('films that look the same are one, whatever their length; those that share a moment, or nothing that can be seen, are not', () => {
  const black = '0'.repeat(16);
  const groups = groupLooks([
    { id: 'first', hashes: [1, 2, 3, 4].map((n) => picture(n)) },
    { id: 'coded again', hashes: [1, 2, 3, 4].map((n) => picture(n, 6)) },
    { id: 'cut', hashes: [picture(3, 2), black] },
    { id: 'one moment', hashes: [picture(4), picture(5), picture(6)] },
    { id: 'black', hashes: [black] },
    { id: 'black as well', hashes: [black] },
    { id: 'unseen', hashes: [] },
  ]);
  expect([...groups.values()]).toEqual(['first', 'first', 'first', 'one moment', 'black', 'black as well', 'unseen']);
});
