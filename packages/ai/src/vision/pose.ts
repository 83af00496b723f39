import type { PosePoint } from '#vision/sight.ts';

const POINT_SEEN = 0.3;

/** A point that is believed. */
export function pointOf(points: PosePoint[], name: string): PosePoint | undefined {
  return points.find((point) => point.name === name && point.score >= POINT_SEEN);
}

/** Between two points that are both believed, else the one that is. */
export function between(points: PosePoint[], one: string, other: string): { x: number; y: number } | undefined {
  const found = [pointOf(points, one), pointOf(points, other)].filter((point) => point !== undefined);
  if (found.length === 0) return undefined;
  const mean = (axis: 'x' | 'y') => found.reduce((sum, point) => sum + point[axis], 0) / found.length;
  return { x: mean('x'), y: mean('y') };
}
