import { expect, test } from 'vitest';
import { heatColour, heatPixels, likenessAt, worstPairs } from './heat.ts';

// 0–1, 0–2, 0–3, 1–2, 1–3, 2–3
const matrix = { names: ['a', 'b', 'c', 'd'], likeness: [100, 200, 300, 400, 500, 600] };

test('the likeness of two is the same whichever is named first', () => {
  expect(likenessAt(matrix, 0, 3)).toBe(0.3);
  expect(likenessAt(matrix, 3, 0)).toBe(0.3);
  expect(likenessAt(matrix, 1, 2)).toBe(0.4);
  expect(likenessAt(matrix, 2, 3)).toBe(0.6);
});

test('pairs that are most alike come first', () => {
  expect(worstPairs(matrix, 2)).toEqual([
    { first: 2, second: 3, share: 0.6 },
    { first: 1, second: 3, share: 0.5 },
  ]);
  expect(worstPairs({ names: ['a'], likeness: [] }, 3)).toEqual([]);
});

test('what is above the allowed share is warm, what is below it cool', () => {
  const [coolRed, , coolBlue] = heatColour(0.2, 0.4, false);
  const [warmRed, , warmBlue] = heatColour(0.6, 0.4, false);
  expect(coolBlue).toBeGreaterThan(coolRed);
  expect(warmRed).toBeGreaterThan(warmBlue);
});

test('a heat map has a pixel for each pair, in both directions', () => {
  const pixels = heatPixels(matrix, 0.4, true);
  expect(pixels).toHaveLength(4 * 4 * 4);
  const at = (row: number, column: number) => pixels.slice((row * 4 + column) * 4, (row * 4 + column) * 4 + 4);
  expect(at(0, 2)).toEqual(at(2, 0));
});
