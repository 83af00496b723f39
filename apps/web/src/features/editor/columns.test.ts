import { expect, test } from 'vitest';
import { fitWidth } from './columns.ts';

test('a column leaves room for the stage and never becomes useless', () => {
  const room = { whole: 1440, other: 330 };
  expect(fitWidth('left', 500, room)).toBe(500);
  expect(fitWidth('left', 2000, room)).toBe(1440 - 330 - 360);
  expect(fitWidth('left', 20, room)).toBe(300);
  expect(fitWidth('right', 20, room)).toBe(280);
});
