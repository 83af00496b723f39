import type { LumaFrame } from '#analysis/luma-frame.ts';

/** How a picture as a whole moved in a step: in shares of its long side, and by which share it grew. */
export type MoveStep = { x: number; y: number; zoom: number; isSure: boolean };

/** What the camera did, as far as pictures tell. A camera that slides looks like one that turns. */
export type CameraMove = 'static' | 'push' | 'pull' | 'pan' | 'tilt' | 'handheld';

/** Steps a second: slow moves show between pictures that lie apart, fast ones still overlap. */
export const STEPS_A_SECOND = 6;

/** Pixels of half the measured size: a patch, how far it is looked for, and how many there are along the long side. */
const PATCH = 12;
const REACH = 7;
const PATCHES = 7;
/** A patch without corners shows no motion: the lesser of its two slopes, in squared levels a pixel. */
const LEAST_CORNER = 4;
/** Mean difference of patches that are the same thing. */
const MOST_LEFT = 14;
/** Patches that move as the whole does, within so many pixels and that share. */
const AGREES = { pixels: 0.5, share: 0.25 };
const LEAST_PATCHES = 5;
const LEAST_AGREEING = 0.55;
/** How much of the picture those must span. */
const SPREAD = 0.4;

/** A picture of half the size, which lives as long as one wants it. */
export function halved({ width, height, pixels }: LumaFrame): LumaFrame {
  const [w, h] = [width >> 1, height >> 1];
  const half = new Uint8Array(w * h);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0, at = 2 * y * width; x < w; x += 1, at += 2) {
      half[y * w + x] = (pixels[at]! + pixels[at + 1]! + pixels[at + width]! + pixels[at + width + 1]!) >> 2;
    }
  }
  return { width: w, height: h, pixels: half };
}

/** A patch of the picture before: from the middle, and how far it went. */
type Moved = { x: number; y: number; dx: number; dy: number };

/** The move between two pictures of half the size that most of their patches agree on: who passes is not the camera. */
export function moveBetween(before: LumaFrame, after: LumaFrame): MoveStep {
  const { width, height } = before;
  const side = Math.max(width, height);
  const moved = placesOf(before).flatMap(([left, top]) => follow(before, after, left, top) ?? []);
  const zoom = growthOf(moved, side / 3);
  const rest = moved.map(({ x, y, dx, dy }) => [dx - zoom * x, dy - zoom * y] as const);
  const [x, y] = [middle(rest.map(([dx]) => dx)), middle(rest.map(([, dy]) => dy))];
  const near = AGREES.pixels + AGREES.share * Math.hypot(x, y);
  const agreeing = moved.filter((_, n) => Math.hypot(rest[n]![0] - x, rest[n]![1] - y) < near);
  // Somebody who comes nearer grows as well, but not to the edges of the picture.
  const isWide = reachOf(agreeing, 'x') >= SPREAD * width && reachOf(agreeing, 'y') >= SPREAD * height;
  const isSure = moved.length >= LEAST_PATCHES && agreeing.length >= LEAST_AGREEING * moved.length && isWide;
  return { x: x / side, y: y / side, zoom, isSure };
}

/** How far apart the outermost lie. */
function reachOf(patches: readonly Moved[], field: 'x' | 'y'): number {
  const places = patches.map((one) => one[field]);
  return places.length === 0 ? 0 : Math.max(...places) - Math.min(...places);
}

/** Where patches begin: evenly, as far from the edges as they may go. */
function placesOf({ width, height }: LumaFrame): [left: number, top: number][] {
  const step = Math.max(PATCH, Math.floor(Math.max(width, height) / PATCHES));
  const along = (length: number) => {
    const room = length - PATCH - 2 * (REACH + 1);
    const count = Math.max(1, Math.floor(room / step) + 1);
    return Array.from(
      { length: count },
      (_, n) => REACH + 1 + Math.floor(count > 1 ? (n * room) / (count - 1) : room / 2),
    );
  };
  return along(height).flatMap((top) => along(width).map((left): [number, number] => [left, top]));
}

function follow(before: LumaFrame, after: LumaFrame, left: number, top: number): Moved | null {
  const { width, height } = before;
  if (left < 1 || top < 1 || left + PATCH >= width - 1 || top + PATCH >= height - 1) return null;
  let [best, dx, dy] = [differenceAt(before, after, left, top, 0, 0, Infinity), 0, 0];
  for (let v = -REACH; v <= REACH; v += 1) {
    for (let u = -REACH; u <= REACH; u += 1) {
      const isOut = left + u < 1 || top + v < 1 || left + u + PATCH >= width - 1 || top + v + PATCH >= height - 1;
      if (isOut || (u === 0 && v === 0)) continue;
      const cost = differenceAt(before, after, left, top, u, v, best);
      if (cost < best) [best, dx, dy] = [cost, u, v];
    }
  }
  if (best > MOST_LEFT * PATCH * PATCH) return null;
  const fine = fineMove(before, after, left, top, dx, dy);
  if (!fine) return null;
  const [x, y] = [left + PATCH / 2 - width / 2, top + PATCH / 2 - height / 2];
  return { x, y, dx: dx + fine[0], dy: dy + fine[1] };
}

/** How a patch differs from the one so far away; what is more than `most` is not counted to its end. */
function differenceAt(
  before: LumaFrame,
  after: LumaFrame,
  left: number,
  top: number,
  u: number,
  v: number,
  most: number,
): number {
  const { width } = before;
  let sum = 0;
  for (let y = top; y < top + PATCH && sum < most; y += 1) {
    const [from, to] = [y * width + left, (y + v) * width + left + u];
    for (let i = 0; i < PATCH; i += 1) sum += Math.abs(after.pixels[to + i]! - before.pixels[from + i]!);
  }
  return sum;
}

/** What is left of a move below a pixel: differences over slopes. Null where the patch has no corner to hold on to. */
function fineMove(
  before: LumaFrame,
  after: LumaFrame,
  left: number,
  top: number,
  u: number,
  v: number,
): [number, number] | null {
  const { width, pixels: a } = before;
  const b = after.pixels;
  let [xx, xy, yy, xt, yt] = [0, 0, 0, 0, 0];
  for (let y = top; y < top + PATCH; y += 1) {
    for (let x = left; x < left + PATCH; x += 1) {
      const [at, to] = [y * width + x, (y + v) * width + x + u];
      const gx = (a[at + 1]! - a[at - 1]! + b[to + 1]! - b[to - 1]!) / 4;
      const gy = (a[at + width]! - a[at - width]! + b[to + width]! - b[to - width]!) / 4;
      const t = b[to]! - a[at]!;
      xx += gx * gx;
      xy += gx * gy;
      yy += gy * gy;
      xt += gx * t;
      yt += gy * t;
    }
  }
  const lesser = (xx + yy - Math.hypot(xx - yy, 2 * xy)) / 2;
  if (lesser < LEAST_CORNER * PATCH * PATCH) return null;
  const whole = xx * yy - xy * xy;
  const fine: [number, number] = [(xy * yt - yy * xt) / whole, (xy * xt - xx * yt) / whole];
  return Math.hypot(...fine) > 1.5 ? null : fine;
}

/** By which share things far from one another went apart: the middle of all pairs. */
function growthOf(moved: readonly Moved[], apart: number): number {
  const growths = moved.flatMap((one, n) =>
    moved.slice(n + 1).flatMap((other) => {
      const [x, y] = [other.x - one.x, other.y - one.y];
      const far = x * x + y * y;
      return far < apart * apart ? [] : [((other.dx - one.dx) * x + (other.dy - one.dy) * y) / far];
    }),
  );
  return middle(growths);
}

/** 0 of nothing. */
function middle(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[half]!;
  return sorted.length === 0 ? 0 : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** From where on a move is one, in shares of the picture a second and over the whole shot. */
const PAN = { speed: 0.025, path: 0.05 };
const ZOOM = { speed: 0.014, path: 0.03 };
/** So much of a move goes one way when somebody means it. */
const MEANT = 0.62;
/** Trembling, in shares of the picture a second: what is left of each step beside its neighbours. */
const TREMBLE = 0.012;
const SEEN = 0.55;

/** What the camera does in a shot; null where it can't be told. */
export function cameraMoveOf(steps: readonly MoveStep[]): CameraMove | null {
  const sure = steps.filter(({ isSure }) => isSure);
  if (sure.length < 2 || sure.length < SEEN * steps.length) return null;
  const [x, y, zoom] = (['x', 'y', 'zoom'] as const).map((field) => along(sure.map((one) => one[field])));
  const pan = Math.hypot(x!.speed, y!.speed);
  // At its edges a picture that grows moves by half of what it grows.
  const isZoom = isMeant(zoom!, ZOOM) && Math.abs(zoom!.speed) / 2 > 0.5 * pan;
  if (isZoom) return zoom!.speed > 0 ? 'push' : 'pull';
  const [wide, high] = [Math.abs(x!.speed), Math.abs(y!.speed)];
  if (wide >= high && isMeant(x!, PAN)) return 'pan';
  if (high > wide && isMeant(y!, PAN)) return 'tilt';
  return trembleOf(sure) > TREMBLE || Math.max(x!.wander, y!.wander) > 2 * PAN.speed ? 'handheld' : 'static';
}

type Along = { speed: number; path: number; wander: number };

/** How fast a shot goes one way, how far it comes, and how fast it goes any way. */
function along(values: number[]): Along {
  const sum = values.reduce((all, value) => all + value, 0);
  const any = values.reduce((all, value) => all + Math.abs(value), 0);
  const seconds = values.length / STEPS_A_SECOND;
  return { speed: sum / seconds, path: Math.abs(sum), wander: any / seconds };
}

function isMeant({ speed, path, wander }: Along, least: { speed: number; path: number }): boolean {
  return Math.abs(speed) >= least.speed && path >= least.path && Math.abs(speed) >= MEANT * wander;
}

function trembleOf(steps: readonly MoveStep[]): number {
  if (steps.length < 3) return 0;
  let sum = 0;
  for (let i = 1; i < steps.length - 1; i += 1) {
    const [before, now, after] = [steps[i - 1]!, steps[i]!, steps[i + 1]!];
    sum += Math.hypot(now.x - (before.x + after.x) / 2, now.y - (before.y + after.y) / 2);
  }
  return (sum / (steps.length - 2)) * STEPS_A_SECOND;
}
