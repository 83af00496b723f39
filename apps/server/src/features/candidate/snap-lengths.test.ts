import { readFile } from 'node:fs/promises';
import { writeMono } from '@mixreel/media';
import { expect, test } from 'vitest';
import { realFilm } from '#testing/films.ts';
import { filmMix } from '#testing/mixed-films.ts';
import type { TestApp } from '#testing/test-app.ts';
import { beatsInVideo, snapLengths } from './snap-lengths.ts';

const RATE = 44_100;

const hard = (seconds: number, least: number) => ({ seconds, least, seam: 0, isHeld: false });

test('cuts move to beats that are near, never into what is spoken, and the end stays', () => {
  const beats = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4];
  expect(snapLengths([hard(1.9, 1), hard(1.4, 1), hard(1, 1)], beats)).toEqual([2, 1.5, 1]);
  // The line lasts to 2.1: the beat before it is out of reach.
  expect(snapLengths([hard(2.2, 2.1), hard(1, 0.4), hard(1, 0.4)], beats)[0]).toBeCloseTo(2.5);
  expect(snapLengths([hard(2.1, 2.1), hard(1, 0.4)], [1.9, 2.9])[0]).toBeCloseTo(2.9);
  expect(snapLengths([hard(1.9, 1.5), hard(1, 0.4)], [10])).toEqual([1.9, 1]);
});

test('a cross-fade has its middle on the beat, and what follows counts from there', () => {
  const beats = [0, 1, 2, 3, 4];
  const soft = { seconds: 1.9, least: 0.4, seam: 0.4, isHeld: false };
  const [first, second] = snapLengths([soft, { ...soft, seconds: 1.5 }, hard(1, 0.4)], beats);
  const [begins, thenBegins] = [first! - 0.4, first! - 0.4 + second! - 0.4];
  expect(begins + 0.2).toBeCloseTo(2);
  expect(thenBegins + 0.2).toBeCloseTo(3);
  const [held] = snapLengths([{ ...soft, isHeld: true }, hard(1, 0.4)], beats);
  expect(held! + 0.2).toBeCloseTo(2);
});

test('beats go on while music begins again where it began', () => {
  expect(beatsInVideo([0, 1, 2, 3], { start: 1, seconds: 4 }, 7)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(beatsInVideo([], { start: 0, seconds: 4 }, 7)).toEqual([]);
});

/** Clicks, a hundred a minute, from 0.1 s on. */
function clicks(app: TestApp): Promise<string> {
  const samples = new Float32Array(15 * RATE);
  for (let at = 0.1; at < 15; at += 0.6) {
    for (let n = 0; n < RATE / 50; n += 1) {
      samples[Math.round(at * RATE) + n] = Math.sin(n / 3) * Math.exp(-n / 200);
    }
  }
  return soundOf(app, samples);
}

async function soundOf({ scratch, tools }: TestApp, samples: Float32Array): Promise<string> {
  const path = scratch.file('.wav');
  await writeMono(tools, samples, path, { rate: RATE, format: 'wav', label: null });
  return path;
}

test('cuts meet the beats of own music and of a material that serves as music', async () => {
  const { app, ann, project_id, mproject_id } = await filmMix([1, 1, 1]);
  const path = await clicks(app);
  const content_base64 = (await readFile(path)).toString('base64');
  const licence = { licence: 'purchased' as const, licence_text: '商用一年', source: '订单 123' };
  const added = await app.call('music.add', { title: '节拍', licence, file_name: 'a.wav', content_base64 }, ann);
  const material_id = await realFilm(app, ann, project_id, path);
  for (const music of [
    { music_id: added.data.music_id, material_id: '' },
    { music_id: '', material_id },
  ]) {
    const { revision } = (await app.call('mix.detail', { mproject_id }, ann)).data;
    const config = {
      duration: { rule: 'fixed' as const, fixed_ms: 1000 },
      music: { ...music, start_ms: 0, is_beat_snapped: true },
    };
    await app.call('mix.updateConfig', { mproject_id, revision, config }, ann);
    const { cuts, duration } = (await app.call('candidate.preview', { mproject_id }, ann)).data;
    const starts = cuts.slice(1).map(({ start_ms }) => start_ms / 1000);
    for (const start of starts) expect(Math.abs(((start - 0.1 + 0.3) % 0.6) - 0.3)).toBeLessThan(0.05);
    expect(starts[0]).not.toBe(1);
    expect(duration).toBeGreaterThan(2.5);
  }
  const still = await realFilm(app, ann, project_id, await soundOf(app, new Float32Array(RATE)));
  const { revision } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  await app.call(
    'mix.updateConfig',
    { mproject_id, revision, config: { music: { music_id: '', material_id: still } } },
    ann,
  );
  const { problems } = (await app.call('candidate.check', { mproject_id }, ann)).data;
  expect(problems.map(({ message }) => message).join()).toContain('听不出鼓点');
  const [piece] = (await app.call('music.list', { is_own: true }, ann)).data.items;
  expect(Math.abs((piece?.tempo ?? 0) - 100)).toBeLessThan(3);
});
