import { expect, test } from 'vitest';
import { between, boxAt, drawnMark, moving, placed, standing, stretched } from './clean-marks.ts';

const box = { x: 0.2, y: 0.2, width: 0.2, height: 0.1 };

test('a box that stands still is moved for all its time, a moving one at this moment only', () => {
  const still = placed(drawnMark('a', box, 4000), 2000, { ...box, x: 0.5 });
  expect(still.keys).toEqual([{ at_ms: 0, box: { ...box, x: 0.5 } }]);
  const going = placed(moving(drawnMark('a', box, 4000), 2000), 2000, { ...box, x: 0.6 });
  expect(going.keys).toHaveLength(2);
  expect([boxAt(going, 0).x, boxAt(going, 1000).x, boxAt(going, 3000).x]).toEqual([0.2, 0.4, 0.6]);
  expect(standing(going, 1000).keys[0]?.box.x).toBeCloseTo(0.4);
});

test('boxes stay inside the picture and never vanish, however they are drawn or dragged', () => {
  expect(between({ x: 0.6, y: 0.9 }, { x: 0.4, y: 0.7 })).toMatchObject({ x: 0.4, y: 0.7 });
  const wide = stretched(box, 'e', 2, 0);
  expect(wide.x + wide.width).toBeLessThanOrEqual(1);
  expect(stretched(box, 'nw', 0.9, 0.9).width).toBeGreaterThan(0);
});
