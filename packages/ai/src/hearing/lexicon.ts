import { lazily, requireNow } from '#text/lazy.ts';
import { TRADE_WORDS } from '#text/trade-words.ts';

/** How often words are written, and all of them together. */
type Lexicon = { counts: Map<string, number>; total: number };

/** No longer word is looked for. */
export const LONGEST = 5;
/** How often a word of the trade is taken to be written at least. */
export const TRADE_COUNT = 4000;
/** A character that is a word of its own only by accident; particles and the like are not. */
const LONELY_COST = 3.2;
const ALONE = new Set(
  '的了是在我你他她它们这那个有和就不也都很还要会能到给把被对从为与或但而再又太更最每让将比等吗呢吧啊呀哦着过得地上下里中大小多少一二三四五六七八九十百千万亿零两几半第年月日号时分秒点元块毛折件只瓶盒包袋支台部套双款种岁度天人家买卖送用喝吃穿看说想做来去起好新老高低长短快慢冷热轻重真只才刚马没别请',
);

/** The words of jieba's dictionary with those of the trade, which it counts as rare. */
export const lexicon = lazily((): Lexicon => {
  const { dict } = requireNow('@node-rs/jieba/dict.js') as typeof import('@node-rs/jieba/dict.js');
  const counts = new Map<string, number>();
  let total = 0;
  for (const line of Buffer.from(dict).toString('utf8').split('\n')) {
    const [word = '', count = '0'] = line.split(' ');
    total += Number(count);
    if (word.length <= LONGEST) counts.set(word, Number(count));
  }
  for (const word of TRADE_WORDS) counts.set(word, Math.max(TRADE_COUNT, counts.get(word) ?? 0));
  return { counts, total };
});

/** What it costs, in natural logarithms, that a word is a single character which is seldom a word. */
export function loneliness(word: string): number {
  return word.length > 1 || ALONE.has(word) ? 0 : LONELY_COST;
}
