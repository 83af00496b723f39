import { expect, test } from 'vitest';
import type { LumaFrame } from '#analysis/luma-frame.ts';
import { createPictureMeter, describeStretch } from '#analysis/picture-meter.ts';

const [WIDTH, HEIGHT, FPS, SECONDS] = [192, 108, 12, 2];
/** A wall to look at, so many pixels each way. */
const [WALL_WIDTH, WALL_HEIGHT] = [800, 500];
const wall = paintWall();

/** Blots of several sizes, as uneven as a room. */
function paintWall(): Float32Array {
  const painted = new Float32Array(WALL_WIDTH * WALL_HEIGHT).fill(20);
  for (const [size, strength] of [
    [23, 90],
    [9, 70],
    [4, 40],
  ] as const) {
    const columns = Math.ceil(WALL_WIDTH / size) + 2;
    let wild = size;
    // The same every time.
    const chance = Float32Array.from({ length: columns * (Math.ceil(WALL_HEIGHT / size) + 2) }, () => {
      wild = (wild * 1_664_525 + 1_013_904_223) % 4_294_967_296;
      return (strength * wild) / 4_294_967_296;
    });
    for (let i = 0; i < painted.length; i += 1) {
      painted[i]! += between(chance, columns, (i % WALL_WIDTH) / size, Math.floor(i / WALL_WIDTH) / size);
    }
  }
  return painted;
}

/** What is at a place that lies between four. */
function between(values: Float32Array, columns: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [u, v, at] = [x - left, y - top, top * columns + left];
  const above = values[at]! * (1 - u) + values[at + 1]! * u;
  return above * (1 - v) + (values[at + columns]! * (1 - u) + values[at + columns + 1]! * u) * v;
}

type Look = { x: number; y: number; zoom: number };
/** What a camera sees that looks there, with something that passes in front of it. */
function frame({ x, y, zoom }: Look, passing: number | null): LumaFrame {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  for (let row = 0; row < HEIGHT; row += 1) {
    for (let column = 0; column < WIDTH; column += 1) {
      const isPassing = passing !== null && Math.abs(column - passing) < 18 && row > 40;
      const [across, down] = [x + (column - WIDTH / 2) / zoom, y + (row - HEIGHT / 2) / zoom];
      const seen = between(wall, WALL_WIDTH, across, down);
      pixels[row * WIDTH + column] = isPassing ? 40 + (row % 7) * 9 : seen;
    }
  }
  return { width: WIDTH, height: HEIGHT, pixels };
}

function moveOf(look: (t: number) => Partial<Look>, passing: (t: number) => number | null = () => null) {
  const meter = createPictureMeter(FPS);
  for (let n = 0; n < FPS * SECONDS; n += 1) {
    const t = n / FPS;
    meter.add(frame({ x: 400, y: 250, zoom: 1, ...look(t) }, passing(t)));
  }
  return describeStretch(meter.finish(), { from: 0, to: SECONDS }).camera_move;
}

/** The same every time, and like no wave. */
const tremble = (t: number, seed: number) => 3 * Math.sin(11 * t + seed) + 2 * Math.sin(23.7 * t + 2 * seed);

test.each([
  ['static', () => ({})],
  ['pan', (t: number) => ({ x: 400 + 30 * t })],
  ['pan', (t: number) => ({ x: 400 - 6 * t })],
  ['pan', (t: number) => ({ x: 400 + 90 * t, y: 250 + 10 * t })],
  ['tilt', (t: number) => ({ y: 250 - 20 * t })],
  ['push', (t: number) => ({ zoom: 1 + 0.05 * t })],
  ['push', (t: number) => ({ zoom: 1.25 ** t, x: 400 + 4 * t })],
  ['pull', (t: number) => ({ zoom: 1.4 - 0.1 * t })],
  ['handheld', (t: number) => ({ x: 400 + tremble(t, 1), y: 250 + tremble(t, 2) })],
  ['pan', (t: number) => ({ x: 400 + 40 * t + tremble(t, 1) / 4, y: 250 + tremble(t, 2) / 4 })],
] as const)('a camera that does it is seen to: %s', (move, look) => {
  expect(moveOf(look)).toBe(move);
});

test('who walks through the picture of a camera that stands still moves no camera', () => {
  expect(
    moveOf(
      () => ({}),
      (t) => 20 + 70 * t,
    ),
  ).toBe('static');
});
