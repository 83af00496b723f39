import { expect, test } from 'vitest';
import { fillerSpans, without } from './filler-tool.ts';
import { planSlices, type Recording } from './plan-slices.ts';

const CHAT = ['今天外面天气还可以', '刚刚喝了口水', '稍微等一下后台', '灯光再调一下', '看看弹幕说了什么'];
const PITCH = ['这款云朵面霜补水特别好', '今天直播间只要九十九元', '最后三十单拍完就没有了', '赶紧点小黄车下单'];

/** Ten minutes of talk, a sentence every five seconds; the pitch at 200 s and, word for word, again at 400 s. */
function talk(): Recording {
  const said = Array.from({ length: 120 }, (_, n) => {
    const at = n * 5;
    const pitch = at >= 400 ? (at - 400) / 5 : (at - 200) / 5;
    const text = PITCH[pitch] ?? `${CHAT[n % CHAT.length]}${n}`;
    return { start: at, end: at + 4, text };
  });
  return { seconds: 600, said, peaks: Array.from({ length: 30_000 }, () => 40), shots: [], names: ['云朵面霜'] };
}

test('of a long talk the pitch is cut out, once, and says why', () => {
  const slices = planSlices(talk(), { seconds: 20, count: 5, words: '' });
  const [first] = slices;
  expect(first).toMatchObject({ score: 100, reasons: expect.arrayContaining(['说到「云朵面霜」']) as string[] });
  expect(first?.text).toContain('九十九元');
  expect(slices.filter(({ text }) => text.includes('小黄车'))).toHaveLength(1);
  for (const [n, { start_ms, end_ms }] of slices.entries()) {
    expect(end_ms - start_ms).toBeGreaterThanOrEqual(10_000);
    expect(end_ms - start_ms).toBeLessThanOrEqual(30_500);
    expect(slices.slice(n + 1).every((other) => other.end_ms <= start_ms || other.start_ms >= end_ms)).toBe(true);
  }
});

test('two hours of somebody who never says the same twice are cut in a moment: others wait for the answer', () => {
  let seed = 7;
  const some = (count: number) => (seed = (seed * 48_271) % 2_147_483_647) % count;
  const said = Array.from({ length: 2300 }, (_, n) => {
    const text = Array.from({ length: 8 + some(16) }, () => String.fromCharCode(0x4e00 + some(600))).join('');
    return { start: n * 3.1, end: n * 3.1 + 2.8, text };
  });
  const peaks = Array.from({ length: 360_000 }, (_, n) => n % 97);
  const began = process.cpuUsage();
  const slices = planSlices(
    { seconds: 7200, said, peaks, shots: [], names: ['面霜'] },
    { seconds: 180, count: 50, words: '' },
  );
  expect(slices.length).toBeGreaterThan(20);
  expect(process.cpuUsage(began).user / 1e6).toBeLessThan(4);
});

test('a word that somebody asks for counts more than all else; loudness counts where nobody speaks', () => {
  const [wished] = planSlices(talk(), { seconds: 12, count: 1, words: '天气还可以55' });
  expect(wished?.reasons[0]).toContain('天气还可以55');
  const quiet = {
    ...talk(),
    said: [],
    peaks: Array.from({ length: 30_000 }, (_, n) => (n > 15_000 && n < 16_500 ? 90 : 10)),
  };
  const [loud] = planSlices(quiet, { seconds: 30, count: 1, words: '' });
  expect(loud?.reasons).toEqual(['声音比平时响']);
  expect(Math.abs((loud?.start_ms ?? 0) - 300_000)).toBeLessThanOrEqual(10_000);
});

const word = (text: string, start: number, end: number) => ({ text, start, end, from: 0, to: 0 });

test('sounds that say nothing are cut where they stand alone, stopgaps only between pauses', () => {
  const words = [
    word('嗯', 0.2, 0.5),
    word('好', 1, 1.2),
    word('啊', 1.2, 1.4),
    word('那个', 2, 2.3),
    word('面霜', 2.8, 3.2),
    word('那个', 3.2, 3.5),
  ];
  const starts = (isMore: boolean) => fillerSpans(words, isMore).map(({ start }) => Number(start.toFixed(2)));
  expect(starts(false)).toEqual([0.17]);
  expect(starts(true)).toEqual([0.17, 1.97]);
  expect(without(fillerSpans(words, false), 4).map(({ start, end }) => end - start)).toEqual(
    [0.17, 4 - 0.53].map((s) => expect.closeTo(s, 5) as number),
  );
});
