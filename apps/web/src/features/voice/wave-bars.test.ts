import { expect, test } from 'vitest';
import { barsOf } from './wave-bars.ts';

test('bars fill the width, and each shows the highest peak behind it', () => {
  expect(barsOf([0, 10, 90, 20, 100, 0], 8)).toEqual([
    { x: 0, width: 2, share: 0.1 },
    { x: 3, width: 2, share: 0.9 },
    { x: 6, width: 2, share: 1 },
  ]);
  const last = barsOf(Array(1000).fill(50), 900).at(-1);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(900);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeGreaterThan(896);
});

test('short sound is stretched, and none draws nothing', () => {
  expect(barsOf([50], 30)).toHaveLength(10);
  expect(barsOf([50], 30).every(({ share }) => share === 0.5)).toBe(true);
  expect(barsOf([], 30)).toEqual([]);
  expect(barsOf([1], 0)).toEqual([]);
});
