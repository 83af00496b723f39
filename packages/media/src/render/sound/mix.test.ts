import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runProgram } from '#ffmpeg/run.ts';
import { duckingGains, gainAt } from '#render/sound/ducking.ts';
import { limit } from '#render/sound/limiter.ts';
import { integratedLoudness } from '#render/sound/loudness.ts';
import { mixSamples } from '#render/sound/mix.ts';
import { tempoFilters } from '#render/sound/pcm.ts';
import { openRoom } from '#render/sound/room.ts';
import { CHANNELS, SAMPLE_RATE, silentMix, type SoundMix } from '#render/sound/sound.ts';
import { sourceOf } from '#testing/engine.ts';
import { testFootage, tools } from '#testing/footage.ts';

/** A stereo sine. */
function tone(seconds: number, amplitude: number, frequency = 440): Float32Array {
  const samples = new Float32Array(Math.round(seconds * SAMPLE_RATE) * CHANNELS);
  return samples.map(
    (_, i) => amplitude * Math.sin((2 * Math.PI * frequency * Math.floor(i / CHANNELS)) / SAMPLE_RATE),
  );
}

function peak(samples: Float32Array): number {
  return samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
}

/** The highest sample of twenty milliseconds. */
function level(mix: Float32Array, seconds: number): number {
  const start = Math.round(seconds * SAMPLE_RATE) * CHANNELS;
  return peak(mix.slice(start, start + 0.02 * SAMPLE_RATE * CHANNELS));
}

test('loudness agrees with ffmpeg to a tenth of a unit', async () => {
  for (const [frequency, amplitude] of [
    [997, 0.5],
    [100, 0.9],
    [5000, 0.03],
  ] as const) {
    const ours = integratedLoudness(tone(4, amplitude, frequency));
    const graph = `aevalsrc=${amplitude}*sin(2*PI*${frequency}*t)|${amplitude}*sin(2*PI*${frequency}*t):s=48000:d=4,ebur128=framelog=verbose`;
    const { stderr } = await runProgram(tools.ffmpegPath, [
      '-nostdin',
      '-v',
      'info',
      '-f',
      'lavfi',
      '-i',
      graph,
      '-f',
      'null',
      '-',
    ]);
    const theirs = Number(/I:\s+(-?[\d.]+) LUFS/.exec(stderr.slice(stderr.lastIndexOf('Summary')))?.[1]);
    expect(Math.abs(ours - theirs)).toBeLessThan(0.11);
  }
});

test('silence has no loudness, and a pause does not lower it', () => {
  expect(integratedLoudness(new Float32Array(SAMPLE_RATE))).toBe(-Infinity);
  const spoken = tone(4, 0.4);
  const withPause = new Float32Array(spoken.length * 3);
  withPause.set(spoken);
  expect(integratedLoudness(withPause)).toBeCloseTo(integratedLoudness(spoken), 0);
});

test('the limiter holds peaks and leaves quiet sound untouched', () => {
  const quiet = tone(0.5, 0.5);
  const before = quiet.slice();
  limit(quiet, 0.89);
  expect(quiet).toEqual(before);

  const loud = tone(0.5, 0.3);
  for (let i = 20_000; i < 21_000; i += 1) loud[i]! *= 6;
  limit(loud, 0.89);
  expect(peak(loud)).toBeLessThanOrEqual(0.8901);
  expect(loud.slice(0, 10_000)).toEqual(tone(0.5, 0.3).slice(0, 10_000));
});

test('the limiter catches peaks between samples', () => {
  // At a quarter of the rate and this phase every sample is 0.707 of the wave's height.
  const samples = new Float32Array(4800 * CHANNELS).map(
    (_, i) => 1.3 * Math.sin((Math.PI / 2) * Math.floor(i / CHANNELS) + Math.PI / 4),
  );
  expect(peak(samples)).toBeLessThan(0.93);
  limit(samples, 0.93);
  expect(peak(samples.slice(2000))).toBeLessThan(0.82);
});

test('music goes down before a word and up again after it', () => {
  const speech = new Float32Array(SAMPLE_RATE * 4 * CHANNELS);
  speech.set(tone(1, 0.3), SAMPLE_RATE * 1.5 * CHANNELS);
  const gains = duckingGains(speech, 12);
  const at = (seconds: number) => 20 * Math.log10(gainAt(gains, seconds * SAMPLE_RATE));
  expect(at(0.5)).toBeCloseTo(0, 1);
  expect(at(1.52)).toBeLessThan(-9);
  expect(at(2)).toBeCloseTo(-12, 1);
  expect(at(3.9)).toBeGreaterThan(-1);
});

function mixOf(change: Partial<SoundMix>): SoundMix {
  return { ...silentMix(3), targetLufs: null, peakDecibels: 0, ...change };
}

test('a clip sounds exactly where it was placed', async () => {
  const source = await sourceOf(await testFootage());
  const clip = { source, startSeconds: 0, speed: 1, fromSeconds: 1, toSeconds: 1.5, volume: 0.5 };
  const mix = await mixSamples(mixOf({ speech: [clip] }), async (_, seconds) => tone(seconds, 0.8));
  expect(mix).toHaveLength(3 * SAMPLE_RATE * CHANNELS);
  expect(level(mix, 0.97)).toBe(0);
  expect(level(mix, 1.2)).toBeCloseTo(0.4, 2);
  expect(level(mix, 1.51)).toBe(0);
});

test('a mix reaches its loudness and keeps its peak', async () => {
  const source = await sourceOf(await testFootage());
  const clip = { source, startSeconds: 0, speed: 1, fromSeconds: 0, toSeconds: 3, volume: 1 };
  const mix = await mixSamples(mixOf({ speech: [clip], targetLufs: -14, peakDecibels: -1 }), async (_, seconds) =>
    tone(seconds, 0.05),
  );
  expect(integratedLoudness(mix)).toBeCloseTo(-14, 0.5);
  expect(peak(mix)).toBeLessThanOrEqual(10 ** (-1 / 20));
});

test('short music is repeated to the end, and fades', async () => {
  const source = await sourceOf(await testFootage());
  const music = {
    source,
    startSeconds: 0,
    volume: 1,
    fadeInSeconds: 0,
    fadeOutSeconds: 1,
    isLooped: true,
    duckDecibels: 0,
  };
  const looped = await mixSamples(mixOf({ music }), async () => tone(0.7, 0.5));
  const once = await mixSamples(mixOf({ music: { ...music, isLooped: false } }), async () => tone(0.7, 0.5));
  expect(level(looped, 1.8)).toBeCloseTo(0.5, 1);
  expect(level(looped, 2.5)).toBeCloseTo(0.25, 1);
  expect(level(once, 0.8)).toBe(0);
});

test('memory that is used again brings nothing of another mix, also with two at once', async () => {
  const source = await sourceOf(await testFootage());
  const room = openRoom(2 ** 24);
  const clip = { source, startSeconds: 0, speed: 1, fromSeconds: 0, toSeconds: 1, volume: 1 };
  const mixed = (amplitude: number) =>
    mixSamples(
      mixOf({ seconds: 2, speech: [clip] }),
      async (_, seconds) => {
        const samples = room.take(seconds * SAMPLE_RATE * CHANNELS);
        samples.set(tone(seconds, amplitude));
        await setImmediate();
        return samples;
      },
      room,
    );
  const first = await mixed(0.9);
  const heard = first.slice();
  room.give(first);
  const [again, soft] = await Promise.all([mixed(0.9), mixed(0.1)]);
  // Compared as bytes: of arrays as long as this, a difference would be written down for minutes.
  expect(Buffer.from(again.buffer, 0, again.byteLength).equals(Buffer.from(heard.buffer))).toBe(true);
  expect([level(soft, 0.5), level(soft, 1.5)]).toEqual([expect.closeTo(0.1, 3), 0]);
  expect(again.buffer).not.toBe(soft.buffer);
});

test('no more is kept than was said', () => {
  const room = openRoom(2 ** 21);
  const taken = [1, 2, 3].map(() => room.take(2 ** 18));
  for (const samples of [...taken, taken[0]!]) room.give(samples);
  const known = new Set(taken.map(({ buffer }) => buffer));
  expect([1, 2, 3].map(() => known.has(room.take(2 ** 18).buffer))).toEqual([true, true, false]);
});

test('tempo changes beyond what one filter can do are chained', () => {
  expect(tempoFilters(1)).toEqual([]);
  expect(tempoFilters(0.25)).toEqual(['atempo=0.5', 'atempo=0.5']);
  expect(tempoFilters(3)).toEqual(['atempo=2', 'atempo=1.5']);
});
