import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkFacts, compareFacts, fixFacts, sayMoney } from './fact-check.ts';
import { factsIn } from './fact-find.ts';
import { parseNumber, sayNumber } from './fact-number.ts';
import { quantitiesIn } from './fact-quantity.ts';
import type { Fact } from './fact.ts';

const read = (text: string) => quantitiesIn(text).map(({ unit, value }) => `${value} ${unit}`);

test.each([
  [
    '39.9 元',
    '39.90元',
    '¥39.9',
    '￥３９．９',
    '三十九块九',
    '39块9',
    '三十九元九角',
    '39块9毛',
    '三十九点九元',
    '39.9块钱',
  ],
  ['$39.9', '39.9 USD', 'USD 39.90', '39.9 美元', '39.9 dollars', '三十九点九美金'],
  ['30%', '百分之三十', '三成', '３０％', '30 %'],
  ['1200ml', '一千二百毫升', '1.2L', '1,200 毫升', '一点二升'],
  ['5折', '五折', '半价', '对折', '５折'],
  ['9.5折', '95折', '九五折', '九点五折'],
  ['买二送一', '买2送1', '买两瓶送一瓶'],
  ['第2件半价', '第二件半价', '第二件五折', '第 2 件 5 折'],
  ['满200减30', '满两百减三十', '满200元立减30元', '满二百减三十'],
  ['11月11日', '11月11号', '十一月十一日', '双十一', '双11'],
  ['两年', '2 年', '24个月', '二年'],
  ['3–5 天', '三到五天', '3~5天', '3 至 5 天', '3天到5天'],
  ['1500W', '一千五百瓦', '1.5千瓦', '1.5kW'],
  ['1.2万人', '一万两千人', '12000人', '一万二千人'],
  ['晚上八点', '20:00', '晚8点'],
  ['一个半小时', '1.5小时', '90分钟', '九十分钟'],
])('%s is the same however it is written', (first, ...others) => {
  const [same] = read(first);
  expect(same).toBeDefined();
  for (const other of others) expect([other, ...read(other).slice(0, 1)]).toEqual([other, same]);
});

test.each(['来一口', '千万别忘', '一家人', '第一步', '十分好喝', '一点也不苦', '万一下雨', '四季都能穿'])(
  '%s has no number to hold on to',
  (text) => {
    expect(quantitiesIn(text).filter(({ isLoose }) => !isLoose)).toEqual([]);
  },
);

const forms: ((yuan: number) => string)[] = [
  (n) => `${n}元`,
  (n) => `${n.toFixed(2)} 元`,
  (n) => `¥${n}`,
  (n) => `￥${String(n).replaceAll(/\d/g, (d) => String.fromCharCode(d.charCodeAt(0) + 0xfee0))}`,
  (n) => sayMoney(n, true),
  (n) => sayMoney(n, false),
  (n) => `${sayNumber(n)}元`,
];
const money = fc.integer({ min: 1, max: 9_999_99 }).map((cents) => cents / 100);

test('any number is itself in all of its forms, and no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (n) => {
      expect(parseNumber(sayNumber(n))).toBe(n);
    }),
    { examples: [[200_100_000], [200_150_010], [110_000]] },
  );
  const form = fc.constantFrom(...forms);
  fc.assert(
    fc.property(money, money, form, form, (a, b, one, other) => {
      expect(read(one(a))).toEqual(read(other(a)));
      expect(read(one(a))).toEqual([`${a} 元`]);
      fc.pre(a !== b);
      expect(read(one(a))).not.toEqual(read(other(b)));
    }),
    { numRuns: 500 },
  );
});

const SHEET = `品名：山丘冷萃咖啡液
净含量：250ml/瓶，保质期 12 个月。
日常价 59 元，到手价 39.9 元，第二件半价。
活动时间：11月9日到11日，下单立减 10 元。
咖啡因含量降低 30%，不含蔗糖。质保：两年。`;
const FACTS = factsIn(SHEET, { file: '资料.docx', page: 1 });

test('a sheet gives its facts, each with the sentence it stands in', () => {
  const found = FACTS.map(({ kind, text }) => `${kind} ${text}`);
  expect(found).toEqual([
    'name 山丘冷萃咖啡液',
    'number 250ml',
    'number 12 个月',
    'price 59 元',
    'price 39.9 元',
    'number 第二件半价',
    'date 11月9日到11日',
    'price 10 元',
    'number 30%',
    'claim 不含蔗糖',
    'number 两年',
  ]);
  expect(FACTS[4]?.source).toEqual({
    file: '资料.docx',
    page: 1,
    sentence: '日常价 59 元，到手价 39.9 元，第二件半价',
  });
  expect(FACTS.every(({ locked, id }) => locked && /^[\w-]+$/.test(id))).toBe(true);
});

test('a line of a sheet may begin with its number, counted or not', () => {
  const texts = factsIn('1.5 升容量\n128 元/袋\n2、功率 1500W\n- 3 年质保').map(({ text }) => text);
  expect(texts).toEqual(['1.5 升', '128 元', '1500W', '3 年']);
});

test.each([
  ['Ready in 3 minutes. Only 5 left, buy 2 get 1 free for $39.9', ['3 minutes', 'buy 2 get 1', '$39.9']],
  ['12-month warranty, keeps warm for 24 hours, SPF 50, 350 ml', ['12-month', '24 hours', 'SPF 50', '350 ml']],
  ['Over 20 ways to use it, step 3 of 4, top 10 gift', []],
  ['BUY 2 TODAY AND SAVE 20% IN 2 DAYS', ['20%', '2 DAYS']],
  ['Listo en 3 minutos, compra 2 y ahorra 15%', ['15%']],
  ['In nur 5 Minuten fertig, für 2 Personen, ab 19 zu haben', []],
  ['Prêt en 3 minutes, pour 2 fois rien', ['3 minutes']],
  ['防水 IPX 7，配 Pro 2 主机，wifi 6，买 2 送 1', ['IPX 7', 'Pro 2', 'wifi 6', '买 2 送 1']],
])('%s: numbers count with what they are numbers of', (text, facts) => {
  expect(factsIn(text).map((one) => one.text)).toEqual(facts);
});

test('ten thousands stand apart from their number and their unit as sheets write them, and litres are litres', () => {
  const said = ['里程 4.2 万公里', '4.2万公里', '质保 4 万公里', 'Filters 1500 liters'];
  const values = said.map((text) => factsIn(text).map(({ value, unit }) => `${value}${unit}`));
  expect(values).toEqual([values[1], ['42000000000mm'], ['40000000000mm'], ['1500000ml']]);
});

test('as many of another country are another price', () => {
  const facts = factsIn('Price: $39.9');
  expect(facts.map(({ kind, text }) => `${kind} ${text}`)).toEqual(['price $39.9']);
  expect(checkFacts('只要 39.9 美元', facts)).toEqual([]);
  expect(checkFacts('只要 39.9 元', facts).map(({ said }) => said)).toEqual(['39.9 元']);
  expect(compareFacts('到手价 39.9 元', 'Now only 39.9 yuan')).toEqual({ lost: [], added: [] });
  expect(compareFacts('到手价 39.9 元', 'Now only $39.9')).toEqual({ lost: ['39.9 元'], added: ['$39.9'] });
});

test.each([
  '到手价三十九块九，第2件五折',
  '只要 ￥39.90，一瓶 250 毫升',
  '十一月九号到十一号，立减十块钱',
  '咖啡因少了三成，2年质保，不含蔗糖',
  '山丘冷萃咖啡液，来一杯',
])('%s holds every fact', (text) => {
  expect(checkFacts(text, FACTS)).toEqual([]);
});

test.each([
  ['到手价三十八块九', '三十八块九', '到手价三十九块九'],
  ['到手价 ¥38', '¥38', '到手价 ¥39.9'],
  // The right number in the wrong place.
  ['到手价 59 元', '59 元', '到手价 39.9 元'],
  ['第二件三折', '第二件三折', '第二件半价'],
  ['一瓶 300ml', '300ml', '一瓶 250ml'],
  ['一瓶三百毫升', '三百毫升', '一瓶二百五十毫升'],
  ['三年质保', '三年', '两年质保'],
  ['咖啡因降低百分之五十', '百分之五十', '咖啡因降低百分之三十'],
  ['山秋冷萃咖啡液', '山秋冷萃咖啡液', '山丘冷萃咖啡液'],
  ['含蔗糖，味道正', '含蔗糖', '不含蔗糖，味道正'],
])('%s breaks one, and one click puts it right', (text, said, fixed) => {
  const [problem, ...rest] = checkFacts(text, FACTS);
  expect(rest).toEqual([]);
  expect(problem).toMatchObject({ kind: 'changed', said, fixed });
  expect(text.slice(problem!.start, problem!.end)).toBe(said);
  expect(fixFacts(text, FACTS)).toBe(fixed);
  expect(checkFacts(fixed, FACTS)).toEqual([]);
});

test('of two facts in one unit the one is meant whose words stand around it', () => {
  const facts = factsIn('保温 12 小时。快充充电 3 小时。');
  expect(checkFacts('快充充电只要 10 小时', facts)).toMatchObject([{ kind: 'changed', sheet: '3 小时' }]);
});

test('a number that the sheet does not speak of has no ground; what is not locked is free', () => {
  expect(checkFacts('三秒冲好，卖出 80000 瓶', FACTS).map(({ kind, said }) => [kind, said])).toEqual([
    ['unfounded', '三秒'],
    ['unfounded', '80000 瓶'],
  ]);
  const open: Fact[] = FACTS.map((one) => ({ ...one, locked: false }));
  expect(checkFacts('到手价 59 元', open)).toMatchObject([{ kind: 'unfounded' }]);
});

test('what is heard back, rewritten or translated is held against what was written', () => {
  expect(compareFacts('到手价 39.9 元，第二件半价', '到手价三十九块九，第2件五折')).toEqual({ lost: [], added: [] });
  expect(compareFacts('Only ¥39.9, 250ml', '只要 39.9 元，200ml')).toEqual({ lost: ['250ml'], added: ['200ml'] });
});
