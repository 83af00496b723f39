import { expect, test } from 'vitest';
import { nextInList } from './next-in-list.ts';

test('what was judged out of the list is followed by what has moved up into its place', () => {
  expect(nextInList({ index: 3, active: 3, by: 1 })).toBe(4);
  expect(nextInList({ index: 3, active: 7, by: -1 })).toBe(2);
  expect(nextInList({ index: -1, active: 3, by: 1 })).toBe(3);
  expect(nextInList({ index: -1, active: 3, by: -1 })).toBe(2);
  expect(nextInList({ index: -1, active: null, by: 1 })).toBe(-1);
});
