import type { Rect } from '#captions/safe-zones.ts';

/** Whether two rectangles share any of the picture. */
export function overlaps(a: Rect, b: Rect): boolean {
  return sharedArea(a, b) > 0;
}

/** How much of the picture two rectangles share, in square pixels. */
export function sharedArea(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** Whether the inner rectangle lies in the outer one, up to half a pixel. */
export function contains(outer: Rect, inner: Rect): boolean {
  const slack = 0.5;
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.width <= outer.x + outer.width + slack &&
    inner.y + inner.height <= outer.y + outer.height + slack
  );
}

/** The rectangle elsewhere. */
export function moved<R extends Rect>(rect: R, dx: number, dy: number): R {
  return { ...rect, x: rect.x + dx, y: rect.y + dy };
}

/** The rectangle with a rim around it. */
export function widened(rect: Rect, by: number): Rect {
  return { x: rect.x - by, y: rect.y - by, width: rect.width + 2 * by, height: rect.height + 2 * by };
}
