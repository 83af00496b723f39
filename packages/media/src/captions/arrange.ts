import { type CaptionLayout, moveLayout } from '#captions/layout.ts';
import type { CaptionPosition } from '#captions/position.ts';
import { contains, moved, overlaps, sharedArea, widened } from '#captions/rects.ts';
import { type CanvasSize, type Platform, type Rect, safeRect } from '#captions/safe-zones.ts';

/** What can lie over the picture of a shot. */
export type DrawnKind = 'picture' | 'title' | 'caption' | 'ai_mark';

/** A logo or sticker: where somebody put it, in pixels of the canvas. It shows as long as the shot. */
export type DrawnPicture = { bounds: Rect };

/** All that lies over one shot, each where it was asked for; times are seconds of the shot. */
export type Scene = {
  canvas: CanvasSize;
  platform: Platform;
  pictures: DrawnPicture[];
  title: CaptionLayout | null;
  captions: CaptionLayout[];
  /** In the corner that was asked for. */
  mark: CaptionLayout | null;
};

/** Two things that lie on each other, at the moment when that begins. */
export type Overlap = { kinds: [DrawnKind, DrawnKind]; seconds: number };

/** A scene in which everything has moved apart, as far as there is room; and what still lies on each other. */
export type Arranged = Scene & { overlaps: Overlap[] };

/** Something with a place and a time. */
type Placed = { bounds: Rect; startSeconds: number; endSeconds: number };

/** Pixels between two things on a canvas whose shorter side is 1080. */
const GAP = 16;
/** A picture that takes more of the canvas than this is a frame around it: nothing can keep out of its way. */
const FRAME_SHARE = 1 / 3;

/**
 * Moves what lies over a shot apart and out from under the platform's interface.
 *
 * Who was placed first stays: pictures, whose place somebody chose to the pixel; the title, so that it stands still from
 * shot to shot; the captions of the shot, all by the same way up or down, so that they do not jump from one to the next;
 * and last the AI notice, which may stand anywhere but has to be seen. Each goes to the nearest free place. Nothing here
 * knows of other shots: the same shot in another video is the same pictures.
 */
export function arrange(scene: Scene): Arranged {
  const { canvas, platform } = scene;
  const safe = safeRect(canvas, platform);
  const gap = (GAP * Math.min(canvas.width, canvas.height)) / 1080;
  const pictures = scene.pictures.map(({ bounds }) => ({
    bounds: isFrame(bounds, canvas) ? bounds : into(safe, bounds),
  }));
  const things: Placed[] = pictures.filter(({ bounds }) => !isFrame(bounds, canvas)).map(always);

  const [title = null] = dodge(scene.title ? [scene.title] : [], things, { safe, gap, isFree: false });
  if (title) things.push(title);
  const captions = dodge(scene.captions, things, { safe, gap, isFree: false });
  const [mark = null] = dodge(scene.mark ? [scene.mark] : [], [...things, ...captions], { safe, gap, isFree: true });
  const arranged = { ...scene, pictures, title, captions, mark };
  return { ...arranged, overlaps: overlapsIn(arranged) };
}

/** The place of words that were moved, as a position to be written down: the middle of the text. */
export function positionOf({ bounds, canvas }: Pick<CaptionLayout, 'bounds' | 'canvas'>): CaptionPosition {
  return {
    kind: 'free',
    xPercent: ((bounds.x + bounds.width / 2) / canvas.width) * 100,
    yPercent: ((bounds.y + bounds.height / 2) / canvas.height) * 100,
  };
}

/**
 * The way to the nearest place where nothing of the group lies on anything: straight up or down, or anywhere. Where all
 * places are taken, the one that covers least. Only places that touch something come into question: any other one could
 * be moved nearer.
 */
export function nearestFree(
  group: Placed[],
  things: Placed[],
  { room, gap, isFree }: { room: Rect; gap: number; isFree: boolean },
): { dx: number; dy: number } {
  const meets = (one: Placed) =>
    things.filter((thing) => one.startSeconds < thing.endSeconds && thing.startSeconds < one.endSeconds);
  const pairs = group.map((one) => ({
    bounds: one.bounds,
    others: meets(one).map(({ bounds }) => widened(bounds, gap)),
  }));
  const covered = (dx: number, dy: number) =>
    pairs.reduce((sum, { bounds, others }) => {
      const there = moved(bounds, dx, dy);
      return others.reduce((area, other) => area + sharedArea(there, other), sum);
    }, 0);
  const isInside = (dx: number, dy: number) => pairs.every(({ bounds }) => contains(room, moved(bounds, dx, dy)));
  const ways = (from: 'x' | 'y', length: 'width' | 'height') => [
    ...new Set([
      0,
      ...pairs.flatMap(({ bounds, others }) =>
        others.flatMap((other) => [
          other[from] + other[length] - bounds[from],
          other[from] - bounds[length] - bounds[from],
        ]),
      ),
    ]),
  ];
  let best = { dx: 0, dy: 0, area: covered(0, 0), far: 0 };
  for (const dx of isFree ? ways('x', 'width') : [0]) {
    for (const dy of ways('y', 'height')) {
      const far = Math.hypot(dx, dy);
      if (!isInside(dx, dy)) continue;
      const area = covered(dx, dy);
      // What is left of a pixel comes from adding fractions, not from lying on something.
      const isBetter = area < best.area - 1 || (area < best.area + 1 && far < best.far);
      if (isBetter) best = { dx, dy, area, far };
    }
  }
  return best;
}

function dodge(
  group: CaptionLayout[],
  things: Placed[],
  { safe, gap, isFree }: { safe: Rect; gap: number; isFree: boolean },
): CaptionLayout[] {
  // Words that are too wide for the room stick out on both sides wherever they go.
  const left = Math.min(safe.x, ...group.map(({ bounds }) => bounds.x));
  const right = Math.max(safe.x + safe.width, ...group.map(({ bounds }) => bounds.x + bounds.width));
  const room = isFree ? safe : { ...safe, x: left, width: right - left };
  const { dx, dy } = nearestFree(group, things, { room, gap, isFree });
  return dx === 0 && dy === 0 ? group : group.map((layout) => moveLayout(layout, dx, dy));
}

/** Every two that lie on each other, each pair of kinds once. */
function overlapsIn({ pictures, title, captions, mark, canvas }: Omit<Arranged, 'overlaps'>): Overlap[] {
  const drawn: (Placed & { kind: DrawnKind })[] = [
    ...pictures
      .filter(({ bounds }) => !isFrame(bounds, canvas))
      .map((one) => ({ kind: 'picture' as const, ...always(one) })),
    ...(title ? [{ kind: 'title' as const, ...title }] : []),
    ...captions.map((one) => ({ kind: 'caption' as const, ...one })),
    ...(mark ? [{ kind: 'ai_mark' as const, ...mark }] : []),
  ];
  const found = new Map<string, Overlap>();
  for (const [n, one] of drawn.entries()) {
    for (const other of drawn.slice(n + 1)) {
      const seconds = Math.max(one.startSeconds, other.startSeconds);
      const isAtOnce = seconds < Math.min(one.endSeconds, other.endSeconds);
      const key = `${one.kind} ${other.kind}`;
      if (isAtOnce && overlaps(one.bounds, other.bounds) && !found.has(key)) {
        found.set(key, { kinds: [one.kind, other.kind], seconds });
      }
    }
  }
  return [...found.values()];
}

function always({ bounds }: DrawnPicture): Placed {
  return { bounds, startSeconds: 0, endSeconds: Infinity };
}

function isFrame({ width, height }: Rect, canvas: CanvasSize): boolean {
  return width * height > canvas.width * canvas.height * FRAME_SHARE;
}

/** Moved as little as needed; a side that is longer than the room stays where it is. */
function into(room: Rect, rect: Rect): Rect {
  return {
    ...rect,
    x: within(rect.x, rect.width, room.x, room.width),
    y: within(rect.y, rect.height, room.y, room.height),
  };
}

function within(at: number, length: number, from: number, most: number): number {
  return length > most ? at : Math.min(Math.max(at, from), from + most - length);
}
