import { array, assert, constantFrom, double, property, record, subarray } from 'fast-check';
import { expect, test } from 'vitest';
import { COMBINED_MOVES, PLAIN_MOVES, poseAt, STILL, type CameraMove } from '#depth/camera.ts';
import { fitCurve, readCurve } from '#depth/curve.ts';
import { ALL_SIDES, cornersOf, type Point, project, type Side } from '#depth/project.ts';
import { fitPath } from '#depth/render-depth.ts';

const moves: CameraMove[] = [
  ...COMBINED_MOVES.map((type) => ({ type })),
  ...PLAIN_MOVES.flatMap((name) =>
    [-10, 10].map((strength) => ({ type: 'simple' as const, config: { [name]: strength } })),
  ),
];

test('from the view of the picture itself every layer lies where it was', () => {
  for (const depth of [1, 0.8, 0.5]) {
    for (const corner of cornersOf(9 / 16)) {
      const [x, y] = project(corner, depth, STILL);
      expect([x, y]).toEqual([expect.closeTo(corner[0], 9), expect.closeTo(corner[1], 9)]);
    }
  }
});

test('what is nearer moves further', () => {
  const pose = { ...STILL, right: 0.05 };
  const far = project([0, 0], 1, pose)[0];
  const near = project([0, 0], 0.7, pose)[0];
  expect(far).toBeLessThan(0);
  expect(near / far).toBeCloseTo(1 / 0.7, 6);
});

const SIZES = [
  { width: 1080, height: 1920, fps: 30 },
  { width: 1920, height: 1080, fps: 30 },
  { width: 1080, height: 1080, fps: 30 },
  { width: 1080, height: 1440, fps: 30 },
];

test('no move shows what is beyond the edge of the picture or of a person who is cut off by it', () => {
  const back = { depth: 1, sides: ALL_SIDES };
  const person = record({ depth: double({ min: 0.6, max: 0.9, noNaN: true }), sides: subarray(ALL_SIDES) });
  const eases = constantFrom('smooth' as const, 'steady' as const, 'loop' as const);
  const times = array(double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 });
  const inside: string[] = [];
  assert(
    property(constantFrom(...moves), eases, constantFrom(...SIZES), person, times, (move, ease, canvas, near, all) => {
      const { path, zoom } = fitPath(canvas, [back, near], { move, ease });
      expect(zoom).toBeLessThanOrEqual(1.25);
      expect(path.strength).toBeGreaterThanOrEqual(0.2);
      const screen = cornersOf(canvas.width / canvas.height);
      const [width, height] = [canvas.width / canvas.height / 2, 0.5];
      // A hair beyond each side is seen outside of the screen, wherever along the side one looks.
      for (const { depth, sides } of [back, near]) {
        for (const side of sides) {
          for (const along of [-1, -0.5, 0, 0.5, 1]) {
            const point: Record<Side, Point> = {
              top: [along * width, -height],
              bottom: [along * width, height],
              left: [-width, along * height],
              right: [width, along * height],
            };
            for (const at of all) {
              const [x, y] = project(point[side], depth, poseAt(path, at)).map((value) => value * zoom) as Point;
              const isInside = Math.abs(x) < width - 2e-3 && Math.abs(y) < height - 2e-3;
              if (isInside) inside.push(`${side} of ${depth} at ${x}, ${y} on ${screen.join(' ')}`);
            }
          }
        }
      }
      expect(inside).toEqual([]);
    }),
    { numRuns: 120 },
  );
});

test('the curve that ffmpeg is given is within a sixth of a pixel of the move', () => {
  for (const move of moves) {
    for (const ease of ['smooth', 'loop'] as const) {
      const path = { move, ease, strength: 1 };
      const where = (time: number) => 960 + project([0.28, -0.5], 0.75, poseAt(path, time))[0] * 1920;
      const curve = fitCurve(where);
      for (let n = 0; n <= 60; n += 1) expect(Math.abs(readCurve(curve, n / 60) - where(n / 60))).toBeLessThan(1 / 6);
    }
  }
});
