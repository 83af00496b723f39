import type { SeenText } from '@mixreel/ai';
import { expect, test } from 'vitest';
import { AI_NOTICE, type Look, toMark, trackLines } from './track-lines.ts';

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
    ['限时抢购', 'text', 8],
    ['@小店', 'watermark', 1],
  ]);
  const marks = tracks.map((track) => toMark(track, { start: track.from, end: track.to }, 'm'));
  // Writing of the scene itself stays unless a person ticks it.
  expect(marks.map(({ is_on }) => is_on)).toEqual([false, true]);
});

test('notices of AI content are known however they are written, and other words with AI in them are none', () => {
  const notices = ['AI生成', 'Al 生成', '内容由AI辅助', 'AI合成', '人工智能生成', 'AIGC'];
  expect(notices.filter((text) => !AI_NOTICE.test(text))).toEqual([]);
  expect(['AIR 跑鞋', '爱生成长', 'AI 手机'].filter((text) => AI_NOTICE.test(text))).toEqual([]);
});
