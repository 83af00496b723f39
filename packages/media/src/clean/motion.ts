import type { Frame } from '#clean/frames.ts';
import type { Rect } from '#clean/mark.ts';
import type { Plane } from '#clean/strokes.ts';

/** How a place of one frame is found in another: so far away, and so much darker there. */
type Step = Shift & { offset: number };
export type Shift = { dx: number; dy: number };
/**
 * The same for a whole part, by its places; null where nobody can say. `isOne`: all that is seen moves together, so that what
 * is true a little aside is true here.
 */
export type Motion = { shift: Shift; isOne: boolean; at(x: number, y: number): Step | null };

const BLOCK = 16;
const HALF = 20;
const SAMPLED = 2;
const WHOLE_SAMPLED = 5;
const ROUNDS = 8;
const STEP_MOST = 4;
const DAMPING = 3;
/** A block that differs by no more than this goes with all others: this, or half more than is usual in the picture. */
const FITS = { least: 1.2, most: 2.5 };
/** Of a block's surroundings so much must be seen in both frames. */
const SEEN = 0.2;
/** How far a block may differ once it is laid over the other: this, or so much of its own contrast. */
const ERROR = { least: 3, share: 0.2 };
/** The same for all of the part, or so much of it fits: where it does not, that frame shows something else. */
const WHOLE = { least: 4, share: 0.3, fits: 0.55 };
/**
 * What differs by more than this says nothing of how all of the part moves: a car that drives through it pulled the street
 * along. At first much differs, since it does not lie right yet.
 */
const CAP = { first: 48, coarse: 24, last: 12 };
const HINTED = 0.1;
/** So many of the blocks that see anything move as all do where everything moves together. */
const ONE = 0.95;
/** A place may be off by this from what all others together say, in pixels. */
const STRAY = 0.8;
/** Search on squares of eight pixels, so many each way. */
const COARSE = 8;

/**
 * The way from one frame to another around a rectangle. Most of a picture moves as one, or not at all; blocks that do not
 * fit look for themselves, so that a hand may move otherwise than the wall behind it. Where too little is seen, all others
 * together say how the picture moves. `along` is how it moved to a frame in between, as far as that says anything: somebody who
 * walks is followed from frame to frame.
 */
export function findMotion(
  from: Frame,
  to: Frame,
  hole: Rect,
  { isSeenThere, hint, along }: { isSeenThere: boolean; hint?: Shift | undefined; along?: Motion['at'] | undefined },
): Motion | null {
  const hidden = isSeenThere ? null : to.hidden;
  const { width, height } = from.planes[0];
  const whole = { left: 1, top: 1, right: width - 2, bottom: height - 2, step: WHOLE_SAMPLED, cap: CAP.last };
  const hinted = hint && follow(from, to, hidden, whole, { ...hint, offset: 0 });
  const all =
    hinted && hinted.error <= Math.max(FITS.least, HINTED * hinted.contrast)
      ? hinted
      : follow(from, to, hidden, whole, nearest(from, to, hidden, { ...whole, cap: CAP.coarse }, findShift(from, to)));
  if (!all) return null;
  if (all.error > Math.max(WHOLE.least, WHOLE.share * all.contrast) && all.fits < WHOLE.fits) return null;
  const guess = settled(from, to, hidden, whole, all.found);
  const columns = Math.ceil(hole.width / BLOCK) + 2;
  const rows = Math.ceil(hole.height / BLOCK) + 2;
  const places = Array.from({ length: columns * rows }, (_, n) =>
    windowAt(hole.x + ((n % columns) - 0.5) * BLOCK, hole.y + (Math.floor(n / columns) - 0.5) * BLOCK, width, height),
  );
  const fits = places.map((window) => look(from, to, hidden, window, guess));
  const usual = middle(fits.flatMap((fit) => fit?.error ?? [])) || 0;
  const enough = Math.min(FITS.most, Math.max(FITS.least, 1.5 * usual));
  const seeing = fits.filter((fit) => fit !== null);
  const isOne = seeing.filter(({ error }) => error <= enough).length >= ONE * seeing.length;
  const steps: (Step | null)[] = [];
  for (const [n, fit] of fits.entries()) {
    if (fit && fit.error <= enough) {
      steps.push({ dx: guess.dx, dy: guess.dy, offset: fit.offset });
      continue;
    }
    const window = places[n]!;
    const [x, y] = [(window.left + window.right) / 2, (window.top + window.bottom) / 2];
    const tries = fit ? [along?.(x, y), steps.at(-1), steps[n - columns], guess] : [];
    const found = tries.flatMap((one) => (one ? (follow(from, to, hidden, window, one) ?? []) : []));
    const [best] = found.toSorted((one, other) => one.error - other.error);
    steps.push(best && best.error <= Math.max(ERROR.least, ERROR.share * best.contrast) ? best.found : null);
  }
  const common = agree(steps, columns);
  const known = steps.map((step, n) => step ?? common?.(n % columns, Math.floor(n / columns)) ?? null);
  return {
    shift: { dx: guess.dx, dy: guess.dy },
    isOne,
    at(x, y) {
      const [u, v] = [(x - hole.x) / BLOCK + 0.5, (y - hole.y) / BLOCK + 0.5];
      const [column, row] = [Math.floor(u), Math.floor(v)];
      let [dx, dy, offset, sum] = [0, 0, 0, 0];
      for (let n = 0; n < 4; n += 1) {
        const [c, r] = [column + (n & 1), row + (n >> 1)];
        const step = c < 0 || r < 0 || c >= columns || r >= rows ? null : known[r * columns + c];
        if (!step) continue;
        const weight = (1 - Math.abs(u - c)) * (1 - Math.abs(v - r));
        dx += step.dx * weight;
        dy += step.dy * weight;
        offset += step.offset * weight;
        sum += weight;
      }
      return sum < 0.35 ? null : { dx: dx / sum, dy: dy / sum, offset: offset / sum };
    },
  };
}

/** Where two frames differ by less than this in every square of eight pixels on average, nothing has moved. */
const SAME = 1.2;

/** The shift of the whole part that fits best, to eight pixels. */
function findShift(from: Frame, to: Frame): Shift {
  const { data: a, width, height } = from.eighth;
  const { data: b } = to.eighth;
  /** How far they differ when one is laid over the other, shifted. Little overlap fits anything. */
  const differ = (dx: number, dy: number) => {
    let [sum, count] = [0, 0];
    for (let y = Math.max(0, -dy); y < Math.min(height, height - dy); y += 1) {
      for (let x = Math.max(0, -dx); x < Math.min(width, width - dx); x += 1) {
        const [p, q] = [y * width + x, (y + dy) * width + x + dx];
        if (from.eighthHidden[p] || to.eighthHidden[q]) continue;
        sum += Math.min(CAP.coarse, Math.abs(a[p]! - b[q]!));
        count += 1;
      }
    }
    return count < 0.25 * a.length ? Infinity : sum / count;
  };
  let best = { dx: 0, dy: 0, error: differ(0, 0) };
  if (best.error < SAME) return best;
  const [reachX, reachY] = [Math.min(COARSE, width >> 1), Math.min(COARSE, height >> 1)];
  for (let dy = -reachY; dy <= reachY; dy += 1) {
    for (let dx = -reachX; dx <= reachX; dx += 1) {
      // Staying is likelier than going.
      const error = differ(dx, dy) + 0.02 * (Math.abs(dx) + Math.abs(dy));
      if (error < best.error) best = { dx: 8 * dx, dy: 8 * dy, error };
    }
  }
  return best;
}

/** The best shift by whole pixels around a coarse one: what comes next only finds fractions. */
function nearest(from: Frame, to: Frame, hidden: Uint8Array | null, whole: Window, shift: Shift): Step {
  let best = { ...shift, offset: 0, error: look(from, to, hidden, whole, { ...shift, offset: 0 })?.error ?? Infinity };
  if (best.error < SAME) return best;
  for (let dy = shift.dy - 5; dy <= shift.dy + 5; dy += 1) {
    for (let dx = shift.dx - 5; dx <= shift.dx + 5; dx += 1) {
      const sums = look(from, to, hidden, whole, { dx, dy, offset: 0 });
      if (sums && sums.error < best.error) best = { dx, dy, offset: sums.offset, error: sums.error };
    }
  }
  return best;
}

/** Whole pixels where they fit as well as a fraction: a picture that is not moved at all stays sharp. */
function settled(from: Frame, to: Frame, hidden: Uint8Array | null, whole: Window, step: Step): Step {
  const round = { ...step, dx: Math.round(step.dx), dy: Math.round(step.dy) };
  if (Math.hypot(round.dx - step.dx, round.dy - step.dy) > 0.25) return step;
  const [one, other] = [look(from, to, hidden, whole, step), look(from, to, hidden, whole, round)];
  return one && other && other.error <= one.error * 1.1 + 0.05 ? round : step;
}

type Window = { left: number; top: number; right: number; bottom: number; step: number; cap?: number };

function windowAt(x: number, y: number, width: number, height: number): Window {
  return {
    left: Math.max(1, Math.round(x - HALF)),
    top: Math.max(1, Math.round(y - HALF)),
    right: Math.min(width - 2, Math.round(x + HALF)),
    bottom: Math.min(height - 2, Math.round(y + HALF)),
    step: SAMPLED,
  };
}

type Sums = {
  /** What share of it differs by less than the cap. */
  fits: number;
  error: number;
  /** How much darker it is there. */
  offset: number;
  contrast: number;
  /** Where to go on: one step of Gauss and Newton. */
  stepX: number;
  stepY: number;
};

/** How well a window of one frame lies over another, shifted; null where too little is seen of both. */
function look(from: Frame, to: Frame, hidden: Uint8Array | null, window: Window, given: Step): Sums | null {
  const [{ data, width, height }] = from.planes;
  const there = to.planes[0].data;
  const { left, right, top, bottom, step, cap = Infinity } = window;
  const { dx, dy, offset: before } = given;
  let [xx, xy, yy, ex, ey, sumE, sumX, sumY, count, absolute, squares, sum] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  let all = 0;
  const shiftX = Math.floor(dx);
  const shiftY = Math.floor(dy);
  const [u, v] = [dx - shiftX, dy - shiftY];
  const [w00, w10, w01, w11] = [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v];
  for (let y = top; y <= bottom; y += step) {
    const ty = y + shiftY;
    if (ty < 0 || ty > height - 2) continue;
    for (let x = left; x <= right; x += step) {
      const at = y * width + x;
      const tx = x + shiftX;
      if (from.hidden[at] || tx < 0 || tx > width - 2) continue;
      const q = ty * width + tx;
      if (hidden !== null && (hidden[q] || hidden[q + 1] || hidden[q + width + 1])) continue;
      const value = there[q]! * w00 + there[q + 1]! * w10 + there[q + width]! * w01 + there[q + width + 1]! * w11;
      const here = data[at]!;
      const error = value - here;
      const off = Math.abs(error - before);
      absolute += Math.min(cap, off);
      sum += here;
      squares += here * here;
      all += 1;
      if (off > cap) continue;
      const gx = (data[at + 1]! - data[at - 1]!) / 2;
      const gy = (data[at + width]! - data[at - width]!) / 2;
      xx += gx * gx;
      xy += gx * gy;
      yy += gy * gy;
      ex += gx * error;
      ey += gy * error;
      sumE += error;
      sumX += gx;
      sumY += gy;
      count += 1;
    }
  }
  const area = (Math.floor((right - left) / step) + 1) * (Math.floor((bottom - top) / step) + 1);
  if (all < SEEN * area || count === 0) return null;
  const offset = sumE / count;
  // What is darker everywhere is not moved: the mean of the difference is left out. Noise must not move what is plain.
  const damping = DAMPING * count;
  const a = xx - (sumX * sumX) / count + damping;
  const b = xy - (sumX * sumY) / count;
  const c = yy - (sumY * sumY) / count + damping;
  const [p, q] = [ex - sumX * offset, ey - sumY * offset];
  const determinant = a * c - b * b;
  return {
    fits: count / all,
    error: absolute / all,
    offset,
    contrast: Math.sqrt(Math.max(0, squares / all - (sum / all) ** 2)),
    stepX: (c * p - b * q) / determinant,
    stepY: (a * q - b * p) / determinant,
  };
}

type Followed = { found: Step; error: number; fits: number; contrast: number };

/** Lays a window over the other frame until it fits, beginning with a guess. */
function follow(from: Frame, to: Frame, hidden: Uint8Array | null, window: Window, start: Step): Followed | null {
  let now = start;
  for (let round = 0; round < ROUNDS; round += 1) {
    const cap = window.cap && Math.max(window.cap, CAP.first / 2 ** round);
    const sums = look(from, to, hidden, cap ? { ...window, cap } : window, now);
    if (!sums) return null;
    const { stepX, stepY, offset } = sums;
    const moved = Math.hypot(stepX, stepY);
    const by = moved > STEP_MOST ? STEP_MOST / moved : 1;
    now = { dx: now.dx - stepX * by, dy: now.dy - stepY * by, offset };
    if (moved < 0.02 && cap === window.cap) break;
  }
  const end = look(from, to, hidden, window, now);
  return end && { ...end, found: { ...now, offset: end.offset } };
}

/**
 * An even way of moving that most blocks share, for those that see too little: a shift that changes linearly over the part.
 * Null where they do not agree.
 */
function agree(steps: (Step | null)[], columns: number): ((column: number, row: number) => Step) | null {
  const all = steps.flatMap((step, n) =>
    step ? [{ ...step, column: n % columns, row: Math.floor(n / columns) }] : [],
  );
  if (all.length < 3) return null;
  const [midX, midY] = [middle(all.map(({ dx }) => dx)), middle(all.map(({ dy }) => dy))];
  const used = all.filter(({ dx, dy }) => Math.hypot(dx - midX, dy - midY) < 6);
  if (used.length < 3) return null;
  const x = fitPlane(used.map(({ column, row, dx }) => [column, row, dx]));
  const y = fitPlane(used.map(({ column, row, dy }) => [column, row, dy]));
  const offsets = middle(used.map(({ offset }) => offset));
  const off = middle(used.map(({ column, row, dx, dy }) => Math.hypot(x(column, row) - dx, y(column, row) - dy)));
  if (off > STRAY) return null;
  return (column, row) => ({ dx: x(column, row), dy: y(column, row), offset: offsets });
}

function middle(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1]!;
}

/** The plane that lies best through points; level where they all stand in a row. */
function fitPlane(points: [x: number, y: number, value: number][]): (x: number, y: number) => number {
  const n = points.length;
  const mean = (at: 0 | 1 | 2) => points.reduce((sum, point) => sum + point[at], 0) / n;
  const [mx, my, mv] = [mean(0), mean(1), mean(2)];
  let [xx, xy, yy, xv, yv] = [0, 0, 0, 0, 0];
  for (const [x, y, value] of points) {
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
    yy += (y - my) ** 2;
    xv += (x - mx) * (value - mv);
    yv += (y - my) * (value - mv);
  }
  const determinant = xx * yy - xy * xy;
  const [a, b] =
    determinant > 1e-6 * n * n ? [(yy * xv - xy * yv) / determinant, (xx * yv - xy * xv) / determinant] : [0, 0];
  return (x, y) => mv + a * (x - mx) + b * (y - my);
}

/** Between pixels by a curve through four of them each way: lines would take the sharpness. */
export function sampleSmooth({ data, width, height }: Plane, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [x - left, y - top];
  if (u < 1e-3 && v < 1e-3) return data[clamp(top, height) * width + clamp(left, width)]!;
  const [wx, wy] = [weights(u), weights(v)];
  let sum = 0;
  for (let row = 0; row < 4; row += 1) {
    const from = clamp(top + row - 1, height) * width;
    let line = 0;
    for (let column = 0; column < 4; column += 1) line += wx[column]! * data[from + clamp(left + column - 1, width)]!;
    sum += wy[row]! * line;
  }
  return Math.max(0, Math.min(255, sum));
}

function clamp(value: number, length: number): number {
  return value < 0 ? 0 : value >= length ? length - 1 : value;
}

/** Catmull-Rom. */
function weights(t: number): [number, number, number, number] {
  const [t2, t3] = [t * t, t * t * t];
  return [(-t + 2 * t2 - t3) / 2, (2 - 5 * t2 + 3 * t3) / 2, (t + 4 * t2 - 3 * t3) / 2, (t3 - t2) / 2];
}
