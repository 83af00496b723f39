import { expect, test } from 'vitest';
import { understand } from './understand.ts';

const partsOf = (sentence: string) =>
  understand(sentence).terms.map(({ word, kind, is_refused }) => `${is_refused ? '不' : ''}${kind} ${word}`);

test.each([
  ['穿橙色衣服的女生', ['clothes 橙色衣服', 'who 女生']],
  ['戴红帽子的女人', ['clothes 红色帽子', 'who 女人']],
  ['女生穿着橘黄色的连帽衫', ['clothes 橙色连帽衫', 'who 女生']],
  ['红色的汽车', ['thing 红色汽车', 'thing 汽车']],
  ['三瓶水', ['count 三瓶水', 'thing 瓶子']],
  ['好几个人坐在沙发上', ['count 好几个人', 'action 坐在', 'thing 沙发']],
  ['一个人站着比手势', ['count 一个人', 'action 站着', 'action 比手势']],
  ['骑自行车', ['action 骑自行车', 'thing 自行车']],
  ['没戴帽子的女生', ['不negation 帽子', 'who 女生']],
  ['不是红色的汽车', ['不thing 红色汽车', 'thing 汽车']],
  ['咖啡杯特写', ['thing 咖啡杯', 'framing 特写']],
  ['蓝天白云', ['place 蓝天白云']],
  ['一头大象', ['thing 大象']],
  // What nobody can see is no negation: these are words that are said.
  ['厂家直销没有中间商', ['word 厂家直销', 'word 没有', 'word 中间商']],
])('%s', (sentence, parts) => {
  expect(partsOf(sentence)).toEqual(parts);
});
