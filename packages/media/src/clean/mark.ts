import type { Area } from '#render/canvas.ts';

/** How something is taken away, from the mildest to the boldest. */
type MarkWay = 'blur' | 'colour' | 'temporal' | 'learned' | 'each';

/** Where a mark is at a time, in fractions of the picture. */
export type MarkKey = { seconds: number; box: Area };

/** Something that lies over a film and is to go. */
export type Mark = {
  /** By time; between two it moves evenly. */
  keys: [MarkKey, ...MarkKey[]];
  start: number;
  end: number;
  way: MarkWay;
  /** Only its letters go; otherwise all of the box. */
  isStrokes: boolean;
  /** What it is covered with, `#rrggbb`. */
  colour: string;
  /** What is laid over its place then. */
  top?: Top;
};

export type Size = { width: number; height: number };
/** A file of raw RGBA whose colours are multiplied with their opacity; sizes are even. */
export type Top = Size & { path: string };
/** Pixels, even ones: the colours of a film have half its pixels. */
export type Rect = { x: number; y: number; width: number; height: number };

/** So much around a box goes with it: letters have soft edges, and codecs smear them. */
const GROW = 0.06;
const GROW_LEAST = 4;

export function boxAt({ keys }: Pick<Mark, 'keys'>, seconds: number): Area {
  const after = keys.findIndex((key) => key.seconds > seconds);
  if (after === 0) return keys[0].box;
  const [a, b] = [keys.at(after < 0 ? -1 : after - 1)!, keys[after]];
  if (!b) return a.box;
  const share = (seconds - a.seconds) / (b.seconds - a.seconds);
  const between = (from: number, to: number) => from + (to - from) * share;
  return {
    x: between(a.box.x, b.box.x),
    y: between(a.box.y, b.box.y),
    width: between(a.box.width, b.box.width),
    height: between(a.box.height, b.box.height),
  };
}

/** A mark of one film: as large as it ever is, so that its letters can be followed. */
export type Placed = { mark: Mark; size: Size; first: number; last: number; at: (frame: number) => Rect };

/** Where a mark is in each frame of a film, in pixels; `last` is the frame behind its end. */
export function place(mark: Mark, picture: Size, fps: number): Placed {
  const boxes = mark.keys.map(({ box }) => box);
  const tallest = Math.max(...boxes.map(({ height }) => height)) * picture.height;
  const grow = 2 * Math.max(GROW_LEAST, Math.round(tallest * GROW));
  const size = {
    width: even(Math.min(picture.width, Math.max(...boxes.map(({ width }) => width)) * picture.width + grow)),
    height: even(Math.min(picture.height, tallest + grow)),
  };
  return {
    mark,
    size,
    first: Math.max(0, Math.floor(mark.start * fps)),
    last: Math.max(Math.floor(mark.start * fps) + 1, Math.ceil(mark.end * fps)),
    at(frame) {
      const { x, y, width, height } = boxAt(mark, frame / fps);
      return {
        x: within((x + width / 2) * picture.width, size.width, picture.width),
        y: within((y + height / 2) * picture.height, size.height, picture.height),
        ...size,
      };
    },
  };
}

/** Where something of a length begins around a middle, and stays inside. */
function within(middle: number, length: number, side: number): number {
  return 2 * Math.round(Math.min(side - length, Math.max(0, middle - length / 2)) / 2);
}

function even(value: number): number {
  return Math.max(2, 2 * Math.floor(value / 2));
}

/** The smallest rectangle that holds all of them. */
export function around(rects: Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

export function grown({ x, y, width, height }: Rect, by: number, picture: Size): Rect {
  const [left, top] = [Math.max(0, 2 * Math.floor((x - by) / 2)), Math.max(0, 2 * Math.floor((y - by) / 2))];
  const right = Math.min(2 * Math.floor(picture.width / 2), 2 * Math.ceil((x + width + by) / 2));
  const bottom = Math.min(2 * Math.floor(picture.height / 2), 2 * Math.ceil((y + height + by) / 2));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The largest part of the picture, of its own shape, that shows none of the boxes; null where too little would be left.
 * All boxes that are to be cut away lie at its edges, so each costs one side.
 */
export function cropAround(boxes: Area[], leastShare = 0.5): Area | null {
  let best: Area | null = null;
  const sides = ['left', 'right', 'top', 'bottom'] as const;
  const walk = (at: number, free: { left: number; top: number; right: number; bottom: number }) => {
    const [width, height] = [free.right - free.left, free.bottom - free.top];
    const share = Math.min(width, height);
    if (share < leastShare || (best && share <= best.width)) return;
    const box = boxes[at];
    if (!box) {
      // What is left over is cut evenly on both sides, so that the middle stays the middle.
      best = { x: free.left + (width - share) / 2, y: free.top + (height - share) / 2, width: share, height: share };
      return;
    }
    for (const side of sides) {
      const next = { ...free };
      if (side === 'left') next.left = Math.max(free.left, box.x + box.width);
      if (side === 'right') next.right = Math.min(free.right, box.x);
      if (side === 'top') next.top = Math.max(free.top, box.y + box.height);
      if (side === 'bottom') next.bottom = Math.min(free.bottom, box.y);
      walk(at + 1, next);
    }
  };
  walk(0, { left: 0, top: 0, right: 1, bottom: 1 });
  return best;
}
