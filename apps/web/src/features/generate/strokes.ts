import { type Stroke, STROKES_MAX } from '@mixreel/contract';

const STROKE_POINTS_MAX = 500;

/** More lines than may be are left out. */
export function withStroke(strokes: Stroke[], line: number[], width: number): Stroke[] {
  if (strokes.length >= STROKES_MAX) return strokes;
  return [...strokes, { width, points: thinned(line, STROKE_POINTS_MAX) }];
}

/** So many points of a line, evenly, its ends among them. */
export function thinned(line: number[], most: number): number[] {
  const count = line.length / 2;
  if (count <= most) return line;
  return Array.from({ length: most }, (_, n) => Math.round((n * (count - 1)) / (most - 1))).flatMap((at) => [
    line[2 * at]!,
    line[2 * at + 1]!,
  ]);
}
