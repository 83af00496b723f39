import { expect, test } from 'vitest';
import { markWords } from './mark-words.ts';

const marked = (text: string, words: string[]) =>
  markWords(text, words)
    .map(({ text: part, is_marked }) => (is_marked ? `[${part}]` : part))
    .join('');

test('words are marked wherever they are, whatever their case', () => {
  expect(marked('倒牛奶，再倒一杯 Milk', ['牛奶', 'milk', '倒'])).toBe('[倒][牛奶]，再[倒]一杯 [Milk]');
});

test('the longer of two words that overlap is marked', () => {
  expect(marked('防晒霜', ['防晒', '防晒霜'])).toBe('[防晒霜]');
});

test('signs that mean something to patterns mean themselves', () => {
  expect(marked('50% (新品)', ['(新品)', '.'])).toBe('50% [(新品)]');
  expect(marked('没有词', [])).toBe('没有词');
});
