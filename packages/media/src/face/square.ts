import type { Square } from '#face/mask.ts';
import { NET_POINTS, type Points } from '#face/points.ts';

/** The turned square around a face, larger than it by a factor. */
export function squareAround(points: Points, share: number): Square {
  const eye = (a: number, b: number) => [0, 1].map((axis) => (points[a * 3 + axis]! + points[b * 3 + axis]!) / 2);
  const [[lx = 0, ly = 0], [rx = 0, ry = 0]] = [eye(33, 133), eye(263, 362)] as [number[], number[]];
  const turn = Math.atan2(ry - ly, rx - lx);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let n = 0; n < NET_POINTS; n += 1) {
    const [px, py] = [points[n * 3]!, points[n * 3 + 1]!];
    const [u, v] = [cos * px + sin * py, -sin * px + cos * py];
    [left, right] = [Math.min(left, u), Math.max(right, u)];
    [top, bottom] = [Math.min(top, v), Math.max(bottom, v)];
  }
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  return { x: cos * u - sin * v, y: sin * u + cos * v, side: share * Math.max(right - left, bottom - top), turn };
}
