import { expect, test } from 'vitest';
import { formatCombinations } from './candidate-words.ts';

test('numbers of combinations are readable however large they are', () => {
  expect(formatCombinations('0')).toBe('0');
  expect(formatCombinations('1280')).toBe('1,280');
  expect(formatCombinations('512000')).toBe('512,000');
  expect(formatCombinations('12345678')).toBe('1,234.6 万');
  expect(formatCombinations('1000000000')).toBe('10 亿');
  expect(formatCombinations('1'.padEnd(31, '0'), false)).toBe('约 1.0 × 10^30');
});
