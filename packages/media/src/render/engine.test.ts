import { readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { probe } from '#ffmpeg/probe.ts';
import type { Quality } from '#render/encoder.ts';
import { Engine } from '#render/engine.ts';
import { readBytes } from '#render/mp4/virtual-mp4.ts';
import { openProgressBoard } from '#render/progress-board.ts';
import { plainShot } from '#render/shot.ts';
import { silentMix } from '#render/sound/sound.ts';
import { variantFrames, type Variant } from '#render/variant.ts';
import { renderTo, sourceOf, testEngine, TINY } from '#testing/engine.ts';
import { testFolder } from '#testing/folder.ts';
import { testFootage, tools } from '#testing/footage.ts';
import { complaints, frames, packets } from '#testing/inspect.ts';

async function threeShots(options: Partial<Variant> = {}): Promise<Variant> {
  const sources = [
    await sourceOf(await testFootage()),
    await sourceOf(await testFootage({ width: 54, height: 96, fps: 24, seed: 1 })),
    await sourceOf(await testFootage({ width: 128, height: 72, fps: 60, seed: 2, hasSound: false })),
  ];
  const cuts = sources.map((source, i) => ({
    shot: plainShot({ source, startSeconds: 0.31 + i * 0.2, frames: 20 + i }),
    transition: null,
  }));
  return { canvas: TINY, quality: 'standard', cuts, sound: silentMix(63 / 30), tags: {}, ...options };
}

test.each<Quality>(['standard', 'high', 'small'])(
  'a %s variant decodes, with every frame in its place',
  async (quality) => {
    const variant = await threeShots({ quality });
    const path = await renderTo(testEngine(), variant);

    expect(await complaints(path)).toBe('');
    const video = await packets(path, 'v');
    const shown = video.map(({ pts }) => pts).toSorted((a, b) => a - b);
    expect(shown).toEqual(Array.from({ length: 63 }, (_, i) => expect.closeTo(i / 30, 4)));
    expect(video.filter((packet, i) => i > 0 && packet.dts <= video[i - 1]!.dts)).toEqual([]);
    for (const join of [0, 20, 41]) {
      expect(video.find(({ pts }) => Math.abs(pts - join / 30) < 0.001)?.isKeyframe).toBe(true);
    }
  },
);

test('a variant with transitions has the frames that were planned, each join a keyframe', async () => {
  const plain = await threeShots();
  const cuts = plain.cuts.map((cut) => ({ ...cut, transition: { kind: 'fade' as const, frames: 6 } }));
  const variant = { ...plain, cuts };
  expect(variantFrames(variant)).toBe(63 - 12);

  const path = await renderTo(testEngine(), variant);
  expect(await complaints(path)).toBe('');
  const keyframes = (await packets(path, 'v'))
    .filter(({ isKeyframe }) => isKeyframe)
    .map(({ pts }) => Math.round(pts * 30));
  expect(keyframes).toEqual([0, 14, 20, 29, 35]);
});

test('a push shows pictures all the way, and the next shot stands still when it has it', async () => {
  const plain = await threeShots();
  const cuts = plain.cuts.slice(0, 2).map((cut) => ({ ...cut, transition: { kind: 'zoom' as const, frames: 6 } }));
  const pushed = await frames(await renderTo(testEngine(), { ...plain, quality: 'high', cuts, sound: null }), TINY);
  const hard = cuts.map((cut) => ({ ...cut, transition: null }));
  const still = await frames(
    await renderTo(testEngine(), { ...plain, quality: 'high', cuts: hard, sound: null }),
    TINY,
  );

  const [length] = cuts.map(({ shot }) => shot.frames);
  expect(pushed).toHaveLength(still.length - 6);
  for (let i = length! - 6; i < length!; i += 1) expect(contrast(pushed[i]!)).toBeGreaterThan(25);
  expect(difference(pushed[length! - 6]!, still[length! - 6]!)).toBeLessThan(12);
  expect(difference(pushed[length!]!, still[length! + 6]!)).toBeLessThan(6);
});

/** How far the pixels of a picture lie from their mean, in the mean; green stands for all of a pixel. */
function contrast(picture: Buffer): number {
  const greens = Array.from({ length: picture.length / 3 }, (_, i) => picture[i * 3 + 1]!);
  const mean = greens.reduce((sum, value) => sum + value, 0) / greens.length;
  return greens.reduce((sum, value) => sum + Math.abs(value - mean), 0) / greens.length;
}

function difference(a: Buffer, b: Buffer): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;
}

test('the virtual file and the written one are the same bytes, whole and in any range', async () => {
  const engine = testEngine();
  const variant = await threeShots({ tags: { AIGC: '{"Label":"1"}' } });
  const written = readFileSync(await renderTo(engine, variant));
  const { file } = await engine.open(variant);
  expect(file.size).toBe(written.length);
  expect(await collect(readBytes(file))).toEqual(written);
  const ranges = [
    [0, 1],
    [file.head.length - 3, file.head.length + 5],
    [file.size - 1, file.size],
    [1000, file.size - 77],
    [500, 500],
  ];
  for (const [start, end] of ranges) {
    expect(await collect(readBytes(file, start, end))).toEqual(written.subarray(start, end));
  }
});

test('tags of any name and language are read back', async () => {
  const label = '{"Label":"1","ContentProducer":"混剪工场"}';
  const path = await renderTo(testEngine(), await threeShots({ tags: { AIGC: label, title: '第一条' } }));
  expect((await probe(tools, path)).tags).toMatchObject({ AIGC: label, title: '第一条' });
});

test('a second engine on the same folder encodes nothing', async () => {
  const variant = await threeShots();
  const cacheDir = testFolder();
  await renderTo(testEngine({ cacheDir }), variant);
  const broken = { ...tools, ffmpegPath: '/bin/false' };
  const second = new Engine({ tools: broken, cacheDir, cacheBytes: 2 ** 30, processes: 1 });
  expect(second.readiness(variant)).toBe(1);
  const { file } = await second.open(variant);
  expect(file.seconds).toBeCloseTo(63 / 30, 6);
  second.close();
});

test('progress goes up to one', async () => {
  const seen: number[] = [];
  const { release } = await testEngine().open(await threeShots(), { onProgress: (share) => seen.push(share) });
  release();
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBe(1);
});

test('whatever a power cut left empty is made again', async () => {
  const cacheDir = testFolder();
  const { cuts, ...rest } = await threeShots();
  const { source } = cuts[0]!.shot;
  const heard = { source, startSeconds: 0, speed: 1, fromSeconds: 0, toSeconds: 1, volume: 1 };
  const variant: Variant = {
    ...rest,
    cuts: cuts.map((cut, n) => (n === 0 ? { ...cut, transition: { kind: 'fade', frames: 6 } } : cut)),
    sound: { ...silentMix(57 / 30), ambience: [heard] },
  };
  const before = readFileSync(await renderTo(testEngine({ cacheDir }), variant));
  const entries = join(cacheDir, 'entries');
  const empty = (...ends: string[]) => {
    const names = readdirSync(entries, { recursive: true, encoding: 'utf8' });
    const found = names.filter((name) => ends.some((end) => name.endsWith(end)));
    for (const name of found) truncateSync(join(entries, name), 0);
    return found.length;
  };
  expect(empty('.mp4', '.m4a', '.pcm')).toBe(8);
  expect(readFileSync(await renderTo(testEngine({ cacheDir }), variant)).equals(before)).toBe(true);
});

test('two variants that wait for the same part both see it grow', () => {
  const board = openProgressBoard();
  const seen: number[][] = [[], []];
  const followers = [100, 50].map((total, i) => board.follow(total, (share) => seen[i]!.push(share)));
  followers.forEach((follower) => follower.expect('a'));
  board.report('a', 10);
  board.report('b', 30);
  followers.forEach((follower) => follower.finish('a', 20));
  board.report('a', 5);
  expect(seen).toEqual([
    [0.1, 0.2],
    [0.2, 0.4],
  ]);
});

test('aborting stops the work with the reason', async () => {
  const controller = new AbortController();
  const run = testEngine().open(await threeShots(), { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('用户取消')), 30);
  await expect(run).rejects.toThrow('用户取消');
});

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(chunks));
}
