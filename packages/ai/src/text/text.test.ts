import { expect, test } from 'vitest';
import { detectLanguage } from '#text/language.ts';
import { splitSentences } from '#text/sentences.ts';
import { toSimplified } from '#text/simplified.ts';
import { cutWords, findKeywords } from '#text/words.ts';

test('sentences end at end marks and lines, not inside prices, and keep their positions', () => {
  const text = '只要99.9元！真的吗？“是的。”\n下一行 e.g. this. Next';
  const sentences = splitSentences(text);
  expect(sentences.map((sentence) => sentence.text)).toEqual([
    '只要99.9元！',
    '真的吗？',
    '“是的。”',
    '下一行 e.g.',
    'this.',
    'Next',
  ]);
  for (const { from, to, text: sentence } of sentences) expect(text.slice(from, to)).toBe(sentence);
});

test('words keep the whole text, and trade words stay whole', () => {
  expect(cutWords('双十一直播间买一送一').join('|')).toBe('双十一|直播间|买一送一');
});

test('keywords name the thing, never bare numbers', () => {
  const words = findKeywords('这款保温杯采用316不锈钢，保温杯保温24小时，杯盖一键开启', 5).map(({ word }) => word);
  expect(words[0]).toBe('保温杯');
  expect(words.some((word) => /^\d+$/.test(word))).toBe(false);
});

test('traditional characters become simplified ones and the length stays', () => {
  expect(toSimplified('這個頭髮護理')).toBe('这个头发护理');
  expect(toSimplified('plain text')).toBe('plain text');
});

test('languages are told apart by script first', () => {
  const said = ['新款 iPhone 到货了', 'こんにちは世界', '안녕하세요', 'Welcome to our store', '12345 !!'];
  expect(said.map(detectLanguage)).toEqual(['zh', 'ja', 'ko', 'en', '']);
});
