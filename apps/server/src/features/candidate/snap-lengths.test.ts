import { expect, test } from 'vitest';
import { snapLengths } from './snap-lengths.ts';

test('cuts move to beats that are near, never into what is spoken, and the end stays', () => {
  const beats = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4];
  expect(snapLengths([1.9, 1.4, 1], [1, 1, 1], beats)).toEqual([2, 1.5, 1]);
  // The line lasts to 1.95: the beat before it is out of reach.
  expect(snapLengths([2.2, 1, 1], [2.1, 0.4, 0.4], beats)[0]).toBeCloseTo(2.5);
  expect(snapLengths([1.9, 1], [1.5, 0.4], [10])).toEqual([1.9, 1]);
});
