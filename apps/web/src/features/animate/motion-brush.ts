import type { MotionBrush } from '@mixreel/contract';

/** As many as a service takes. */
const PATH_POINTS_MAX = 77;
const STROKE_POINTS_MAX = 500;

export function withStroke(brush: MotionBrush, line: number[], width: number): MotionBrush {
  return { ...brush, strokes: [...brush.strokes, { width, points: thinned(line, STROKE_POINTS_MAX) }] };
}

/** A tap is no way: what was there stays. */
export function withPath(brush: MotionBrush, line: number[]): MotionBrush {
  return line.length >= 4 ? { ...brush, path: thinned(line, PATH_POINTS_MAX) } : brush;
}

/** So many points of a line, evenly, its ends among them. */
function thinned(line: number[], most: number): number[] {
  const count = line.length / 2;
  if (count <= most) return line;
  return Array.from({ length: most }, (_, n) => Math.round((n * (count - 1)) / (most - 1))).flatMap((at) => [
    line[2 * at]!,
    line[2 * at + 1]!,
  ]);
}
