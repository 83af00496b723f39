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
  ['不戴帽子的女人', ['不negation 帽子', 'who 女人']],
  ['一辆车也没有的马路', ['不negation 车', 'place 马路']],
  ['桌上只有一个瓶子', ['不negation 一个瓶子', 'word 桌上', 'thing 瓶子']],
  ['不含人物的海景', ['negation 没有人', '不negation 手', 'place 海景']],
  ['一辆红车', ['thing 红色车', 'thing 车']],
  ['一杯热饮', ['word 热饮', 'thing 杯子']],
  ['一男一女', ['count 一男一女']],
  ['四个学生', ['count 四个学生', 'word 学生']],
  ['穿深灰色短袖的男生', ['clothes 灰色短袖', 'who 男生']],
  ['女人转头', ['action 转头', 'who 女人']],
  ['红包', ['word 红包']],
  ['咖啡杯特写', ['thing 咖啡杯', 'framing 特写']],
  ['蓝天白云', ['place 蓝天白云']],
  ['一头大象', ['thing 大象']],
  // What nobody can see is no negation: these are words that are said.
  ['厂家直销没有中间商', ['word 厂家直销', 'word 没有', 'word 中间商']],
])('%s', (sentence, parts) => {
  expect(partsOf(sentence)).toEqual(parts);
});
