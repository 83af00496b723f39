import { expect, test } from 'vitest';
import { readTrack } from '#render/mp4/track.ts';
import { plainShot } from '#render/shot.ts';
import { silentMix } from '#render/sound/sound.ts';
import { shotStarts, variantFrames, type Variant } from '#render/variant.ts';
import { renderTo, sourceOf, testEngine } from '#testing/engine.ts';
import { footage, type Footage } from '#testing/footage.ts';
import { frames, listen, pixel } from '#testing/inspect.ts';

const CANVAS = { width: 64, height: 64, fps: 30 };

/** A film that is black and silent but for a flash with a beep, a tenth of a second long, at one second. */
async function clapper({ extension = 'mp4', args = [] }: Footage = {}) {
  const path = await footage(extension, [
    [
      '-f',
      'lavfi',
      '-i',
      "color=black:size=96x96:rate=60:duration=3,drawbox=color=white:thickness=fill:enable='between(t,1,1.099)'",
    ],
    ['-f', 'lavfi', '-i', "aevalsrc='0.8*sin(2*PI*1000*t)*between(t,1,1.1)':s=44100:d=3"],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', 2, '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-ac', 2],
    ...args,
  ]);
  return sourceOf(path);
}

async function flashesAndBeeps(variant: Variant): Promise<{ flashes: number[]; beeps: number[] }> {
  const path = await renderTo(testEngine(), variant);
  const light = (await frames(path, CANVAS)).map((frame) => pixel(frame, CANVAS.width, 32, 32)[0] > 128);
  const sound = await listen(path);
  const loud = Array.from({ length: Math.floor(sound.length / 48) }, (_, i) =>
    sound.slice(i * 48, i * 48 + 48).some((sample) => Math.abs(sample) > 0.2),
  );
  return {
    flashes: starts(light).map((frame) => frame / CANVAS.fps),
    beeps: starts(loud, 30).map((step) => step / 1000),
  };
}

/** Where a run of true begins after at least `gap` of false. */
function starts(flags: boolean[], gap = 1): number[] {
  return flags.flatMap((flag, i) => (flag && !flags.slice(Math.max(0, i - gap), i).includes(true) ? [i] : []));
}

test.each<[string, Footage, number]>([
  ['hard cuts', {}, 0],
  ['transitions', {}, 6],
  ['a file that begins late, sound first', { args: [['-output_ts_offset', 0.4]], extension: 'mkv' }, 0],
])('picture and sound stay within 20 ms: %s', async (_, options, transition) => {
  const source = await clapper(options);
  const cuts = [0.5, 0.73, 0.31].map((startSeconds) => ({
    shot: plainShot({ source, startSeconds, frames: 40 }),
    transition: transition > 0 ? { kind: 'fade' as const, frames: transition } : null,
  }));
  const shape = { canvas: CANVAS, cuts };
  const at = shotStarts(shape);
  const ambience = cuts.map(({ shot }, i) => ({
    source,
    startSeconds: shot.startSeconds,
    speed: 1,
    fromSeconds: at[i]!,
    toSeconds: at[i]! + 40 / 30,
    volume: 1,
  }));
  const sound = { ...silentMix(variantFrames(shape) / 30), ambience, targetLufs: null };

  const { flashes, beeps } = await flashesAndBeeps({ ...shape, quality: 'standard', sound, tags: {} });
  expect(flashes).toHaveLength(3);
  for (const [i, flash] of flashes.entries()) {
    const planned = at[i]! + 1 + source.facts.video!.startSeconds - cuts[i]!.shot.startSeconds;
    expect(Math.abs(beeps[i]! - planned)).toBeLessThan(0.02);
    // A frame shows what happened up to half a frame away from it.
    expect(Math.abs(flash - planned)).toBeLessThan(0.51 / CANVAS.fps);
  }
});

const RATE = 48_000;
const CHIRP_SAMPLES = 1440;
const TICKS_PER_FRAME = 512;

/** Thirty milliseconds that rise from 400 to 4400 Hz: found again to the sample, whatever AAC does to it. */
const CHIRP = Float64Array.from({ length: CHIRP_SAMPLES }, (_, i) => {
  const t = i / RATE;
  return 0.7 * Math.sin(2 * Math.PI * (400 * t + (4000 / 0.06) * t * t));
});

/** A film without loss in its sound: at one second a white frame, and the chirp begins with the same instant. */
async function exactClapper() {
  const t = '(t-1)';
  const path = await footage('mov', [
    [
      '-f',
      'lavfi',
      '-i',
      `color=black:size=96x96:rate=30:duration=3,drawbox=color=white:thickness=fill:enable='eq(n,30)'`,
    ],
    [
      '-f',
      'lavfi',
      '-i',
      `aevalsrc='0.7*sin(2*PI*(400*${t}+${4000 / 0.06}*${t}*${t}))*gte(n,${RATE})*lt(n,${RATE + CHIRP_SAMPLES})':s=${RATE}:d=3`,
    ],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le'],
  ]);
  return sourceOf(path);
}

/** How many samples later than `at` the chirp begins, by where it fits best. */
function lateness(sound: Float32Array, at: number): number {
  let [best, found] = [-Infinity, 0];
  for (let late = -2400; late <= 2400; late += 1) {
    let fit = 0;
    for (let i = 0; i < CHIRP_SAMPLES; i += 1) fit += (sound[at + late + i] ?? 0) * CHIRP[i]!;
    if (fit > best) [best, found] = [fit, late];
  }
  return found;
}

test.each([
  ['hard cuts', 0, 'standard'],
  ['transitions', 6, 'standard'],
  ['B-frames', 0, 'small'],
] as const)('the first and the last of ten shots are in step to the sample: %s', async (_, transition, quality) => {
  const source = await exactClapper();
  // Three different beginnings, so that ten shots are made of three parts.
  const before = Array.from({ length: 10 }, (_none, i) => 12 + (i % 3) * 4);
  const cuts = before.map((first) => ({
    shot: plainShot({ source, startSeconds: first / 30, frames: 31 }),
    transition: transition > 0 ? { kind: 'fade' as const, frames: transition } : null,
  }));
  const shape = { canvas: CANVAS, cuts };
  const at = shotStarts(shape);
  const ambience = cuts.map(({ shot }, i) => ({
    source,
    startSeconds: shot.startSeconds,
    speed: 1,
    fromSeconds: at[i]!,
    toSeconds: at[i]! + 31 / 30,
    volume: 1,
  }));
  const sound = { ...silentMix(variantFrames(shape) / 30), ambience, targetLufs: null };
  const path = await renderTo(testEngine(), { ...shape, quality, sound, tags: {} });

  const planned = at.map((seconds, i) => Math.round(seconds * 30) + 30 - before[i]!);
  const light = (await frames(path, CANVAS)).map((frame) => pixel(frame, CANVAS.width, 32, 32)[0] > 128);
  expect(starts(light)).toEqual(planned);
  // From the tables: ffmpeg mends an edit list that forgets the delay of B-frames, not every player does.
  const { shifts } = await readTrack(path, 'vide');
  const shown = [...shifts].map((shift, i) => i + shift / TICKS_PER_FRAME).toSorted((a, b) => a - b);
  expect(shown).toEqual(shown.map((_frame, i) => i));
  const heard = await listen(path);
  expect(planned.map((frame) => lateness(heard, (frame * RATE) / 30))).toEqual(planned.map(() => 0));
});

test('sound that begins after the picture keeps its distance', async () => {
  const { path } = await clapper();
  const late = await footage('mp4', [
    ['-i', path],
    ['-itsoffset', 0.5, '-i', path],
    ['-map', '0:v', '-map', '1:a', '-c', 'copy'],
  ]);
  const source = await sourceOf(late);
  for (const startSeconds of [0, 0.2]) {
    const shot = plainShot({ source, startSeconds, frames: 60 });
    const sound = {
      ...silentMix(2),
      ambience: [{ source, startSeconds, speed: 1, fromSeconds: 0, toSeconds: 2, volume: 1 }],
      targetLufs: null,
    };
    const { beeps } = await flashesAndBeeps({
      canvas: CANVAS,
      cuts: [{ shot, transition: null }],
      quality: 'standard',
      sound,
      tags: {},
    });
    expect(Math.abs(beeps[0]! - (1.5 - startSeconds))).toBeLessThan(0.02);
  }
});

test('faster speech and pictures keep together', async () => {
  const source = await clapper();
  const shot = plainShot({ source, startSeconds: 0.4, frames: 30, speed: 2 });
  const ambience = [{ source, startSeconds: 0.4, speed: 2, fromSeconds: 0, toSeconds: 1, volume: 1 }];
  const sound = { ...silentMix(1), ambience, targetLufs: null };
  const { flashes, beeps } = await flashesAndBeeps({
    canvas: CANVAS,
    cuts: [{ shot, transition: null }],
    quality: 'standard',
    sound,
    tags: {},
  });
  expect(flashes[0]).toBeCloseTo(0.3, 1);
  expect(Math.abs(beeps[0]! - 0.3)).toBeLessThan(0.03);
});
