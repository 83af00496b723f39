import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAi, type Ai } from '#ai.ts';
import type { AiError } from '#errors.ts';
import { captionsFrom } from '#hearing/captions.ts';
import { packsDir } from '#packs/packs-dir.ts';
import { openShelf } from '#packs/shelf.ts';
import { resample } from '#sound/resample.ts';
import type { Speech, SpokenPiece } from '#speech/speech.ts';
import { listVoices } from '#speech/voices.ts';

/** The real models, kept in the user's cache and fetched by the registry that npm tells us of. */
const shelf = openShelf({ dir: packsDir(process.env), registry: process.env['npm_config_registry'] ?? '' });
const VOICE = 'zf_xiaoxiao';
const TEXT = '大家好，欢迎来到我们的直播间！原价¥199，现在下单只要99.9元。';

let ai: Ai;
let speech: Speech;
const pieces: (SpokenPiece & { at: number })[] = [];
let spokenAt = 0;

beforeAll(async () => {
  for (const pack of ['kokoro', 'whisper-base', 'silero-vad', 'bge-small-zh'] as const) await shelf.fetch(pack);
  ai = createAi({ shelf, threads: 2 });
  speech = await ai.speak(
    { text: TEXT, voice: VOICE },
    { onSentence: (piece) => pieces.push({ ...piece, at: performance.now() }) },
  );
  spokenAt = performance.now();
});
afterAll(() => ai?.close());

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as AiError,
  );

/** The sound without its noise, by way of files as long recordings go. */
async function denoised(pcm: Float32Array): Promise<Float32Array> {
  const dir = mkdtempSync(join(tmpdir(), 'mixreel-denoise-'));
  try {
    const [rawPath, cleanPath] = [join(dir, 'raw.f32'), join(dir, 'clean.f32')];
    writeFileSync(rawPath, pcm);
    await ai.denoise({ rawPath, cleanPath });
    return new Float32Array(Uint8Array.from(readFileSync(cleanPath)).buffer);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Where the sound first rises to a thirtieth of its loudest, in seconds from `from`. */
function onset({ pcm, sample_rate }: Speech, from: number, to: number): number {
  const part = pcm.subarray(Math.round(from * sample_rate), Math.round(to * sample_rate));
  const loudest = part.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return from + part.findIndex((sample) => Math.abs(sample) > loudest / 30) / sample_rate;
}

describe('speaking', () => {
  test('words name the characters they stand for and come one after the other', () => {
    expect(speech.sample_rate).toBe(24_000);
    expect(speech.duration).toBeCloseTo(speech.pcm.length / 24_000, 6);
    for (const { text, from, to } of speech.words) expect(TEXT.slice(from, to)).toBe(text);
    expect(speech.words.map((word) => word.text)).toContain('¥199');
    speech.words.forEach((word, i) => {
      expect(word.end).toBeGreaterThan(word.start);
      expect(word.start).toBeGreaterThanOrEqual(speech.words[i - 1]?.end ?? 0);
    });
    expect(speech.words.at(-1)!.end).toBeLessThanOrEqual(speech.duration);
  });

  test('sentences arrive one by one, the first before the last is made, and together are the whole', () => {
    expect(pieces.length).toBe(2);
    expect(pieces[0]!.at).toBeLessThan(pieces[1]!.at - 300);
    expect(pieces[1]!.at).toBeLessThanOrEqual(spokenAt);
    expect(pieces[1]!.start).toBeCloseTo(pieces[0]!.duration, 6);
    expect(pieces.reduce((sum, piece) => sum + piece.pcm.length, 0)).toBe(speech.pcm.length);
  });

  test('each sentence begins where its first word says, within 80 ms', () => {
    for (const { start, duration, words } of pieces) {
      expect(Math.abs(onset(speech, start, start + duration) - words[0]!.start)).toBeLessThan(0.08);
    }
  });

  test.each([
    ['nothing', { text: '  \n', voice: VOICE }, 'empty-text'],
    ['20,000 characters', { text: '好'.repeat(20_000), voice: VOICE }, 'text-too-long'],
    ['emoji only', { text: '😀🎉👍', voice: VOICE }, 'nothing-to-say'],
    ['letters without a sound', { text: 'カタカナ', voice: VOICE }, 'nothing-to-say'],
    ['a voice that does not exist', { text: '你好', voice: '../../etc/passwd' }, 'unknown-voice'],
    ['a speed of 0', { text: '你好', voice: VOICE, speed: 0 }, 'bad-option'],
  ])('%s is refused with a sentence', async (_name, request, kind) => {
    const error = await failure(ai.speak(request));
    expect(error).toMatchObject({ name: 'AiError', kind });
    expect(error?.message).toMatch(/[一-鿿]{4}/);
  });

  test('mixed scripts and control characters are spoken, and faster after a cancelled speech', async () => {
    const text = '\u0000iPhone😀カ<b>好</b>';
    const { words, duration } = await ai.speak({ text, voice: 'zm_yunxi', speed: 1 });
    expect(words.map((word) => word.text).join('')).toContain('iPhone');

    const long = TEXT.repeat(20);
    const error = await failure(ai.speak({ text: long, voice: VOICE }, { signal: AbortSignal.timeout(300) }));
    expect(error).toHaveProperty('name', 'TimeoutError');
    const fast = await ai.speak({ text, voice: 'zm_yunxi', speed: 1.5 });
    expect(fast.duration).toBeGreaterThan(0.5);
    expect(fast.duration).toBeLessThan(duration * 0.85);
  });

  test('there are 54 voices, eight of them Mandarin', () => {
    expect(listVoices().length).toBe(54);
    expect(listVoices().filter(({ language }) => language === 'zh').length).toBe(8);
  });
});

describe('hearing', () => {
  test('what was spoken is read back, character by character, and makes captions on time', async () => {
    const progress: number[] = [];
    const pcm = resample(speech.pcm, 24_000, 16_000);
    const { language, segments } = await ai.transcribe({ pcm }, { onProgress: (value) => progress.push(value) });
    expect(language).toBe('zh');
    expect(progress).toEqual([1]);
    expect(segments[0]!.text.replaceAll(/[，。！,]/g, '')).toBe('大家好欢迎来到我们的直播间');
    expect(segments.map((segment) => segment.text).join('')).toContain('199元');
    const captions = captionsFrom({ segments });
    expect(Math.abs(captions[0]!.start - speech.words[0]!.start)).toBeLessThan(0.08);
    const second = segments.find((segment) => segment.text.startsWith('原价'))!;
    expect(Math.abs(second.start - pieces[1]!.words[0]!.start)).toBeLessThan(0.08);
  });

  test('silence and noise give no words', async () => {
    const noise = Float32Array.from({ length: 16_000 * 4 }, (_, i) => (((i * 7919) % 1000) / 1000 - 0.5) * 0.05);
    expect(await ai.transcribe({ pcm: new Float32Array(16_000 * 4) })).toEqual({ language: '', segments: [] });
    expect((await ai.transcribe({ pcm: noise })).segments).toEqual([]);
  });

  test('speech is found where it is', async () => {
    const spans = await ai.findSpeech(resample(speech.pcm, 24_000, 16_000));
    expect(spans.length).toBe(2);
    spans.forEach(({ start }, i) => expect(Math.abs(start - pieces[i]!.words[0]!.start)).toBeLessThan(0.1));
  });

  test.each([
    ['no samples', new Float32Array(0)],
    ['samples that are no numbers', new Float32Array(100).fill(Number.NaN)],
  ])('%s are refused', async (_name, pcm) => {
    expect(await failure(ai.transcribe({ pcm }))).toMatchObject({ kind: 'bad-sound' });
    expect(await failure(denoised(pcm))).toMatchObject({ kind: 'bad-sound' });
  });

  test('denoising silences the pause, keeps the speech and its timing', async () => {
    const clean = resample(speech.pcm, 24_000, 48_000);
    let seed = 1;
    const noise = () => ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5) * 0.03;
    const result = await denoised(clean.map((sample) => sample + noise()));
    expect(result.length).toBe(clean.length);
    const pause = pieces[0]!.words.at(-1)!.end + 0.15;
    expect(level(result, pause, pause + 0.15)).toBeLessThan(-60);
    expect(Math.abs(level(result, 1, 2) - level(clean, 1, 2))).toBeLessThan(2);
    const likeness = (lag: number) => product(result, clean, lag);
    expect(likeness(0)).toBeGreaterThan(Math.max(likeness(-480), likeness(480)));
  });
});

test('texts of like meaning have like vectors', async () => {
  const [query, cup, street] = await ai.embed(['保温杯倒水', '杯盖打开倒热水特写', '夜晚城市车流延时']);
  const likeness = (other: Float32Array) => other.reduce((sum, value, i) => sum + value * query![i]!, 0);
  expect(query!.length).toBe(512);
  expect(likeness(query!)).toBeCloseTo(1, 4);
  expect(likeness(cup!)).toBeGreaterThan(likeness(street!) + 0.2);
});

test('without its pack an ability says what is missing', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'mixreel-empty-'));
  const empty = createAi({ shelf: openShelf({ dir, registry: '' }), threads: 1 });
  const error = await failure(empty.speak({ text: '你好', voice: VOICE }));
  expect(error).toMatchObject({ name: 'PackMissing', pack: 'kokoro', message: '语音合成模型还没有下载，请先下载' });
  await empty.close();
  rmSync(dir, { recursive: true });
});

function level(pcm: Float32Array, from: number, to: number): number {
  const part = pcm.subarray(from * 48_000, to * 48_000);
  return 10 * Math.log10(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length + 1e-12);
}

function product(left: Float32Array, right: Float32Array, lag: number): number {
  let sum = 0;
  for (let i = 48_000; i < 96_000; i += 1) sum += left[i]! * right[i + lag]!;
  return sum;
}
