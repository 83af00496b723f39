/** Where a line of writing stands, in pixels: corners clockwise from the top left of the reader's view. */
export type Region = { corners: Point[]; score: number };

export type Point = readonly [x: number, y: number];

/** How sure the detector must be of a pixel, and of a region on average. */
const PIXEL_SCORE = 0.3;
const REGION_SCORE = 0.5;
/** The model marks the core of a line; this much of area over edge is grown around it, as in its training. */
const GROWTH = 1.6;
const FEWEST_PIXELS = 10;
const THINNEST = 3;
const MOST_REGIONS = 200;

type Turned = { width: number; height: number; angle: number; x: number; y: number };

/** The regions of a map of scores; each is the smallest turned rectangle around pixels that hang together. */
export function findRegions(scores: Float32Array, width: number, height: number): Region[] {
  const isSeen = new Uint8Array(width * height);
  const stack = new Int32Array(width * height);
  const regions: Region[] = [];
  for (let start = 0; start < scores.length; start += 1) {
    if (isSeen[start] || scores[start]! <= PIXEL_SCORE) continue;
    const left = new Map<number, number>();
    const right = new Map<number, number>();
    let sum = 0;
    let count = 0;
    let top = 0;
    stack[top++] = start;
    isSeen[start] = 1;
    while (top > 0) {
      const at = stack[--top]!;
      const y = Math.floor(at / width);
      const x = at - y * width;
      sum += scores[at]!;
      count += 1;
      if (x < (left.get(y) ?? Infinity)) left.set(y, x);
      if (x > (right.get(y) ?? -1)) right.set(y, x);
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny += 1) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx += 1) {
          const next = ny * width + nx;
          if (isSeen[next] || scores[next]! <= PIXEL_SCORE) continue;
          isSeen[next] = 1;
          stack[top++] = next;
        }
      }
    }
    const score = sum / count;
    if (count < FEWEST_PIXELS || score < REGION_SCORE) continue;
    const edge: Point[] = [];
    for (const [y, x] of left) edge.push([x, y], [right.get(y)! + 1, y], [x, y + 1], [right.get(y)! + 1, y + 1]);
    const turned = smallestRectangle(hull(edge));
    if (Math.min(turned.width, turned.height) < THINNEST) continue;
    regions.push({ corners: cornersOf(grow(turned)), score });
  }
  return regions.toSorted((a, b) => b.score - a.score).slice(0, MOST_REGIONS);
}

function grow(turned: Turned): Turned {
  const by = (turned.width * turned.height * GROWTH) / (turned.width + turned.height);
  return { ...turned, width: turned.width + by, height: turned.height + by };
}

/** Clockwise from the corner where a reader would begin. */
function cornersOf({ width, height, angle, x, y }: Turned): Point[] {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const signs = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  const corners = signs.map(([u, v]): Point => [
    x + (cos * u * width - sin * v * height) / 2,
    y + (sin * u * width + cos * v * height) / 2,
  ]);
  const byX = corners.toSorted((a, b) => a[0] - b[0]) as [Point, Point, Point, Point];
  const [topLeft, bottomLeft] = byX[0][1] < byX[1][1] ? [byX[0], byX[1]] : [byX[1], byX[0]];
  const [topRight, bottomRight] = byX[2][1] < byX[3][1] ? [byX[2], byX[3]] : [byX[3], byX[2]];
  return [topLeft, topRight, bottomRight, bottomLeft];
}

/** The convex outline of points. */
function hull(points: Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())];
}

function halfHull(points: Point[]): Point[] {
  const half: Point[] = [];
  for (const point of points) {
    while (half.length > 1 && turn(half.at(-2)!, half.at(-1)!, point) <= 0) half.pop();
    half.push(point);
  }
  return half.slice(0, -1);
}

function turn(origin: Point, a: Point, b: Point): number {
  return (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0]);
}

/** The rectangle of least area around a convex outline has one side along an edge of it. */
function smallestRectangle(outline: Point[]): Turned {
  let best: Turned = { width: Infinity, height: Infinity, angle: 0, x: 0, y: 0 };
  for (const [i, a] of outline.entries()) {
    const b = outline[(i + 1) % outline.length]!;
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    const along = outline.map(([x, y]) => x * cos + y * sin);
    const across = outline.map(([x, y]) => y * cos - x * sin);
    const width = Math.max(...along) - Math.min(...along);
    const height = Math.max(...across) - Math.min(...across);
    if (width * height >= best.width * best.height) continue;
    const u = Math.min(...along) + width / 2;
    const v = Math.min(...across) + height / 2;
    best = { width, height, angle, x: u * cos - v * sin, y: u * sin + v * cos };
  }
  return best;
}
