import type { Box } from '#vision/sight.ts';

/** How much of what two boxes cover together is covered by both. */
export function overlapOf(a: Box, b: Box): number {
  const shared = sharedArea(a, b);
  return shared / (areaOf(a) + areaOf(b) - shared || 1);
}

/** How much of a box lies in another. */
export function insideOf(inner: Box, outer: Box): number {
  return sharedArea(inner, outer) / (areaOf(inner) || 1);
}

export function areaOf({ width, height }: Box): number {
  return width * height;
}

function sharedArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}
