import { expect, test } from 'vitest';
import { exampleName } from './name-rule.ts';

const now = new Date(2026, 10, 5, 9, 3);
const facts = { mix: '双十一', number: 7, most: 50, seconds: 14.6, now };

test('a rule becomes a name', () => {
  expect(exampleName('{mix}_{date}_{n}', facts)).toBe('双十一_20261105_07');
  expect(exampleName('{n}_{time}_{seconds}s', { ...facts, most: 200 })).toBe('007_0903_15s');
});

test('what file systems refuse is replaced, and a name of only that becomes the number', () => {
  expect(exampleName('{mix}: a/b', facts)).toBe('双十一_ a_b');
  expect(exampleName('   ', facts)).toBe('07');
});
