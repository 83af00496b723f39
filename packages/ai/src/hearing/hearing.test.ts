import { describe, expect, test } from 'vitest';
import { alignTokens } from '#hearing/align.ts';
import { captionsFrom } from '#hearing/captions.ts';
import { repairHomophones } from '#hearing/homophones.ts';
import { breakIntoLines } from '#hearing/lines.ts';
import { FRAMES, melOf, MELS } from '#hearing/mel.ts';
import { findNames } from '#hearing/names.ts';
import { hasLoop, repeatedTokens } from '#hearing/repetition.ts';
import { rewriteParts } from '#hearing/rewrite.ts';
import { toSegments } from '#hearing/segments.ts';
import { encodeText } from '#hearing/tokens.ts';
import { originalTime, packWindows } from '#hearing/windows.ts';
import { findFigures } from '#text/figures.ts';

const RATE = 16_000;

/** A segment whose characters are heard one after the other, as evenly as no speaker does. */
function segment(text: string, seconds: number) {
  const chars = Array.from(text.replaceAll(/[，。！]/g, ''));
  const step = seconds / chars.length;
  const words = chars.map((char, i) => ({ text: char, start: i * step, end: (i + 1) * step }));
  return { start: 0, end: seconds, text, words };
}

describe('lines and captions', () => {
  test('a long sentence becomes lines that end between words, at clauses where possible', () => {
    const text = '今天给大家推荐一款超好用的保温杯，现在下单只要九十九元。';
    const captions = captionsFrom({ segments: [segment(text, 6)] }, { max_chars: 12 });
    expect(captions.map((caption) => caption.text)).toEqual([
      '今天给大家推荐',
      '一款超好用的保温杯',
      '现在下单只要九十九元',
    ]);
    for (const { text: line } of captions) expect(Array.from(line).length).toBeLessThanOrEqual(12);
  });

  test('captions begin with their first word, follow one another, and their words lie inside', () => {
    const text = '今天给大家推荐一款超好用的保温杯，现在下单只要九十九元。';
    const captions = captionsFrom({ segments: [segment(text, 6)] }, { max_chars: 10 });
    captions.forEach((caption, i) => {
      expect(caption.start).toBe(caption.words[0]!.start);
      expect(caption.end).toBeLessThanOrEqual(captions[i + 1]?.start ?? 6.5);
      for (const word of caption.words) expect(word.end).toBeLessThanOrEqual(caption.end + 1e-9);
    });
  });

  test('prices and English words are not torn apart', () => {
    const text = '现在下单只要99.9元还送MagSafe手机壳';
    const captions = captionsFrom({ segments: [segment(text, 6)] }, { max_chars: 8 }).map((caption) => caption.text);
    expect(captions.join('')).toBe(text);
    expect(captions.some((line) => line.includes('99.9元'))).toBe(true);
    expect(captions.some((line) => line.includes('MagSafe'))).toBe(true);
  });

  test('a line does not begin with a particle', () => {
    const words = ['一二三四', '五六', '的', '七八九'].map((text) => ({ text }));
    const lines = breakIntoLines(words, { max_chars: 6 }).map((line) => line.map(({ text }) => text).join(''));
    expect(lines).toEqual(['一二三四', '五六的七八九']);
  });
});

describe('words that sound alike', () => {
  test.each([
    ['续航里成七百公里', '续航里程七百公里'],
    ['这件与容服的冲容量', '这件羽绒服的充绒量'],
    ['欢迎来到我们的直播剑', '欢迎来到我们的直播间'],
    ['提前环款', '提前还款'],
    ['支持7天5理由退货', '支持7天无理由退货'],
    ['好频率高达98.6%', '好评率高达98.6%'],
    ['扫地机器人C立很大', '扫地机器人吸力很大'],
  ])('%s is heard as %s', (heard, meant) => {
    expect(repairHomophones(heard)).toBe(meant);
  });

  test('sentences that make sense stay as they are', () => {
    const sensible = [
      '先在这台手机上登录，再确认电脑上的登录请求。',
      '我们一起去公园看花，晚上回家吃饭。',
      '他在银行工作了十年，上个月刚刚退休。',
      '品牌名、多音字读错时，在上面加一条就好。',
      '按字数估计，试听后显示实际时长 120 秒',
      '买2件打8折，买3件打7折，第5天发货。',
      '维C和B站，C位出道，Type-C接口',
    ];
    expect(sensible.map((text) => repairHomophones(text))).toEqual(sensible);
  });
});

describe('known words', () => {
  const known = ['MagSafe', 'OPPO', 'USB', 'SPF', '云台', '觅光'];
  const named = (text: string) =>
    rewriteParts([{ text, start: 0, end: 1 }], (whole) => findNames(whole, known))
      .map((word) => word.text)
      .join('');

  test.each([
    ['支持MateSafe磁吸', '支持MagSafe磁吸'],
    ['支持mag safe磁吸', '支持MagSafe磁吸'],
    ['oppo新机', 'OPPO新机'],
  ])('%s is written %s', (heard, meant) => {
    expect(named(heard)).toBe(meant);
  });

  test('other names and ordinary English words stay', () => {
    const others = ['Nike跑鞋', '支持USB3.0', 'SPF50+', 'make sense', '拍Vlog的朋友'];
    expect(others.map(named)).toEqual(others);
  });

  test('a product is preferred to what sounds like it', () => {
    expect(repairHomophones('密光美容仪')).toBe('密光美容仪');
    expect(repairHomophones('密光美容仪', known)).toBe('觅光美容仪');
  });

  test('text is cut into tokens as the model does it: the earliest pair of the vocabulary first', () => {
    const ids = new Map(Array.from('abcd 1').map((char, id) => [char, id]));
    ids.set('bc', 10).set('ab', 11).set('abc', 12).set('d1', 13);
    expect(encodeText({ ids }, 'abcd1')).toEqual([12, 3, 5]);
  });
});

test('numbers in words become figures, with the time of all their characters', () => {
  const words = Array.from('只要五十九元。', (text, i) => ({ text, start: i, end: i + 1 }));
  expect(rewriteParts(words, findFigures)).toEqual([
    { text: '只', start: 0, end: 1 },
    { text: '要', start: 1, end: 2 },
    { text: '59', start: 2, end: 5 },
    { text: '元', start: 5, end: 6 },
    { text: '。', start: 6, end: 7 },
  ]);
});

describe('windows', () => {
  test('short stretches of speech share a window without their pauses, and times lead back', () => {
    const pcm = new Float32Array(RATE * 100);
    const windows = packWindows(pcm, [
      { start: 10, end: 15 },
      { start: 50, end: 55 },
    ]);
    expect(windows.length).toBe(1);
    expect(windows[0]!.seconds).toBeCloseTo(10.8, 3);
    expect(originalTime(windows[0]!, 0.2)).toBeCloseTo(10, 3);
    expect(originalTime(windows[0]!, 5.4 + 0.2)).toBeCloseTo(50, 3);
  });

  test('no window is longer than the model listens, and nothing is lost', () => {
    const pcm = Float32Array.from({ length: RATE * 100 }, (_, i) => Math.sin(i / 5));
    const windows = packWindows(pcm, [{ start: 0, end: 100 }]);
    for (const { seconds } of windows) expect(seconds).toBeLessThanOrEqual(30);
    expect(windows.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(100, 1);
  });

  test('longer speech is cut in the last pause that fits, however short', () => {
    const ends = [4, 11, 23, 27, 36, 60];
    const speech = ends.map((end, i) => ({ start: (ends[i - 1] ?? -0.1) + 0.1, end }));
    const [first, second] = packWindows(new Float32Array(RATE * 60), speech);
    expect(first!.parts.at(-1)!.end).toBeCloseTo(27.05, 3);
    // Two sentences of nine and 24 seconds do not fit; the first has no pause within, and is not cut.
    expect(second!.parts[0]!.end).toBeLessThan(27.05 + 29.5);
  });
});

test('behind the end of a sentence, a word that seems to begin in the pause begins with the next', () => {
  const words = ['好', '喝。', '我', '们', '的'].map((text, i) => ({ text, start: 3 + i * 0.2, end: 3.2 + i * 0.2 }));
  const speech = [
    { start: 3, end: 3.35 },
    { start: 3.65, end: 4.2 },
  ];
  const [first, second] = toSegments(words, speech, 'zh');
  expect([first!.text, second!.text]).toEqual(['好喝。', '我们的']);
  expect(second!.words.map(({ start }) => start)).toEqual([3.65, 3.65, 3.8]);
});

test('a space that is heard between characters is the end of a clause, between words of letters it is none', () => {
  const words = ['大', '家', '好 ', '买', ' Mag', 'Safe ', '吧'].map((text, i) => ({ text, start: i, end: i + 1 }));
  const [first] = toSegments(words, [{ start: 0, end: 7 }], 'zh');
  expect(first!.text).toBe('大家好，买 MagSafe 吧');
  expect(first!.words[2]!.text).toBe('好，');
});

test('a loop of tokens is noticed, a repeated word is not', () => {
  const phrase = [5, 6, 7];
  expect(hasLoop([1, 2, ...phrase, ...phrase])).toBe(false);
  expect(hasLoop([1, 2, ...phrase, ...phrase, ...phrase, ...phrase])).toBe(true);
  expect(hasLoop(Array.from({ length: 6 }, () => 9))).toBe(false);
  expect(repeatedTokens([1, 2, 3, 4, 1, 2, 3], 4)).toEqual([4]);
});

test('a tone lights up its own row of the mel picture, and behind the sound there is silence', () => {
  const mel = melOf(Float32Array.from({ length: RATE }, (_, i) => 0.5 * Math.sin((2 * Math.PI * 1000 * i) / RATE)));
  const column = (frame: number) => Array.from({ length: MELS }, (_, row) => mel[row * FRAMES + frame]!);
  const loudest = column(50).indexOf(Math.max(...column(50)));
  // 1 kHz is mel 15 of 45.2, spread over 81 steps.
  expect(loudest).toBeGreaterThanOrEqual(25);
  expect(loudest).toBeLessThanOrEqual(27);
  expect(Math.max(...column(2000))).toBe(Math.min(...column(2000)));
});

test('attention that moves along the sound gives the times of the tokens', () => {
  const rows = [0, 1, 2].map((token) =>
    Float32Array.from({ length: 60 }, (_, frame) => (Math.floor(frame / 20) === token ? 1 : 0.01)),
  );
  expect(alignTokens([rows], 60)).toEqual([0, 20, 40, 60]);
  const short = [0, 10, 12].map((start, token) =>
    Float32Array.from({ length: 60 }, (_, frame) => (frame >= start && frame < [10, 12, 60][token]! ? 1 : 0.01)),
  );
  expect(alignTokens([short], 60)[2]).toBeGreaterThanOrEqual(10);
  expect(alignTokens([short], 60)[2]).toBeLessThanOrEqual(14);
});
