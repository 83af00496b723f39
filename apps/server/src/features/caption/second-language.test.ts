import { DEFAULT_MIX_CONFIG } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { cutLine } from './cut-line.ts';
import { cutAt } from './second-language.ts';

const SCREEN = { canvas: { width: 1080, height: 1920 }, platform: 'douyin' as const };

test('a second language is cut where the first is, between words and rather at its marks', () => {
  expect(cutAt('今天下单立减五十，错过再等一年', [0.5, 1])).toEqual(['今天下单立减五十，', '错过再等一年']);
  expect(cutAt('Order today and save fifty, or wait a year', [0.6, 1])).toEqual([
    'Order today and save fifty,',
    'or wait a year',
  ]);
  expect(cutAt('好', [0.3, 0.6, 1]).join('')).toBe('好');
});

test('captions in two languages have each its own line, and all of both is shown', () => {
  const text = 'Order today and you will save fifty yuan, or you will have to wait for another whole year';
  const second = '今天下单立减五十，错过就要再等整整一年';
  const cues = cutLine({ text, seconds: 6, words: [], second }, DEFAULT_MIX_CONFIG.caption, SCREEN);
  expect(cues.length).toBeGreaterThan(1);
  const lines = cues.map((cue) => cue.text.split('\n'));
  expect(lines.every((both) => both.length === 2)).toBe(true);
  expect(lines.map(([, below]) => below).join('')).toBe(second);
  expect(lines.map(([above]) => above).join(' ')).toBe(text);
});
