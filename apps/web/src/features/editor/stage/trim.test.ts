import { expect, test } from 'vitest';
import { formatMoment, shifted, snapToFrame, sourceOf, stepFrames, viewOf, withEnd, withStart } from './trim.ts';

const source = { length_ms: 10_000, frame_ms: 1000 / 25 };

test('an edge stands on a frame of its source', () => {
  expect(snapToFrame(1017, source)).toBe(1000);
  expect(snapToFrame(1021, source)).toBe(1040);
  expect(snapToFrame(-50, source)).toBe(0);
  expect(snapToFrame(99_999, source)).toBe(10_000);
});

test('a hundred steps of a frame at 29.97 frames a second are a hundred frames', () => {
  const ntsc = sourceOf({ source_ms: 60_000, fps: 30_000 / 1001, end_ms: 1 });
  let at = 0;
  for (let n = 0; n < 100; n += 1) at = stepFrames(at, 1, ntsc);
  expect(at).toBe(Math.round((100 * 1001) / 30));
  for (let n = 0; n < 100; n += 1) at = stepFrames(at, -1, ntsc);
  expect(at).toBe(0);
});

test('the edges never pass each other: one frame is left', () => {
  const range = { start_ms: 1000, end_ms: 2000 };
  expect(withStart(range, 5000, source)).toEqual({ start_ms: 1960, end_ms: 2000 });
  expect(withEnd(range, 0, source)).toEqual({ start_ms: 1000, end_ms: 1040 });
});

test('moving the whole keeps its length and stays inside the source', () => {
  const range = { start_ms: 1000, end_ms: 3000 };
  expect(shifted(range, 30_000, source)).toEqual({ start_ms: 8000, end_ms: 10_000 });
  expect(shifted(range, -30_000, source)).toEqual({ start_ms: 0, end_ms: 2000 });
});

test('zooming in keeps the range in sight', () => {
  expect(viewOf({ start_ms: 0, end_ms: 1000 }, source, 4)).toEqual({ from: 0, to: 2500 });
  expect(viewOf({ start_ms: 6000, end_ms: 7000 }, source, 4)).toEqual({ from: 5250, to: 7750 });
});

test('times are told in seconds and frames', () => {
  expect(formatMoment(65_480)).toBe('1:05.48');
});
