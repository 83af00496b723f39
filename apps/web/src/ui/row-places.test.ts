import { expect, test } from 'vitest';
import { RowPlaces } from './row-places.ts';

test('rows lie under one another by what was measured, and by what is expected of the rest', () => {
  const places = new RowPlaces(50);
  expect(places.topOf(1000)).toBe(50_000);
  expect(places.measure(2, 150)).toBe(true);
  expect(places.measure(2, 150)).toBe(false);
  expect(places.measure(7, 50)).toBe(false);
  expect([2, 3, 1000].map((row) => places.topOf(row))).toEqual([100, 250, 50_100]);
});

test('the row at a height is found, also inside a tall one and past the end', () => {
  const places = new RowPlaces(50);
  places.measure(2, 150);
  expect([0, 99, 100, 249, 250, 99_999].map((y) => places.at(y, 10))).toEqual([0, 1, 2, 2, 3, 9]);
  expect(places.at(10, 0)).toBe(0);
});

test('rows that went away leave no height behind', () => {
  const places = new RowPlaces(50);
  places.measure(9, 300);
  places.cut(5);
  expect(places.topOf(12)).toBe(600);
});
