import type { SeenText } from '@mixreel/ai';
import { expect, test } from 'vitest';
import { longestSilence, SILENCE_MAX_MS } from '#testing/event-loop-watch.ts';
import { AI_NOTICE, type Look, toMark, type Track, trackLines } from './track-lines.ts';
import { trackInThread } from './track-thread.ts';

const line = (text: string, x: number, y: number, score = 0.95): SeenText => {
  return { text, score, box: { x, y, width: 0.04 * text.length, height: 0.05 } };
};

test('a line is one mark from its first picture to its last, though one picture misses it and another reads it otherwise', () => {
  const looks: Look[] = [0, 1, 2, 3, 4, 5].map((n) => ({
    seconds: n * 0.5,
    lines: n === 3 ? [] : n >= 1 && n <= 4 ? [line(n === 2 ? '买一送二' : '买一送一', 0.42, 0.8)] : [],
  }));
  const [track, ...rest] = trackLines(looks, 3);
  expect(rest).toEqual([]);
  expect(track).toMatchObject({ text: '买一送一', kind: 'subtitle', from: 0.5, to: 2, after: 0, before: 2.5 });
  expect(track?.keys).toHaveLength(1);
});

test('what moves is followed with its places, what stays in a corner is a mark of the account, what is doubtful once is nothing', () => {
  const looks: Look[] = Array.from({ length: 8 }, (_, n) => ({
    seconds: n * 0.5,
    lines: [
      line('限时抢购', 0.1 + n * 0.06, 0.3),
      line('@小店', 0.8, 0.05),
      ...(n === 4 ? [line('口口', 0.2, 0.6, 0.7)] : []),
      ...(n < 3 ? [line('心', 0.5, 0.5)] : []),
    ],
  }));
  const tracks = trackLines(looks, 4);
  expect(tracks.map(({ text, kind, keys }) => [text, kind, keys.length])).toEqual([
    // The ninth is the end of the film: it goes on moving until then.
    ['限时抢购', 'text', 9],
    ['@小店', 'watermark', 1],
  ]);
  const marks = tracks.map((track) => toMark(track, { start: track.from, end: track.to }, 'm'));
  // Writing of the scene itself stays unless a person ticks it.
  expect(marks.map(({ is_on }) => is_on)).toEqual([false, true]);
});

test('a line that is read in parts for a while is one line, in one place, with all of its letters', () => {
  const parts = [line('@小店', 0.3, 0.8, 0.99), line('欢迎选购', 0.5, 0.8, 0.99)];
  const looks: Look[] = [0, 1, 2, 3].map((n) => ({
    seconds: n * 0.5,
    lines: n === 1 || n === 2 ? parts : [line('@小店好物欢迎选购', 0.3, 0.8, 0.9)],
  }));
  const [track, ...rest] = trackLines(looks, 2);
  expect(rest).toEqual([]);
  expect(track).toMatchObject({ text: '@小店好物欢迎选购', from: 0, to: 1.5 });
  expect(track?.keys.map(({ box }) => box.width.toFixed(2))).toEqual(['0.36']);
});

test('words that are written downwards are found letter by letter, and a subtitle has both of its languages', () => {
  const large = { text: '今天只要三十九元', score: 0.99, box: { x: 0.28, y: 0.72, width: 0.44, height: 0.15 } };
  const small = { text: 'Only 39 yuan', score: 0.99, box: { x: 0.38, y: 0.88, width: 0.24, height: 0.07 } };
  const downwards = ['限', '时', '特', '惠'].map((text, n) => line(text, 0.05, 0.1 + n * 0.06));
  const lone = line('口', 0.6, 0.3);
  const looks: Look[] = [0, 1, 2].map((n) => ({
    seconds: n * 0.5,
    lines: n === 1 ? [large, small, ...downwards, lone] : [],
  }));
  const found = trackLines(looks, 1.5).map(({ text, kind }) => `${text} ${kind}`);
  expect(found.toSorted()).toEqual(
    ['Only 39 yuan subtitle', '今天只要三十九元 subtitle', '惠 text', '时 text', '特 text', '限 text'].toSorted(),
  );
});

test('a line that rolls by comes over one edge of the picture and leaves it over the other', () => {
  // Its left side, at a fifth of the picture a second, from 1 at half a second; what is outside is not read.
  const letters = '滚动的活动公告';
  const looks: Look[] = Array.from({ length: 16 }, (_, n) => {
    const [seconds, left] = [n * 0.5, 1 - 0.2 * (n * 0.5 - 0.5)];
    const [first, last] = [Math.max(0, Math.ceil(-left / 0.04)), Math.max(0, Math.floor((1 - left) / 0.04))];
    const seen = letters.slice(first, last);
    const box = { x: Math.max(0, left), y: 0.1, width: Math.min(1, left + 0.28) - Math.max(0, left), height: 0.05 };
    return { seconds, lines: seen.length > 2 ? [{ text: seen, score: 0.95, box }] : [] };
  });
  const [track, ...rest] = trackLines(looks, 8);
  expect(rest).toEqual([]);
  expect(track?.text).toBe(letters);
  expect(track?.entered).toBeCloseTo(0.5, 1);
  expect(track?.gone).toBeCloseTo(6.9, 1);
  // Just whole, it lies at the edge with all of its length: between being cut and that it does not move evenly.
  const whole = track?.keys.find(({ seconds }) => Math.abs(seconds - 1.9) < 0.05);
  expect(whole?.box.x).toBeCloseTo(0.72, 2);
  expect(whole?.box.width).toBeCloseTo(0.28, 2);
});

test('notices of AI content are known however they are written, and other words with AI in them are none', () => {
  const notices = ['AI生成', 'Al 生成', '内容由AI辅助', 'AI合成', '人工智能生成', 'AIGC'];
  expect(notices.filter((text) => !AI_NOTICE.test(text))).toEqual([]);
  expect(['AIR 跑鞋', '爱生成长', 'AI 手机'].filter((text) => AI_NOTICE.test(text))).toEqual([]);
});

test('the server goes on while a long recording is followed whose words change all over the picture', async () => {
  let seed = 7;
  const some = (count: number) => (seed = (seed * 48_271) % 2_147_483_647) % count;
  const letters = () => Array.from({ length: 6 + some(8) }, () => String.fromCodePoint(0x4e00 + some(600))).join('');
  const looks: Look[] = Array.from({ length: 900 }, (_, n) => ({
    seconds: n * 4.8,
    lines: Array.from({ length: 8 }, () => line(letters(), some(40) / 100, some(90) / 100)),
  }));
  let tracks: Track[] = [];
  const silence = await longestSilence(async () => {
    tracks = await trackInThread(looks, 4320, new AbortController().signal);
  });
  expect(tracks.length).toBeGreaterThan(6000);
  expect(silence).toBeLessThan(SILENCE_MAX_MS);
});
