import type { LayerMask, SheetLayer, SheetPicturePart } from '@mixreel/contract/sheet';
import { areaOf, pulledCorners, type Rect } from '@mixreel/sheet';

type Size = { width: number; height: number };
export type Edge = 'left' | 'top' | 'right' | 'bottom';
/** Places of edges, in fractions of the whole picture; beyond 0 and 1 there is nothing. */
type Edges = Record<Edge, number>;

const WHOLE: Edges = { left: 0, top: 0, right: 1, bottom: 1 };
const LEAST = 0.02;
const [FIRST, LAST] = [-1, 2];
const WIDEST = 2;

/** What of its file a layer shows, whatever shape it was drawn to. */
function edgesOf({ picture, width, height }: SheetLayer, whole: Size): Edges {
  if (!picture) return WHOLE;
  const area = areaOf(whole, picture, { width, height });
  const shown = picture.fit === 'cover' ? area : around(area, { width, height });
  return {
    left: shown.x / whole.width,
    top: shown.y / whole.height,
    right: (shown.x + shown.width) / whole.width,
    bottom: (shown.y + shown.height) / whole.height,
  };
}

/** A part in the middle of a box that it does not fill: as much of the picture as the box would show. */
function around(area: Rect, box: Size): Rect {
  const scale = Math.min(box.width / area.width, box.height / area.height);
  const [width, height] = [box.width / scale, box.height / scale];
  return { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
}

/** How much is cut off at an edge, in fractions of the picture; below 0 it is extended. */
export function cutAt(layer: SheetLayer, whole: Size, edge: Edge): number {
  const edges = edgesOf(layer, whole);
  return edge === 'left' || edge === 'top' ? edges[edge] : 1 - edges[edge];
}

/** Cuts an edge further in, or out. */
export function cropLayer(layer: SheetLayer, whole: Size, edge: Edge, value: number): SheetLayer {
  const isFirst = edge === 'left' || edge === 'top';
  return cropToEdges(layer, whole, { ...edgesOf(layer, whole), [edge]: isFirst ? value : 1 - value });
}

/** Shows as much of a picture as a frame on it holds, in fractions of the layer's box. */
export function cropTo(layer: SheetLayer, whole: Size, frame: Rect): SheetLayer {
  const now = edgesOf(layer, whole);
  const { x, y, width, height } = asRead(layer, frame);
  const [wide, high] = [now.right - now.left, now.bottom - now.top];
  return cropToEdges(layer, whole, {
    left: now.left + x * wide,
    right: now.left + (x + width) * wide,
    top: now.top + y * high,
    bottom: now.top + (y + height) * high,
  });
}

/** All of the picture, where its shown part is. */
export function uncropped(layer: SheetLayer, whole: Size): SheetLayer {
  return { ...cropToEdges(layer, whole, WHOLE), mask: null };
}

/** The rest of the picture stays where it is on the canvas, as large as it is, with its mask, however it is turned. */
function cropToEdges(layer: SheetLayer, whole: Size, wanted: Edges): SheetLayer {
  const { picture } = layer;
  if (!picture) return layer;
  const before = edgesOf(layer, whole);
  const [left, right] = within(wanted.left, wanted.right, before.left !== wanted.left);
  const [top, bottom] = within(wanted.top, wanted.bottom, before.top !== wanted.top);
  const crop = { x: left, y: top, width: right - left, height: bottom - top };
  const [wide, high] = [before.right - before.left, before.bottom - before.top];
  const read = {
    x: (left - before.left) / wide,
    y: (top - before.top) / high,
    width: crop.width / wide,
    height: crop.height / high,
  };
  const frame = asRead(layer, read);
  const isAll = left === 0 && top === 0 && right === 1 && bottom === 1;
  const focus = { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2 };
  const mask = layer.mask && maskWithin(layer.mask, frame, layer);
  return {
    ...layer,
    ...boxOf(layer, frame),
    mask,
    picture: { ...picture, crop: isAll ? null : crop, fit: 'cover', focus },
  };
}

/** Two edges that keep their distance; the one that is pulled gives way. */
function within(first: number, last: number, isFirst: boolean): [number, number] {
  const tidy = (value: number) => Math.round(Math.min(LAST, Math.max(FIRST, value)) * 100_000) / 100_000;
  const [a, b] = [tidy(first), tidy(last)];
  if (isFirst) return [Math.max(Math.min(a, b - LEAST), b - WIDEST), b];
  return [a, Math.min(Math.max(b, a + LEAST), a + WIDEST)];
}

/** A frame on the picture as it is seen, as one on the picture as it is read, and back. */
function asRead({ picture }: SheetLayer, { x, y, width, height }: Rect): Rect {
  return {
    x: picture?.is_mirrored ? 1 - x - width : x,
    y: picture?.is_flipped ? 1 - y - height : y,
    width,
    height,
  };
}

function boxOf({ x, y, width, height, rotation }: SheetLayer, frame: Rect): Rect {
  const size = {
    width: Math.max(1, Math.round(width * frame.width)),
    height: Math.max(1, Math.round(height * frame.height)),
  };
  const by = turned(
    { x: (frame.x + frame.width / 2 - 0.5) * width, y: (frame.y + frame.height / 2 - 0.5) * height },
    rotation,
  );
  const half = (value: number) => Math.round(value * 2) / 2;
  return { x: half(x + width / 2 + by.x - size.width / 2), y: half(y + height / 2 + by.y - size.height / 2), ...size };
}

type Point = { x: number; y: number };

export function turned({ x, y }: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) };
}

/** What was painted stays on what it was painted on. */
function maskWithin(mask: LayerMask, { x, y, width, height }: Rect, box: Size): LayerMask {
  const wider = Math.min(box.width, box.height) / Math.min(box.width * width, box.height * height);
  const place = (value: number) => Math.min(5, Math.max(-4, Math.round(value * 10_000) / 10_000));
  const strokes = mask.strokes.map((stroke) => ({
    ...stroke,
    width: Math.min(2, stroke.width * wider),
    points: stroke.points.map((value, n) => place(n % 2 === 0 ? (value - x) / width : (value - y) / height)),
  }));
  return { ...mask, strokes };
}

/** A corner of a picture pulled to a place in its box's own pixels; null where the picture would be turned inside out. */
export function pullCorner(layer: SheetLayer, corner: number, to: Point): SheetLayer | null {
  const { picture, width, height } = layer;
  if (!picture) return null;
  const still = pulledCorners(width, height, [])[corner];
  if (!still) return null;
  const share = (value: number) => Math.min(1, Math.max(-1, Math.round(value * 10_000) / 10_000));
  const pulled = { x: share((to.x - still.x) / width), y: share((to.y - still.y) / height) };
  const corners = [0, 1, 2, 3].map((n) => (n === corner ? pulled : (picture.corners?.[n] ?? { x: 0, y: 0 })));
  if (!isConvex(pulledCorners(width, height, corners))) return null;
  const isStill = corners.every(({ x, y }) => x === 0 && y === 0);
  return { ...layer, picture: { ...picture, corners: isStill ? null : corners } };
}

function isConvex(points: Point[]): boolean {
  return points.every((point, n) => {
    const [next, after] = [points[(n + 1) % 4]!, points[(n + 2) % 4]!];
    return (next.x - point.x) * (after.y - next.y) - (next.y - point.y) * (after.x - next.x) > 1;
  });
}

/** Seen from below or above, from the left or the right: -1 to 1 each. */
export type Lean = { along: number; down: number };

export function leanOf({ corners }: SheetPicturePart): Lean {
  if (!corners) return { along: 0, down: 0 };
  const [a, , c, d] = corners;
  return { down: ((a?.x ?? 0) - (d?.x ?? 0)) * 2, along: ((a?.y ?? 0) + (c?.y ?? 0)) * 2 };
}

export function cornersOf({ along, down }: Lean): SheetPicturePart['corners'] {
  if (along === 0 && down === 0) return null;
  const [top, bottom] = [Math.max(0, down) / 2, Math.max(0, -down) / 2];
  const [left, right] = [Math.max(0, along) / 2, Math.max(0, -along) / 2];
  return [
    { x: top, y: left },
    { x: -top, y: right },
    { x: -bottom, y: -right },
    { x: bottom, y: -left },
  ];
}
