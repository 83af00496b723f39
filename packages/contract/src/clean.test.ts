import { expect, test } from 'vitest';
import { type CleanMark, cleanProblem, showsNotices } from './clean.ts';
import type { Box } from './material.ts';

const film = { is_picture: false, width: 1000, height: 500, fps: 25, duration_ms: 4000, cuts_ms: [] };
const at = (x: number, y: number, width = 0.1, height = 0.1): Box => ({ x, y, width, height });
const mark = (places: [at_ms: number, box: Box][], more: Partial<CleanMark> = {}): CleanMark => ({
  mark_id: 'm',
  kind: 'drawn',
  text: '',
  is_on: true,
  start_ms: 0,
  end_ms: 4000,
  keys: places.map(([at_ms, box]) => ({ at_ms, box })),
  way: 'colour',
  is_strokes: false,
  colour: '#000000',
  cover: null,
  ...more,
});

test('no box lies over a notice of AI content: not on its way, not where it grows, and not in a picture, which has no time', () => {
  const notice = mark([[0, at(0.45, 0.8)]], { start_ms: 1000, end_ms: 2000 });
  const problem = (one: CleanMark, of = film) => cleanProblem(of, [one], [notice]);
  expect(problem(mark([[0, at(0.1, 0.1)]]))).toBe(null);
  expect(problem(mark([[0, at(0.45, 0.8)]]))).toContain('标识');
  // Past it, and the same way while no notice is shown.
  const passing: [number, Box][] = [
    [0, at(0, 0.8)],
    [3000, at(0.9, 0.8)],
  ];
  expect(problem(mark(passing))).toContain('标识');
  expect(problem(mark(passing, { start_ms: 2000 }))).toBe(null);
  // A box is as large as it ever is, from its first frame on; one that reaches over the edge is moved inside.
  const growing = mark([
    [0, at(0.45, 0.65)],
    [3000, at(0.1, 0.1, 0.4, 0.4)],
  ]);
  expect(problem(growing)).toContain('标识');
  expect(problem(mark([[0, at(0.9, 0.8, 0.9, 0.1)]]))).toContain('标识');
  // The margin of a box goes with it.
  expect(problem(mark([[0, at(0.45, 0.695)]]))).toContain('标识');
  const still = { ...film, is_picture: true, duration_ms: 0 };
  const written = { ...notice, start_ms: 0, end_ms: 0 };
  const drawn = mark([[0, at(0.45, 0.8)]], { start_ms: 0, end_ms: 0 });
  expect(cleanProblem(still, [drawn], [written])).toContain('标识');
  expect(showsNotices(at(0, 0, 1, 0.85), [notice])).toBe(false);
  expect(showsNotices(at(0.2, 0.2, 0.8, 0.8), [notice])).toBe(true);
});
