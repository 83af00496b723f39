import { expect, test } from 'vitest';
import { dragBox, drawBox, fitShape, mirrorBox, toCrop, WHOLE } from './crop.ts';

const BOX = { x: 0.2, y: 0.2, width: 0.4, height: 0.4 };

test('a box that is moved stays as large and inside the picture', () => {
  expect(dragBox(BOX, 'move', { x: 0.1, y: -0.1 }, null)).toEqual({
    x: expect.closeTo(0.3) as number,
    y: expect.closeTo(0.1) as number,
    width: 0.4,
    height: 0.4,
  });
  expect(dragBox(BOX, 'move', { x: 5, y: -5 }, null)).toMatchObject({ x: 0.6, y: 0 });
});

test('a corner moves, the opposite one stays', () => {
  const box = dragBox(BOX, 'nw', { x: -0.1, y: 0.1 }, null);
  expect(box.x).toBeCloseTo(0.1);
  expect(box.y).toBeCloseTo(0.3);
  expect(box.x + box.width).toBeCloseTo(0.6);
  expect(box.y + box.height).toBeCloseTo(0.6);
});

test('nothing is pulled out of the picture or to nothing', () => {
  expect(dragBox(BOX, 'se', { x: 9, y: 9 }, null)).toMatchObject({ x: 0.2, y: 0.2, width: 0.8, height: 0.8 });
  expect(dragBox(BOX, 'se', { x: -9, y: -9 }, null)).toMatchObject({ width: 0.05, height: 0.05 });
});

test('a fixed shape is kept at every corner, also where the picture ends', () => {
  for (const grip of ['nw', 'ne', 'sw', 'se'] as const) {
    for (const by of [-0.5, -0.1, 0.1, 0.5]) {
      const { x, y, width, height } = dragBox(BOX, grip, { x: by, y: by }, 0.5);
      expect(width / height).toBeCloseTo(0.5);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(-1e-9);
      expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1 + 1e-9);
    }
  }
});

test('with a fixed shape a corner follows whichever way it is pulled, and stays large enough for the server', () => {
  expect(dragBox(BOX, 'se', { x: 0, y: 0.2 }, 0.5)).toMatchObject({ width: expect.closeTo(0.3) as number });
  for (const shape of [0.3, 1, 3.2]) {
    const { width, height } = dragBox(WHOLE, 'se', { x: -1, y: -1 }, shape);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(0.05 - 1e-9);
  }
});

test('a box is drawn from any corner to any other', () => {
  const [a, b] = [
    { x: 0.3, y: 0.6 },
    { x: 0.7, y: 0.2 },
  ];
  const box = { x: 0.3, y: 0.2, width: 0.4, height: 0.4 };
  for (const drawn of [drawBox(a, b, null), drawBox(b, a, null)]) {
    for (const side of ['x', 'y', 'width', 'height'] as const) expect(drawn[side]).toBeCloseTo(box[side]);
  }
});

test('what is drawn on a mirrored picture is the same part of the picture as it was filmed', () => {
  const { x, ...rest } = mirrorBox({ x: 0.1, y: 0.2, width: 0.3, height: 0.4 });
  expect(x).toBeCloseTo(0.6);
  expect(rest).toEqual({ y: 0.2, width: 0.3, height: 0.4 });
});

test('a shape is the largest that fits around what was chosen', () => {
  expect(fitShape({ x: 0.8, y: 0, width: 0.2, height: 1 }, 0.25)).toEqual({ x: 0.75, y: 0, width: 0.25, height: 1 });
});

test('the whole picture is no crop', () => {
  expect(toCrop(WHOLE)).toBeNull();
  expect(toCrop(BOX)).toEqual(BOX);
});
