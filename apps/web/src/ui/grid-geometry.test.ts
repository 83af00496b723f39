import { expect, test } from 'vitest';
import { shapeGrid, stepInGrid, visibleRows } from './grid-geometry.ts';

const size = { min_width: 180, ratio: 1, foot: 60 };

test('cards fill the width, and a row is as high as its picture and what is below', () => {
  const shape = shapeGrid({ total: 101, width: 1032, size });
  expect(shape).toMatchObject({ columns: 5, width: 190, picture: 190, row: 262, rows: 21 });
  expect(5 * shape.width + 4 * 12).toBeLessThanOrEqual(1000);
});

test('a window narrower than one card still has a column', () => {
  expect(shapeGrid({ total: 3, width: 100, size })).toMatchObject({ columns: 1, rows: 3 });
});

test('a list longer than browsers can draw ends where they stop', () => {
  expect(shapeGrid({ total: 10_000_000, width: 1032, size }).height).toBeLessThan(16_000_000);
});

test('rows on screen are those the window touches, and never ones that do not exist', () => {
  const shape = shapeGrid({ total: 101, width: 1032, size });
  expect(visibleRows(shape, { top: 0, height: 600 })).toEqual({ first: 0, last: 3 });
  expect(visibleRows(shape, { top: 99_999, height: 600 })).toEqual({ first: 20, last: 20 });
});

test('arrow keys stay in the grid', () => {
  const grid = { columns: 5, total: 12, page: 3 };
  expect(stepInGrid('ArrowRight', 3, grid)).toBe(4);
  expect(stepInGrid('ArrowUp', 3, grid)).toBe(3);
  expect(stepInGrid('ArrowDown', 8, grid)).toBe(11);
  expect(stepInGrid('ArrowDown', 11, grid)).toBe(11);
  expect(stepInGrid('End', 0, grid)).toBe(11);
  expect(stepInGrid('PageDown', 1, grid)).toBe(11);
  expect(stepInGrid('x', 1, grid)).toBeNull();
});
