import { expect, test } from 'vitest';
import { LINES, type Line } from './job.ts';
import { foresee, secondsLeft, settle } from './time-left.ts';

const fresh = { usual_s: null, from: 0, done: 0, elapsed_s: 0, since_report_s: 0 };

test('before anything is known, nothing is said', () => {
  expect(secondsLeft(fresh)).toBeNull();
  expect(secondsLeft({ ...fresh, done: 0.01, elapsed_s: 5 })).toBeNull();
});

test('a first estimate is what this machine usually needs, and shrinks with the time that goes by', () => {
  expect(secondsLeft({ ...fresh, usual_s: 60 })).toBe(60);
  expect(secondsLeft({ ...fresh, usual_s: 60, elapsed_s: 20, since_report_s: 20 })).toBe(40);
});

test('what takes longer than ever before has no time left to tell, least of all a negative one', () => {
  expect(secondsLeft({ ...fresh, usual_s: 60, elapsed_s: 61, since_report_s: 61 })).toBeNull();
});

test('half-way through, the speed of this attempt alone counts', () => {
  const slow = { usual_s: 10, from: 0, done: 0.5, elapsed_s: 100, since_report_s: 0 };
  expect(secondsLeft(slow)).toBe(100);
  const early = secondsLeft({ ...slow, done: 0.1, elapsed_s: 20 });
  expect(early).toBeGreaterThan(9);
  expect(early).toBeLessThan(180);
});

test('a step that was there at once says nothing about the speed of the next', () => {
  // Half was remembered; since then a tenth of the rest took ten seconds.
  expect(secondsLeft({ usual_s: null, from: 0.5, done: 0.55, elapsed_s: 10, since_report_s: 0 })).toBeCloseTo(90);
});

test('what is told settles and never jumps', () => {
  const told = settle({ left_s: 100, ago_s: 10 }, 300);
  expect(told).toBeGreaterThan(90);
  expect(told).toBeLessThan(200);
  expect(settle({ left_s: 5, ago_s: 60 }, 4)).toBeGreaterThan(0);
  expect(settle(null, 7)).toBe(7);
  expect(settle({ left_s: 5, ago_s: 1 }, null)).toBeNull();
});

const job = (task_id: string, seconds: number, name = 'render', cores = 1) => ({
  task_id,
  line: LINES.find((line) => line.name === name) as Line,
  cores,
  seconds,
});

test('who waits is done after those before, on the cores that there are', () => {
  const ends = foresee(1, [job('now', 10)], [job('a', 5), job('b', 20)]);
  expect(Object.fromEntries(ends)).toEqual({ a: 15, b: 35 });
  const wide = foresee(2, [job('now', 10)], [job('a', 5), job('b', 20)]);
  expect(Object.fromEntries(wide)).toEqual({ a: 5, b: 25 });
});

test('kinds of work share the cores by the rules of the worker', () => {
  // Two cores; one of models runs, so that one core is left for renders.
  const ends = foresee(
    2,
    [job('speak', 30, 'model')],
    [job('a', 10), job('b', 10, 'render', 2), job('say', 1, 'model')],
  );
  expect(ends.get('a')).toBe(10);
  expect(ends.get('b')).toBe(40);
  expect(ends.get('say')).toBe(41);
});

test('what somebody waits for begins at once behind any export, one at a time; the rest waits for cores as before', () => {
  const ends = foresee(
    1,
    [job('export', 600)],
    [job('next export', 600), job('say', 2, 'model-now'), job('say too', 3, 'model-now'), job('look', 5, 'model')],
  );
  expect(Object.fromEntries(ends)).toEqual({ say: 2, 'say too': 5, 'next export': 1200, look: 1205 });
});

test('behind something that nobody knows, nothing is promised', () => {
  const ends = foresee(1, [job('now', 10)], [job('a', 5), job('new', Infinity), job('b', 1)]);
  expect(Object.fromEntries(ends)).toEqual({ a: 15 });
});

test('a line of thousands is foreseen at once', () => {
  const line = Array.from({ length: 2000 }, (_, n) => job(`t${n}`, 1));
  const began = process.cpuUsage();
  expect(foresee(8, [], line).get('t1999')).toBe(250);
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(500);
});
