import type { Mask } from '@mixreel/ai';

/** From here on a pixel belongs to a thing. */
const BELONGS = 100;
/** How far around the point something is looked for, of the shorter side. */
const NEAR = 0.03;

/** The connected part of a mask at a point, or just beside it; null where there is none. */
export function partAt({ data, width, height }: Mask, point: { x: number; y: number }): Mask | null {
  const start = nearest({ data, width, height }, Math.round(point.x * width), Math.round(point.y * height));
  if (start === null) return null;
  const part = new Uint8Array(data.length);
  const waiting = [start];
  part[start] = data[start]!;
  while (waiting.length > 0) {
    const at = waiting.pop()!;
    const x = at % width;
    const beside = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width];
    for (const next of beside) {
      if (next < 0 || next >= data.length || part[next] !== 0 || data[next] === 0) continue;
      part[next] = data[next]!;
      // The soft rim belongs to it, and nothing beyond that.
      if (data[next]! >= BELONGS) waiting.push(next);
    }
  }
  return { data: part, width, height };
}

function nearest({ data, width, height }: Mask, x: number, y: number): number | null {
  const reach = Math.ceil(Math.min(width, height) * NEAR);
  let best: { at: number; far: number } | null = null;
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) {
      const [column, row] = [x + dx, y + dy];
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const at = row * width + column;
      const far = dx * dx + dy * dy;
      if (data[at]! >= BELONGS && (best === null || far < best.far)) best = { at, far };
    }
  }
  return best?.at ?? null;
}
