import { lazily, requireNow } from '#text/lazy.ts';
import { TRADE_WORDS } from '#text/trade-words.ts';

const loaded = lazily(() => {
  const { Jieba, TfIdf } = requireNow('@node-rs/jieba') as typeof import('@node-rs/jieba');
  const { dict, idf } = requireNow('@node-rs/jieba/dict.js') as typeof import('@node-rs/jieba/dict.js');
  const jieba = Jieba.withDict(dict);
  jieba.loadDict(Buffer.from(TRADE_WORDS.map((word) => `${word} 10000`).join('\n')));
  return { jieba, keywords: TfIdf.withDict(idf) };
});

/** The words of a text in order, punctuation and spaces included: joined they give the text again. */
export function cutWords(text: string): string[] {
  return loaded().jieba.cut(text, true);
}

/** What a text is about: its most telling words with their weights, most telling first. Bare numbers tell nothing. */
export function findKeywords(text: string, count = 10): { word: string; weight: number }[] {
  const { jieba, keywords } = loaded();
  return keywords
    .extractKeywords(jieba, text, count * 3)
    .filter(({ keyword }) => !/^[\d.,%\s]+$/.test(keyword))
    .slice(0, count)
    .map(({ keyword, weight }) => ({ word: keyword, weight }));
}
