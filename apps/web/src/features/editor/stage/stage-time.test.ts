import { expect, test } from 'vitest';
import { type Cut, cutAt, fitLoop, formatClock, moveLoop, shiftSpeed, stepFrame } from './stage-time.ts';

const cuts = [
  { slot_id: 'a', start_ms: 0, end_ms: 2000 },
  { slot_id: 'b', start_ms: 2000, end_ms: 5000 },
] as Cut[];

test('a moment belongs to the shot that has begun last, also behind the end', () => {
  expect([0, 1999, 2000, 9999].map((ms) => cutAt(cuts, ms)?.slot_id)).toEqual(['a', 'a', 'b', 'b']);
});

test('one frame further lands inside of the next frame, and going back in the one before', () => {
  expect(stepFrame(0, 1, 25, 1000)).toBe(60);
  expect(stepFrame(60, 1, 25, 1000)).toBe(100);
  expect(stepFrame(100, -1, 25, 1000)).toBe(60);
});

test('frames end where the video does', () => {
  expect(stepFrame(20, -1, 25, 1000)).toBe(20);
  expect(stepFrame(980, 5, 25, 1000)).toBe(980);
});

test('a range to repeat never turns around', () => {
  expect(moveLoop(null, 'start', 2000, 10_000)).toEqual({ start_ms: 2000, end_ms: 10_000 });
  expect(moveLoop({ start_ms: 2000, end_ms: 4000 }, 'end', 3000, 10_000)).toEqual({ start_ms: 2000, end_ms: 3000 });
  expect(moveLoop({ start_ms: 2000, end_ms: 4000 }, 'end', 1000, 10_000)).toEqual({ start_ms: 0, end_ms: 1000 });
  expect(moveLoop({ start_ms: 2000, end_ms: 4000 }, 'start', 6000, 10_000)).toEqual({ start_ms: 6000, end_ms: 10_000 });
});

test('a range to repeat ends where a shorter combination does', () => {
  expect(fitLoop({ start_ms: 2000, end_ms: 9000 }, 8000)).toEqual({ start_ms: 2000, end_ms: 8000 });
  expect(fitLoop({ start_ms: 7900, end_ms: 9000 }, 8000)).toBeNull();
});

test('J and L shift up in their direction and begin slowly in the other', () => {
  expect(shiftSpeed(1, 1, true)).toBe(2);
  expect(shiftSpeed(4, 1, true)).toBe(4);
  expect(shiftSpeed(4, -1, true)).toBe(-1);
  expect(shiftSpeed(-1, -1, true)).toBe(-2);
  expect(shiftSpeed(4, 1, false)).toBe(1);
});

test('the clock counts tenths', () => {
  expect(formatClock(67_349)).toBe('1:07.3');
});
