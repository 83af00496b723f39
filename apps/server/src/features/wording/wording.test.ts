import { findTaboo } from '@mixreel/contract/taboo';
import { textLikeness } from '@mixreel/media';
import { expect, test } from 'vitest';
import { mixWorld } from '#testing/mixes.ts';
import { proposeWordings } from './propose.ts';

const NAMES = ['山丘冷萃咖啡液', '天天好喝牛奶'];
const WANTS = ['早上起不来', '每天都没时间', '喜欢就带上', '孩子不爱吃饭怎么办', '想喝拿铁还是美式', '再也不用排队'];
const NUMBERS = ['第二件半价', '立减50元', '买一送一', '3.5折', '三秒一杯', '¥39.9', '前100名', '200ml 只要 19.9 元'];
const CLAUSES = [
  '有了山丘冷萃',
  '试试山丘冷萃咖啡液',
  '打开 iPhone 15 Pro Max',
  '《茶经》里也写过',
  '现在下单',
  '喜欢天天好喝牛奶',
];
const LINES = WANTS.flatMap((want) =>
  NUMBERS.flatMap((number, n) => `${CLAUSES[n % CLAUSES.length]!}，${want}，${number}。`),
);

const signsOf = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).toSorted();

test('whatever is proposed keeps every number, unit and name, and is said in about the same time', () => {
  let proposed = 0;
  for (const line of LINES) {
    for (const { text } of proposeWordings(line, { names: NAMES, others: [] }).wordings) {
      proposed += 1;
      for (const pattern of [/[\d.]+|[¥%]/gu, /[A-Za-z]+/gu, /山丘冷萃(?:咖啡液)?|《茶经》|天天好喝/gu]) {
        expect(signsOf(text, pattern), `${line} → ${text}`).toEqual(signsOf(line, pattern));
      }
      for (const number of NUMBERS.filter((one) => line.includes(one) && !one.includes(' '))) {
        expect(text).toContain(number);
      }
      expect(Array.from(text).length).toBeLessThanOrEqual(Array.from(line).length * 1.15 + 4);
      expect(findTaboo(text).map(({ word }) => word)).toEqual(findTaboo(line).map(({ word }) => word));
      expect(text).not.toMatch(/[\ue000-\uf8ff]/u);
    }
  }
  expect(proposed).toBeGreaterThan(LINES.length * 2);
});

test('lines of everyday give three to six, each less alike than the last measure allows, and unlike what is there', () => {
  const lines = [
    '早上起不来，咖啡店还要排长队？',
    '有了山丘冷萃，冲一杯只要三秒。',
    '现在下单，第二件半价！',
    '加奶加冰，怎么配都好喝。',
  ];
  for (const line of lines) {
    const others = [proposeWordings(line, { names: NAMES, others: [] }).wordings[0]!.text];
    const { wordings, note } = proposeWordings(line, { names: NAMES, others });
    expect(wordings.length).toBeGreaterThanOrEqual(3);
    expect(wordings.length).toBeLessThanOrEqual(6);
    expect(note).toBe('');
    for (const { text, likeness, near } of wordings) {
      // Whoever takes two that are near each other is told.
      const nearest = near === null ? [line, ...others] : [wordings[near]!.text];
      expect(Math.max(...nearest.map((one) => textLikeness(text, one)))).toBeCloseTo(likeness, 9);
      expect(likeness).toBeLessThanOrEqual(0.75);
      expect(textLikeness(text, line)).toBeLessThanOrEqual(likeness);
      expect(textLikeness(text, others[0]!)).toBeLessThanOrEqual(likeness);
    }
  }
});

test.each([
  ['', '先写一句台词'],
  ['。。！', '先写一句台词'],
  ['😀🎉', '先写一句台词'],
  ['Buy one, get one free!', '只会改写中文'],
  ['一二三四'.repeat(125), '先拆成几句'],
  ['三秒一杯', '没有可换的词'],
])('of %j it says in words why there is nothing', (line, note) => {
  const answer = proposeWordings(line, { names: NAMES, others: [] });
  expect(answer.wordings).toEqual([]);
  expect(answer.note).toContain(note);
});

test('a person asks for a line of a shooting and gets wordings unlike those it has, with how long each is said', async () => {
  const { app, ann, stranger, mix } = await mixWorld({ lines: ['早上起不来，咖啡店还要排长队？'] });
  const { shooting_id, scripts } = mix.shootings[0]!;
  const { data } = await app.call('shooting.reword', { shooting_id, text: scripts[0]!.text }, ann);
  expect(data.wordings.length).toBeGreaterThanOrEqual(3);
  for (const { duration } of data.wordings) expect(duration).toBeGreaterThan(1);
  const refused = await app.call('shooting.reword', { shooting_id, text: '一句' }, stranger);
  expect(refused.code).not.toBe(0);
});

test('a line full of words that can be swapped, beside many long wordings, is answered at once', () => {
  const line = '早上起不来没时间排长队，不用再排队，马上试试，每天都能轻松享受好喝的味道，因为方便所以喜欢，出门带上';
  const others = Array.from({ length: 20 }, (_, n) => `${line}${n}`.repeat(20).slice(0, 1000));
  const began = process.cpuUsage();
  proposeWordings(line, { names: [], others });
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1e6).toBeLessThan(0.5);
});
