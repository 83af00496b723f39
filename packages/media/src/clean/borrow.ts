import { findLikeness, REACHES } from '#clean/agreement.ts';
import type { Frame, Frames } from '#clean/frames.ts';
import type { Rect } from '#clean/mark.ts';
import { findMotion, type Motion, sampleSmooth, type Shift } from '#clean/motion.ts';

/** Hidden pixels of a frame that are mended: where, whether a model may make them up (1), or shall (2), which are letters. */
export type Hole = { pixels: Int32Array; map: Uint8Array; bold: Uint8Array; letters: Uint8Array; box: Rect };
export type Planes = [Uint8Array, Uint8Array, Uint8Array];

/**
 * Where a pixel comes from. Seen: other frames show it. Then how many steps it was taken along the motion, from what was seen
 * or lay open. Made: by a model, or by bridges of the colours around.
 */
export const ORIGIN = { open: 0, seen: 1, farthest: 99, made: 100, bridged: 101 };

/** How far around it is looked for what lies behind, in frames. */
const OFFSETS = [1, 2, 3, 5, 7, 10, 14, 19, 25, 32, 40, 50];
export const FARTHEST = 50;
/** So many frames are asked for each pixel, and what they say may be so far apart. */
const WANTED = 3;
const SPREAD = 14;
/** The same where nothing is seen close by: what was there before and after, and two moments of one side. */
const BOTH_SIDES = 12;
const ONE_SIDE = 5;
/** Light that differs by less than this does not differ: followed, it would make what stands still tremble. */
const SAME_LIGHT = 0.7;
/** What is seen around a pixel in both frames may differ by this much on average, or so much of its contrast. */
const SEEN = { least: 4, share: 0.15, most: 8 };
/** The same for the frame before, in which little has moved. */
const WENT_ON = { least: 10, share: 0.3, most: 20 };

function isAlike(like: ReturnType<ReturnType<typeof findLikeness>>, { least, share, most }: typeof SEEN): boolean {
  return like !== null && like.differs <= Math.min(most, Math.max(least, share * like.contrast));
}

/**
 * Puts into a hole what frames around show there; answers which pixels no frame showed beyond doubt. Frames so far away moved
 * much as those did before: `hints`.
 */
export function fillFromOthers(
  frames: Frames,
  at: number,
  hole: Hole,
  planes: Planes,
  hints: Map<number, Shift>,
): { left: Uint8Array; open: number } {
  const { pixels, map, box } = hole;
  const { width } = frames.size;
  const [first, last] = [frames.first, frames.first + frames.count - 1];
  const frame = frames.get(at);
  const got = new Uint8Array(pixels.length);
  const values = [0, 1, 2].map(() => new Uint8Array(pixels.length * WANTED));
  const around = openWitnesses(pixels.length);
  let short = pixels.length;
  const others = OFFSETS.flatMap((far) => [at - far, at + far]).filter((other) => other >= first && other <= last);
  const nearer = new Map<number, (far: number) => Motion['at']>();
  for (const other of others) {
    if (short === 0) break;
    const there = frames.get(other);
    const side = Math.sign(other - at);
    const along = nearer.get(side)?.(other - at);
    const motion = findMotion(frame, there, box, { isSeenThere: false, hint: hints.get(other - at), along });
    if (!motion) continue;
    nearer.set(side, (far) => stretched(motion.at, far / (other - at)));
    hints.set(other - at, motion.shift);
    const likeness = findLikeness(frame, there, motion, box, there.hidden);
    // Where somebody moves before a wall, only what is seen close by says which of the two is here.
    const reach = REACHES[motion.isOne ? 1 : 0];
    for (const [n, pixel] of pixels.entries()) {
      if (got[n]! >= WANTED) continue;
      const value = lookThere(there, motion, pixel, width, there.hidden);
      if (!value) continue;
      const like = likeness(pixel % width, Math.floor(pixel / width));
      if (!isAlike(like, SEEN)) continue;
      if (like!.reach > reach) {
        around.add(n, side, value);
        continue;
      }
      for (let plane = 0; plane < 3; plane += 1) values[plane]![n * WANTED + got[n]!] = value[plane]!;
      got[n]! += 1;
      if (got[n] === WANTED) short -= 1;
    }
  }
  const left = new Uint8Array(map.length);
  let open = 0;
  for (const [n, pixel] of pixels.entries()) {
    const [from, among] = [n * WANTED, got[n]!];
    if (among > 0 && spread(values[0]!, from, among) <= SPREAD) {
      put(planes, pixel, width, (plane) => middleOf(values[plane]!, from, among));
      continue;
    }
    const said = around.agreed(n);
    if (said) put(planes, pixel, width, (plane) => said[plane]);
    else {
      left[pixel] = 1;
      open += 1;
    }
  }
  return { left, open };
}

/**
 * What frames say of pixels around which nothing is seen close by. It counts where the moment before and the moment after say
 * the same, or two moments of one side nearly the same: then nothing has moved there.
 */
function openWitnesses(pixels: number) {
  const kept = 2;
  const counts = new Uint8Array(2 * pixels);
  const values = new Uint8Array(2 * pixels * kept * 3);
  const at = (n: number, side: number, which: number) => ((2 * n + side) * kept + which) * 3;
  const apart = (one: number, other: number) => Math.abs(values[one]! - values[other]!);
  const mean = (one: number, other: number): [number, number, number] => [
    (values[one]! + values[other]!) / 2,
    (values[one + 1]! + values[other + 1]!) / 2,
    (values[one + 2]! + values[other + 2]!) / 2,
  ];
  return {
    add(n: number, way: number, value: [number, number, number]) {
      const side = way < 0 ? 0 : 1;
      const which = counts[2 * n + side]!;
      if (which >= kept) return;
      values.set(value.map(Math.round), at(n, side, which));
      counts[2 * n + side]! += 1;
    },
    agreed(n: number): [number, number, number] | null {
      const [before, after] = [counts[2 * n]!, counts[2 * n + 1]!];
      if (before > 0 && after > 0) {
        const [one, other] = [at(n, 0, 0), at(n, 1, 0)];
        return apart(one, other) <= BOTH_SIDES ? mean(one, other) : null;
      }
      if (before < kept && after < kept) return null;
      const side = before > 0 ? 0 : 1;
      const [one, other] = [at(n, side, 0), at(n, side, 1)];
      return apart(one, other) <= ONE_SIDE ? mean(one, other) : null;
    },
  };
}

/** A motion that went on evenly for longer. */
function stretched(at: Motion['at'], by: number): Motion['at'] {
  return (x, y) => {
    const step = at(x, y);
    return step && { dx: step.dx * by, dy: step.dy * by, offset: step.offset };
  };
}

/** A whole frame, and of each of its pixels where it comes from. */
export type Known = { frame: Frame; origins: Uint8Array };

/**
 * Goes on with what a neighbouring frame has been mended with, as far as that was once seen: little moves between two frames,
 * even of somebody who walks. Answers the values and how many steps they have come; `left` loses what was found.
 */
export function goOn(
  frame: Frame,
  before: Known,
  { box }: Hole,
  left: Uint8Array,
  planes: Planes,
  origins: Uint8Array,
) {
  const motion = findMotion(frame, before.frame, box, { isSeenThere: true });
  if (!motion) return;
  const { width } = frame.planes[0];
  const likeness = findLikeness(frame, before.frame, motion, box, null);
  for (let pixel = 0; pixel < left.length; pixel += 1) {
    if (!left[pixel]) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const step = motion.at(x, y);
    if (!step) continue;
    const came = before.origins[Math.round(y + step.dy) * width + Math.round(x + step.dx)];
    if (came === undefined || came >= ORIGIN.farthest || !isAlike(likeness(x, y), WENT_ON)) continue;
    const value = lookThere(before.frame, motion, pixel, width, null);
    if (!value) continue;
    put(planes, pixel, width, (plane) => value[plane]);
    origins[pixel] = Math.max(ORIGIN.seen, came) + 1;
    left[pixel] = 0;
  }
}

/** Goes on with what was made up for an earlier frame, as far as it is known where that has gone. */
export function fillFromKey(frame: Frame, key: Frame, { box }: Hole, left: Uint8Array, planes: Planes): void {
  const motion = findMotion(frame, key, box, { isSeenThere: true });
  if (!motion) return;
  const { width } = frame.planes[0];
  for (let pixel = 0; pixel < left.length; pixel += 1) {
    if (!left[pixel]) continue;
    const value = lookThere(key, motion, pixel, width, null);
    if (!value) continue;
    put(planes, pixel, width, (plane) => value[plane]);
    left[pixel] = 0;
  }
}

/** What a frame shows where a pixel of another one has gone; null where that is hidden, too. */
export function lookThere(
  { planes }: Frame,
  motion: Motion,
  pixel: number,
  width: number,
  hidden: Uint8Array | null,
): [number, number, number] | null {
  const [x, y] = [pixel % width, Math.floor(pixel / width)];
  const step = motion.at(x, y);
  if (!step) return null;
  const [tx, ty] = [x + step.dx, y + step.dy];
  const [left, top] = [Math.floor(tx), Math.floor(ty)];
  if (left < 1 || top < 1 || left > width - 3 || top > planes[0].height - 3) return null;
  const q = top * width + left;
  if (hidden && (hidden[q] || hidden[q + 1] || hidden[q + width] || hidden[q + width + 1])) return null;
  const darker = Math.abs(step.offset) < SAME_LIGHT ? 0 : step.offset;
  const [u, v] = [tx / 2 - 0.25, ty / 2 - 0.25];
  // Colours lie between two luma pixels; a pixel asks for those of its own square.
  const [cu, cv] = [u - (x / 2 - 0.25) + (x >> 1), v - (y / 2 - 0.25) + (y >> 1)];
  return [
    Math.max(0, Math.min(255, sampleSmooth(planes[0], tx, ty) - darker)),
    sampleSmooth(planes[1], cu, cv),
    sampleSmooth(planes[2], cu, cv),
  ];
}

/** A pixel with the colour of its square of four: the last one decides, all four saw the same. */
export function put([luma, u, v]: Planes, pixel: number, width: number, value: (plane: 0 | 1 | 2) => number): void {
  const half = (Math.floor(pixel / width) >> 1) * (width >> 1) + ((pixel % width) >> 1);
  luma[pixel] = Math.round(value(0));
  u[half] = Math.round(value(1));
  v[half] = Math.round(value(2));
}

/** Of three the one in between, of two the mean. */
function middleOf(values: Uint8Array, from: number, among: number): number {
  const [a, b, c] = [values[from]!, values[from + 1]!, values[from + 2]!];
  if (among === 1) return a;
  if (among === 2) return (a + b) / 2;
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/** How far apart the two are that are nearest to each other: of three frames one may be wrong. */
function spread(values: Uint8Array, from: number, among: number): number {
  if (among === 1) return 0;
  const some = Array.from(values.subarray(from, from + among)).toSorted((a, b) => a - b);
  const gaps = some.slice(1).map((value, n) => value - some[n]!);
  return Math.min(...gaps);
}
