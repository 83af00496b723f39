import type { MotionBrush } from '@mixreel/contract';
import { thinned } from '#features/generate/strokes.ts';

/** As many as a service takes. */
const PATH_POINTS_MAX = 77;

/** A tap is no way: what was there stays. */
export function withPath(brush: MotionBrush, line: number[]): MotionBrush {
  return line.length >= 4 ? { ...brush, path: thinned(line, PATH_POINTS_MAX) } : brush;
}
