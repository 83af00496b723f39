import { expect, test } from 'vitest';
import { dealtPoints } from './dealt-points.ts';

test('points are dealt out anew by changing as few rows as can be', () => {
  const rows = ['甲', '乙', '甲', '乙', '甲'].map((point, n) => ({ row_id: `${n + 1}`, point }));
  expect(dealtPoints(rows, new Map(Object.entries({ 甲: 1, 乙: 2, 丙: 2 })))).toEqual(new Map([['丙', ['3', '5']]]));
  expect(dealtPoints(rows, new Map(Object.entries({ 甲: 3, 乙: 2 })))).toEqual(new Map());
});
