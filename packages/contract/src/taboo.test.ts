import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findTaboo, rewriteTaboo, tabooWord } from './taboo-find.ts';
import { EVASIVE_INNOCENT_LINES } from './testing/evasive-innocent-sentences.ts';
import { EVASIVE_FORBIDDEN_LINES, HELD_EVASIVE_LINES } from './testing/evasive-taboo-sentences.ts';
import { LATER_FORBIDDEN_LINES, LATER_INNOCENT_LINES } from './testing/later-taboo-sentences.ts';
import { MEANT_FORBIDDEN_LINES, MEANT_INNOCENT_LINES } from './testing/meant-taboo-sentences.ts';
import { FORBIDDEN_LINES, INNOCENT_LINES } from './testing/taboo-sentences.ts';
import { WIDE_FORBIDDEN_LINES, WIDE_INNOCENT_LINES } from './testing/wide-taboo-sentences.ts';

const said = (line: string) => rewriteTaboo(line, findTaboo(line));
const wordsOf = (text: string) => findTaboo(text).map(({ word }) => word);

test('of lines that break a law or a rule of a platform nineteen in twenty are found, of others one in fifty at most', () => {
  for (const [forbidden, innocent] of [
    [FORBIDDEN_LINES, INNOCENT_LINES],
    [LATER_FORBIDDEN_LINES, LATER_INNOCENT_LINES],
    [MEANT_FORBIDDEN_LINES, MEANT_INNOCENT_LINES],
    [WIDE_FORBIDDEN_LINES, WIDE_INNOCENT_LINES],
  ] as const) {
    expect(forbidden.length + innocent.length).toBeGreaterThan(200);
    const missed = forbidden.filter((line) => findTaboo(line).length === 0);
    const alarms = innocent.filter((line) => findTaboo(line).length > 0);
    expect([missed, missed.length <= forbidden.length * 0.05]).toEqual([missed, true]);
    expect([alarms, alarms.length <= innocent.length * 0.02]).toEqual([alarms, true]);
  }
});

test('a limit that has a number is none of the highest', () => {
  for (const line of ['意外医疗最高报销 5 万元', '最高抵扣300元', '最长续航 800 公里', '旧机最高补贴两千']) {
    expect([line, wordsOf(line)]).toEqual([line, []]);
  }
  expect(['最高配置', '保障最高的一款', '最高品质 5 年不变'].map((line) => wordsOf(line).length)).toEqual([1, 1, 1]);
});

test('of words that are spaced out, spelt by their sound, in figures, halves or pictures nine in ten are found', () => {
  const forbidden = [...EVASIVE_FORBIDDEN_LINES, ...HELD_EVASIVE_LINES];
  const missed = forbidden.filter((line) => findTaboo(line).length === 0);
  const alarms = EVASIVE_INNOCENT_LINES.filter((line) => findTaboo(line).length > 0);
  expect([missed, missed.length <= forbidden.length * 0.1]).toEqual([missed, true]);
  expect(EVASIVE_INNOCENT_LINES.length).toBeGreaterThan(300);
  expect([alarms, alarms.length <= EVASIVE_INNOCENT_LINES.length * 0.02]).toEqual([alarms, true]);
});

test('what is put in its place is allowed, and leaves the sentence whole', () => {
  for (const line of [...FORBIDDEN_LINES, ...LATER_FORBIDDEN_LINES, ...MEANT_FORBIDDEN_LINES]) {
    const now = said(line);
    expect([line, now, wordsOf(now)]).toEqual([line, now, []]);
    expect(now).not.toMatch(/^[，、。]|[，、]$|，，|的的|很很/u);
  }
  expect(said('全国最好喝的冷萃咖啡，没有之一')).toBe('很好喝的冷萃咖啡');
  expect(said('最近最好喝')).toBe('最近很好喝');
  expect(said('厨房里最受欢迎的小家电')).toBe('厨房里广受欢迎的小家电');
  expect(said('活血化瘀，通经活络的足贴')).toBe('让人放松的足贴');
});

test.each([
  ['蕞低价', '最低价'],
  ['最 低 价', '最低价'],
  ['最✨低✨价', '最低价'],
  ['最.低.价', '最低价'],
  ['zui低价', '最低价'],
  ['最低價', '最低价'],
  ['最\u200b低\u200b价', '最低价'],
  ['ＮＯ．１', 'no1'],
  ['加薇❤信', '加微信'],
  ['➕V领资料', '+v'],
  ['稳zhuan不赔', '稳赚不赔'],
  ['氵咸月巴', '减肥'],
  ['独1无2', '独一无二'],
])('%s is read as %s, and marked where it stands', (written, word) => {
  const [found] = findTaboo(`先看${written}`);
  expect(found?.word).toBe(word);
  expect(found?.start).toBe(2);
  expect(rewriteTaboo(`先看${written}`, [found!])).toBe(
    `先看${found!.to}${written.includes('领资料') ? '领资料' : ''}`,
  );
});

test('the longest word counts, titles of books are names, and what a space allowed is left alone', () => {
  expect(wordsOf('全网最低价，销量第一')).toEqual(['全网最低价', '销量第一']);
  expect(wordsOf('最好喝，没有之一')).toEqual(['最好喝', '没有之一']);
  expect(wordsOf('一起看《最好的我们》')).toEqual([]);
  expect(wordsOf('本品不能代替药物治疗疾病')).toEqual([]);
  expect(findTaboo('全网 最低价', [tabooWord('全网最低價')])).toEqual([]);
  expect(findTaboo('最低价', ['全网最低价'])).toHaveLength(1);
});

test('each says which law or rule stands behind it', () => {
  for (const line of FORBIDDEN_LINES) {
    for (const { reason } of findTaboo(line)) expect(reason).toMatch(/（.*(?:法|条例|规定|办法|规范).*）$/u);
  }
});

test('whatever is written, places are inside the text, in order and apart', () => {
  const parts = fc.constantFrom(
    '最',
    '低',
    '价',
    '第',
    '一',
    '治疗',
    ' ',
    '❤️',
    'zui',
    '100%',
    '，',
    '《',
    '加v',
    '😀',
    '\n',
    '的',
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(parts, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 20 }),
      (pieces) => {
        const text = pieces.join('');
        let last = 0;
        for (const { start, end, word } of findTaboo(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(word).not.toBe('');
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      },
    ),
    { numRuns: 300 },
  );
});

test('ten thousand characters are read at once', () => {
  const text = '全国最好喝的冷萃咖啡，第一步把水烧开，加微信领券。'.repeat(400);
  const began = process.cpuUsage();
  expect(findTaboo(text).length).toBeGreaterThan(700);
  const { user } = process.cpuUsage(began);
  expect(user / 1e6).toBeLessThan(2);
});
