import type { Point } from '#picture/point.ts';

/** A part that nobody pointed at belongs to a thing (behind a bar, a sleeve) from this share of what was pointed at. */
const PART_LEAST = 0.05;
/** How far around a thing its soft edge reaches. */
const EDGE = 3;

/**
 * Leaves of what may belong (above zero) only what was pointed at and what is large beside it, with its edge: a model half sees
 * the same colours elsewhere, and they would be left as dust.
 */
export function keepOneThing(odds: Float32Array, side: number, points: Point[], not: number): void {
  const { parts, sizes } = partsOf(odds, side);
  const pointed = new Set(points.filter(({ is_in }) => is_in).map((point) => parts[placeOf(point, side)]!));
  pointed.delete(0);
  // The points may lie just beside it.
  const whole = pointed.size > 0 ? [...pointed].reduce((sum, part) => sum + sizes[part]!, 0) : Math.max(...sizes);
  const kept = sizes.map((size, part) => part > 0 && (pointed.has(part) || size >= whole * PART_LEAST));
  const near = new Uint8Array(odds.length);
  for (let at = 0; at < odds.length; at += 1) {
    if (!kept[parts[at]!]) continue;
    const [x, y] = [at % side, Math.floor(at / side)];
    for (let row = Math.max(0, y - EDGE); row <= Math.min(side - 1, y + EDGE); row += 1) {
      near.fill(1, row * side + Math.max(0, x - EDGE), row * side + Math.min(side - 1, x + EDGE) + 1);
    }
  }
  for (let at = 0; at < odds.length; at += 1) {
    const isOther = parts[at] !== 0 && !kept[parts[at]!];
    if (near[at] === 0 || isOther) odds[at] = not;
  }
}

/** Which of the rows and columns of a square a point is in. */
export function placeOf({ x, y }: { x: number; y: number }, side: number): number {
  const [column, row] = [x, y].map((value) => Math.min(side - 1, Math.floor(value * side)));
  return row! * side + column!;
}

/** What hangs together, numbered from 1, and how large each is. */
function partsOf(odds: Float32Array, side: number): { parts: Uint32Array; sizes: number[] } {
  const parts = new Uint32Array(odds.length);
  const sizes = [0];
  for (let start = 0; start < odds.length; start += 1) {
    if (odds[start]! <= 0 || parts[start] !== 0) continue;
    const part = sizes.push(0) - 1;
    const waiting = [start];
    parts[start] = part;
    while (waiting.length > 0) {
      const at = waiting.pop()!;
      sizes[part]! += 1;
      const x = at % side;
      for (const next of [x > 0 ? at - 1 : -1, x < side - 1 ? at + 1 : -1, at - side, at + side]) {
        if (next < 0 || next >= odds.length || odds[next]! <= 0 || parts[next] !== 0) continue;
        parts[next] = part;
        waiting.push(next);
      }
    }
  }
  return { parts, sizes };
}
