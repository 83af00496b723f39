import { readFileSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { probe } from '#ffmpeg/probe.ts';
import { runProgram } from '#ffmpeg/run.ts';
import { openScratch } from '#ffmpeg/scratch.ts';
import { aigcLabel, aigcText } from '#labels/aigc.ts';
import { aiMarkSound } from '#piece/ai-mark.ts';
import { decodeMono } from '#piece/decode.ts';
import { renderPiece, type Piece } from '#piece/piece.ts';
import { meterPeaks, peaksOf, readPeaks } from '#piece/waveform.ts';
import { readWavLabel, SOUND_FORMATS, srtOf, writeMono } from '#piece/write.ts';
import { integratedLoudness } from '#render/sound/loudness.ts';
import { testFolder } from '#testing/folder.ts';
import { tools } from '#testing/footage.ts';

const RATE = 24_000;
const label = aigcLabel({ producer: '001191000000MA0000000X10000', contentId: 'piece-1' });

function folder() {
  const scratch = openScratch(testFolder());
  onTestFinished(() => scratch.close());
  return scratch;
}

function tone(seconds: number, frequency: number, level: number): Float32Array {
  return new Float32Array(Math.round(seconds * RATE)).map(
    (_, i) => level * Math.sin((2 * Math.PI * frequency * i) / RATE),
  );
}

/** How strong one frequency is between two moments (Goertzel). */
function strength(samples: Float32Array, rate: number, frequency: number, from: number, to: number): number {
  const part = samples.subarray(Math.round(from * rate), Math.round(to * rate));
  let [re, im] = [0, 0];
  part.forEach((sample, i) => {
    re += sample * Math.cos((2 * Math.PI * frequency * i) / rate);
    im += sample * Math.sin((2 * Math.PI * frequency * i) / rate);
  });
  return (2 * Math.hypot(re, im)) / part.length;
}

async function lineFile(scratch: ReturnType<typeof folder>, seconds: number): Promise<string> {
  const path = scratch.file('.flac');
  await writeMono(tools, tone(seconds, 300, 0.3), path, { rate: RATE, format: 'flac', label: null });
  return path;
}

async function makePiece(given: Partial<Piece>, format: 'wav' | 'mp3' | 'm4a' = 'wav') {
  const scratch = folder();
  const line = await lineFile(scratch, 2);
  const music = scratch.file('.wav');
  await writeMono(tools, tone(3, 3000, 0.3), music, { rate: RATE, format: 'wav', label: null });
  const piece: Piece = {
    lines: [
      { path: line, pauseSeconds: 2 },
      { path: line, pauseSeconds: 2 },
    ],
    music: { path: music, volume: 1, fadeInSeconds: 0, fadeOutSeconds: 1, duckDecibels: 12 },
    targetLufs: -16,
    mark: 'end',
    label,
    ...given,
  };
  const path = scratch.file(`.${format}`);
  const made = await renderPiece(tools, piece, { path, format }, { scratch });
  return { made, path, samples: await decodeMono(tools, path, { rate: 48_000 }) };
}

test('lines begin when they are said to, and the length is the sum of lines, pauses and mark', async () => {
  const { made, samples } = await makePiece({ music: null });
  const mark = aiMarkSound(48_000).length / 48_000;
  expect(made.lines).toEqual([
    { start: 0, end: 2 },
    { start: 4, end: 6 },
  ]);
  expect(made.seconds).toBeCloseTo(8 + mark, 3);
  expect(samples.length / 48_000).toBeCloseTo(made.seconds, 2);
  expect(strength(samples, 48_000, 300, 0.1, 1.9)).toBeGreaterThan(20 * strength(samples, 48_000, 300, 2.1, 3.9));
});

test('music goes down under speech about as far as asked, comes back, loops, and fades out', async () => {
  const { samples } = await makePiece({});
  const between = strength(samples, 48_000, 3000, 3.2, 3.9);
  const under = strength(samples, 48_000, 3000, 4.6, 5.8);
  const fall = 20 * Math.log10(between / under);
  expect(fall).toBeGreaterThan(9);
  expect(fall).toBeLessThan(15);
  expect(strength(samples, 48_000, 3000, samples.length / 48_000 - 0.1, samples.length / 48_000)).toBeLessThan(
    between / 5,
  );
});

test('a piece has the loudness that was asked for, and no peak above −1 dB', async () => {
  for (const targetLufs of [-14, -20]) {
    const { samples } = await makePiece({ targetLufs });
    const stereo = new Float32Array(samples.length * 2).map((_, i) => samples[i >> 1] ?? 0);
    expect(Math.abs(integratedLoudness(stereo) - targetLufs)).toBeLessThan(1);
    expect(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)).toBeLessThan(0.9);
  }
});

test('the audible mark is the rhythm short, long, short, short, at the end that was chosen', async () => {
  for (const mark of ['start', 'end'] as const) {
    const { samples } = await makePiece({ music: null, mark });
    const length = aiMarkSound(48_000).length / 48_000;
    const from = mark === 'start' ? 0 : samples.length / 48_000 - length;
    const heard: number[] = [];
    for (let at = from; at < from + length - 0.02; at += 0.01) {
      const isOn = strength(samples, 48_000, 880, at, at + 0.02) > 0.02;
      if (isOn !== heard.length % 2 > 0) heard.push(at);
    }
    const sounds = heard.flatMap((at, n) => (n % 2 === 1 ? [at - (heard[n - 1] ?? 0)] : []));
    expect(sounds).toHaveLength(4);
    expect(sounds.map((seconds) => (seconds > 0.18 ? 'long' : 'short'))).toEqual(['short', 'long', 'short', 'short']);
  }
});

test('the hidden label is in every format, and survives being read by ffprobe', async () => {
  const scratch = folder();
  for (const format of SOUND_FORMATS) {
    const path = scratch.file(`.${format}`);
    await writeMono(tools, tone(1, 440, 0.3), path, { rate: RATE, format, label });
    expect((await probe(tools, path)).audio).toHaveLength(1);
    expect(await labelIn(path)).toBe(aigcText(label));
  }
});

async function labelIn(path: string): Promise<string | null> {
  if (path.endsWith('.wav')) return readWavLabel(path);
  const args = ['-v', 'error', '-show_entries', 'format_tags=AIGC', '-of', 'default=nw=1:nk=1', path];
  return (await runProgram(tools.ffprobePath, args)).stdout.trim();
}

test('pitch moves the tone and keeps the length', async () => {
  const scratch = folder();
  const path = scratch.file('.wav');
  await writeMono(tools, tone(2, 440, 0.3), path, { rate: RATE, format: 'wav', label: null, pitch: 12 });
  const samples = await decodeMono(tools, path, { rate: RATE });
  expect(samples.length / RATE).toBeCloseTo(2, 1);
  expect(strength(samples, RATE, 880, 0.3, 1.7)).toBeGreaterThan(10 * strength(samples, RATE, 440, 0.3, 1.7));
});

test('a waveform shows where it is loud', () => {
  const samples = new Float32Array(RATE).fill(0);
  samples.fill(0.8, RATE / 2);
  const peaks = peaksOf(samples, RATE);
  expect(peaks).toHaveLength(50);
  expect(peaks.slice(0, 25).every((peak) => peak === 0)).toBe(true);
  expect(peaks.slice(25).every((peak) => peak === 80)).toBe(true);

  const meter = meterPeaks(RATE);
  for (let at = 0; at < samples.length; at += 1001) meter.add(samples.subarray(at, at + 1001));
  expect(meter.peaks()).toEqual(peaks);
  expect(peaksOf(samples.subarray(0, RATE / 50 + 1), RATE)).toHaveLength(2);
});

test('samples of a raw file are written as those in memory, and a file has the waveform of its samples', async () => {
  const scratch = folder();
  const samples = tone(2, 440, 0.3);
  const rawPath = scratch.file('.f32');
  writeFileSync(rawPath, new Uint8Array(samples.buffer));
  const [path, other] = [scratch.file('.flac'), scratch.file('.flac')];
  await writeMono(tools, { rawPath }, path, { rate: RATE, format: 'flac', label: null });
  await writeMono(tools, samples, other, { rate: RATE, format: 'flac', label: null });
  expect(readFileSync(path)).toEqual(readFileSync(other));
  const peaks = await readPeaks(tools, path, {});
  expect(peaks).toHaveLength(100);
  expect(Math.max(...peaks)).toBeCloseTo(30, -1);
});

test('captions are written as SubRip', () => {
  expect(srtOf([{ start: 3661.5, end: 3662, text: '你好' }])).toBe('1\n01:01:01,500 --> 01:01:02,000\n你好\n');
});
