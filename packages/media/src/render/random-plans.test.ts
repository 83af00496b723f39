import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Engine } from '#render/engine.ts';
import { layOut, partFrames, variantFrames, type Variant } from '#render/variant.ts';
import { renderTo, sourceOf, testEngine } from '#testing/engine.ts';
import { testFolder } from '#testing/folder.ts';
import { footage, testFootage, turnedFootage } from '#testing/footage.ts';
import { allPackets, complaints, ssim, type Packet } from '#testing/inspect.ts';
import { renderNaively } from '#testing/naive.ts';
import { randomVariant } from '#testing/random-plans.ts';

/** The bench `randomplans` asks for more of them. */
const PLANS = Number(process.env['RANDOM_PLANS'] ?? 4);
const COMPARED = Math.ceil(PLANS / 4);
const folder = testFolder();

const SIZE = { width: 192, height: 108 };
/** Hard edges cost a small picture more than any mistake would. */
const SOFT = 'gblur=sigma=1.5';

async function mixedSources() {
  const lying = await testFootage({ ...SIZE, seed: 3, filters: SOFT });
  return Promise.all(
    [
      testFootage({ ...SIZE, seed: 0, filters: SOFT }),
      testFootage({ width: 108, height: 192, fps: 24, seed: 1, filters: SOFT }),
      testFootage({ width: 256, height: 144, fps: 60, seed: 2, hasSound: false, filters: SOFT }),
      turnedFootage(lying, 90),
      testFootage({
        ...SIZE,
        seed: 4,
        filters: `${SOFT},select='not(eq(mod(n*7,11),3))'`,
        args: [['-fps_mode', 'vfr']],
      }),
      testFootage({ ...SIZE, seed: 5, fps: '25', filters: `${SOFT},setsar=4/3`, extension: 'mkv' }),
      testFootage({ ...SIZE, seed: 6, seconds: 0.4, fps: 50, filters: SOFT }),
      footage('png', [
        ['-f', 'lavfi', '-i', `testsrc2=size=300x200,${SOFT}`],
        ['-frames:v', 1],
      ]),
    ].map(async (path) => sourceOf(await path)),
  );
}

test(`${PLANS} random plans all become sound files of the planned length`, async () => {
  const sources = await mixedSources();
  const engine = testEngine({ processes: 3 });
  await inParallel(PLANS, async (seed) => {
    const variant = randomVariant(seed, sources);
    expect(await faultsOf(engine, variant, join(folder, `${seed}.mp4`)), `plan ${seed}`).toEqual([]);
  });
});

test(`${COMPARED} random plans look like the same plan in one graph`, async () => {
  const sources = await mixedSources();
  const engine = testEngine({ processes: 3 });
  const likeness = new Map<number, number>();
  await inParallel(COMPARED, async (i) => {
    const seed = 1000 + i;
    const variant = randomVariant(seed, sources, { isPlain: true });
    const ours = await renderTo(engine, variant, join(folder, `${seed}.mp4`));
    const naive = join(folder, `${seed}-naive.mp4`);
    await renderNaively(variant, naive);
    likeness.set(seed, await ssim(ours, naive));
  });
  expect([...likeness].filter(([, value]) => value < 0.98)).toEqual([]);
});

async function faultsOf(engine: Engine, variant: Variant, path: string): Promise<string[]> {
  await renderTo(engine, variant, path);
  const faults: string[] = [];
  const words = await complaints(path);
  if (words) faults.push(words);

  const { fps } = variant.canvas;
  const { v: video, a: sound } = await allPackets(path);
  const shown = video.map(({ pts }) => Math.round(pts * fps * 100) / 100).toSorted((a, b) => a - b);
  const planned = Array.from({ length: variantFrames(variant) }, (_, i) => i);
  if (shown.join() !== planned.join()) faults.push(`frames at ${shown.join()}, planned ${planned.length}`);
  if (video.some(({ dts }, i) => i > 0 && dts <= video[i - 1]!.dts)) faults.push('decoding times do not rise');

  const keyframes = new Set(video.filter(({ isKeyframe }) => isKeyframe).map(({ pts }) => Math.round(pts * fps)));
  let join = 0;
  for (const part of layOut(variant)) {
    if (!keyframes.has(join)) faults.push(`no keyframe at ${join}`);
    join += partFrames(part);
  }
  if (variant.sound) faults.push(...soundFaults(sound, planned.length / fps));
  rmSync(path);
  return faults;
}

function soundFaults(sound: Packet[], seconds: number): string[] {
  const last = sound.at(-1)!;
  const end = last.pts + last.seconds;
  const faults: string[] = [];
  // The first packet is the encoder's priming: it lies before the start and is not heard.
  if (Math.abs(sound[0]!.pts + 1024 / 48_000) > 0.001) faults.push(`sound begins at ${sound[0]!.pts}`);
  if (end < seconds - 0.02 || end > seconds + 0.022) faults.push(`sound ends at ${end}, picture at ${seconds}`);
  return faults;
}

async function inParallel(count: number, work: (i: number) => Promise<void>): Promise<void> {
  const numbers = Array.from({ length: count }, (_, i) => i).values();
  const worker = async () => {
    for (const i of numbers) await work(i);
  };
  await Promise.all([worker(), worker(), worker()]);
}
