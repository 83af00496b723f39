import { expect, test } from 'vitest';
import { breakLines } from '#captions/line-breaks.ts';
import { splitWords } from '#captions/words.ts';
import { createRandom } from '#plan/random.ts';

/** Chinese characters count 1, others half. */
const measure = (text: string) => Array.from(text).reduce((sum, c) => sum + (c.charCodeAt(0) < 0x2000 ? 0.5 : 1), 0);
const words = (text: string) => splitWords(text).map((word) => word.text);
const lines = (text: string, width: number) => breakLines(text, width, measure).lines;

test.each([
  ['这款保温杯只要199元', ['这款', '保温杯', '只要', '199元']],
  ['限时9.9折，满300减50', ['限时', '9.9折，', '满', '300', '减', '50']],
  ['¥1,299.00起售', ['¥1,299.00', '起售']],
  ['第3名在2026年11月15日', ['第3名', '在', '2026年', '11月', '15日']],
  ['三个月瘦了20斤', ['三个月', '瘦', '了', '20斤']],
  ['100多万人都在用', ['100多万人', '都', '在', '用']],
  ['3天然成分', ['3', '天然', '成分']],
  ['100ml小样3.5 kg装', ['100ml', '小样', '3.5 kg', '装']],
  ['满300元减40元，7天无理由', ['满', '300元', '减', '40元，', '7天', '无理由']],
  ['两万多人买过，7999元起', ['两万多人', '买过，', '7999元起']],
  ['只要 199 元，RMB 20 起', ['只要', '199 元，', 'RMB 20', '起']],
  ['便宜3块5，三点五折', ['便宜', '3块5，', '三点五折']],
  ['增长百分之三十五点六', ['增长', '百分之三十五点六']],
  ['折合12.5元/杯，50ml×2瓶', ['折合', '12.5元/杯，', '50ml×2瓶']],
  ['湿度≤60%，误差±0.5mm', ['湿度', '≤60%，', '误差', '±0.5mm']],
  ['100+款口红，10w+人在用', ['100+款', '口红，', '10w+人', '在', '用']],
  ['零下20摄氏度，30卡路里', ['零下', '20摄氏度，', '30卡路里']],
  ['下单立减，30天价保', ['下单', '立减，', '30天', '价保']],
  ['Dr.Martens与《百年孤独》', ['Dr.Martens', '与', '《百年孤独》']],
  ['3-5天到货，24小时发货', ['3-5天', '到货，', '24小时', '发货']],
  ['state-of-the-art 设计', ['state-of-the-art', '设计']],
  ['价格（含税）', ['价格', '（含税）']],
  ['“双十一”来了！', ['“双十一”', '来', '了！']],
  ['お問い合わせはこちら', ['お', '問い合わせ', 'は', 'こちら']],
])('%s has the words %j', (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test('lines break between words and are about equally long', () => {
  expect(lines('这款保温杯真的太好用了我每天都带着它上班', 14)).toEqual([
    '这款保温杯真的太好用了',
    '我每天都带着它上班',
  ]);
  expect(lines('今天教大家三个拍摄小技巧', 10)).toEqual(['今天教大家', '三个拍摄小技巧']);
});

test('a line rather ends with a clause, and never begins with closing punctuation', () => {
  expect(lines('只要199元，今天下单还送杯套', 10)).toEqual(['只要199元，', '今天下单还送杯套']);
});

test('a word wider than the line stays whole and is reported', () => {
  expect(breakLines('a supercalifragilistic word', 6, measure)).toEqual({
    lines: ['a', 'supercalifragilistic', 'word'],
    fits: false,
  });
});

test('line feeds are kept and empty lines dropped', () => {
  expect(lines('第一行\n\n第二行', 20)).toEqual(['第一行', '第二行']);
  expect(lines('', 20)).toEqual([]);
});

test('whatever the text and width, nothing is lost, no word is torn and no line begins with closing punctuation', () => {
  const parts =
    '保温杯 只要 199元 ， 。 ！ iPhone 15 Pro （ 含税 ） “ 双十一 ” 买2送1 100ml 三个月 的 了 大家 好 3.5折 、 ：'.split(
      ' ',
    );
  for (let seed = 0; seed < 400; seed++) {
    const random = createRandom(seed);
    const text = Array.from({ length: 3 + random.below(20) }, () => parts[random.below(parts.length)]).join('');
    const width = 5 + random.below(15);
    const broken = breakLines(text, width, measure);
    expect(broken.lines.join('')).toBe(text);
    expect(broken.lines.slice(1).filter((line) => /^[，。！？、：）”]/.test(line))).toEqual([]);

    const ends = new Set(words(text).reduce<number[]>((all, word) => [...all, (all.at(-1) ?? 0) + word.length], []));
    let end = 0;
    const cuts = broken.lines.map((line) => (end += line.length));
    expect(cuts.filter((cut) => !ends.has(cut))).toEqual([]);
    expect(broken.lines.every((line) => measure(line) <= width)).toBe(broken.fits);
  }
});
