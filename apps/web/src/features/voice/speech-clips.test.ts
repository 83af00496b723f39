import type { Speech } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { LONG_CHARACTERS, speechClips } from './speech-clips.ts';
import { joinSentences } from './speech.ts';

const settings = { voice_id: 'builtin:zf_xiaoxiao', rate: 1, pitch: 0, volume: 1, emotion: null };

function lineOf(line_id: string, text: string, pause_ms = 300) {
  return { ...settings, line_id, text, pause_ms };
}

function speechOf(speech_id: string, given: Partial<Speech> = {}): Speech {
  return {
    speech_id,
    audio_url: `/files/${speech_id}`,
    duration: 2,
    words: [],
    peaks: [],
    sentence: null,
    sentence_count: 1,
    cache_hit: false,
    engine: 'builtin',
    ...given,
  };
}

const long = '这是一句很长的话。'.repeat(Math.ceil(LONG_CHARACTERS / 9) + 1);

test('lines sound in order with their pauses; silent ones are passed over; none is asked for before its turn', async () => {
  const asked: string[] = [];
  const source = {
    known: () => undefined,
    speak: async ({ line_id }: { line_id: string }) => {
      asked.push(line_id);
      return speechOf(line_id);
    },
  };
  const clips = speechClips([lineOf('a', '一', 100), lineOf('b', '😀'), lineOf('c', '三', 0)], source);
  const first = await clips.next();
  expect(asked).toEqual(['a']);
  expect(first.value).toMatchObject({ part_of: 'a', url: '/files/a', pause_ms: 100, offset: 0 });
  expect((await clips.next()).value).toMatchObject({ part_of: 'c', pause_ms: 0 });
  expect((await clips.next()).done).toBe(true);
});

test('a long line is fetched sentence by sentence, then whole; a short one at once', async () => {
  const asked: string[] = [];
  const source = {
    known: () => undefined,
    speak: async ({ line_id }: { line_id: string }, sentence?: number) => {
      asked.push(`${line_id} ${sentence ?? 'whole'}`);
      return speechOf(`${line_id}-${sentence}`, { sentence_count: 3, duration: 1 });
    },
  };
  const clips = await Array.fromAsync(speechClips([lineOf('long', long), lineOf('short', '短')], source));
  expect(asked).toEqual(['long 0', 'long 1', 'long 2', 'long whole', 'short whole']);
  expect(clips.map(({ part_of, offset = 0, pause_ms }) => [part_of, Number(offset.toFixed(2)), pause_ms])).toEqual([
    ['long', 0, 150],
    ['long', 1.15, 150],
    ['long', 2.3, 300],
    ['short', 0, 300],
  ]);
});

test('what is known whole is not asked for again, and can begin in the middle', async () => {
  const source = {
    known: () => speechOf('kept'),
    speak: () => Promise.reject(new Error('asked')),
  };
  const clips = await Array.fromAsync(speechClips([lineOf('a', long)], source, 1.2));
  expect(clips).toMatchObject([{ clip_id: 'kept', from: 1.2, pause_ms: 300 }]);
});

test('sentences that are here are shown as one, with the gap of the server between them', () => {
  const word = { text: '好', start: 0.1, end: 0.3, from: 4, to: 5 };
  const joined = joinSentences([
    { duration: 1, peaks: Array(50).fill(9), words: [] },
    { duration: 0.5, peaks: Array(25).fill(5), words: [word] },
  ]);
  expect(joined.duration).toBeCloseTo(1.65);
  expect(joined.words).toEqual([{ ...word, start: expect.closeTo(1.25), end: expect.closeTo(1.45) }]);
  expect(joined.peaks).toHaveLength(82);
  expect(joined.peaks.slice(50, 57)).toEqual(Array(7).fill(0));
});
