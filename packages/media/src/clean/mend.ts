import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { findAgreement } from '#clean/agreement.ts';
import { coverBox } from '#clean/cover.ts';
import { type Frame, type Frames, openFrames, toFrame } from '#clean/frames.ts';
import { around, type Mark, type Placed, place, type Rect, type Size } from '#clean/mark.ts';
import { findMotion, type Motion, sampleSmooth, type Shift } from '#clean/motion.ts';
import { bridge, type Rgb, toRgb, withRgb } from '#clean/pixels.ts';
import { findStrokes, widen } from '#clean/strokes.ts';

/** A part of a film in which something is taken away, for some frames. Plain data: a thread does it. */
export type Stretch = {
  picture: Size;
  fps: number;
  /** All that lie over the film, and which of them are taken away here. */
  marks: Mark[];
  own: number[];
  /** The part that the raw file holds, and its frames; pixels of others in it may be looked at. */
  region: Rect;
  path: string;
  first: number;
  count: number;
  /** What is written: this part, these frames, the last one left out. */
  patch: Rect;
  from: number;
  to: number;
  out: string;
  /** A clean frame of the stretch before, of the same part: what was invented there is gone on with. */
  carried: string | null;
};

/** What could be in a hole of a picture. Null where nobody can tell. */
export type Fill = (picture: Rgb, hole: Uint8Array, frame: number) => Promise<Rgb | null>;

/** Pixels that were hidden: all, those that another frame showed, and those that a model made up. */
export type Mended = { hidden: number; seen: number; made: number; fills: number };

/** So many frames around its time a mark may still be there: it fades, and times are rounded. */
export const PAD_FRAMES = 2;
/** How far around it is looked for what lies behind, in frames. */
const OFFSETS = [1, 2, 3, 5, 7, 10, 14, 19, 25, 32, 40, 50];
export const FARTHEST = 50;
/** So many frames are asked for each pixel, and so many pixels in the dark are drawn over without ado. */
const WANTED = 3;
const STRAY_SHARE = 0.004;
/** With more than this unseen even in the frame that was filled before, a frame is filled anew. */
const ANEW_SHARE = 0.12;
const LOOKS = 9;

/** Takes marks away and writes the patched part, frame by frame. */
export async function mend(stretch: Stretch, fill: Fill, onFrame: (done: number) => void): Promise<Mended> {
  const { picture, fps, marks, own, region, from, to, patch } = stretch;
  const size = { width: region.width, height: region.height };
  const placed = marks.map((mark) => padded(place(mark, picture, fps)));
  const mine = own.map((n) => placed[n]!);
  const raw = { size, first: stretch.first, count: stretch.count };
  const masks = readMasks(stretch, mine, raw);
  const within = ({ x, y, ...rest }: Rect): Rect => ({ x: x - region.x, y: y - region.y, ...rest });
  const over = (frame: number) =>
    placed.flatMap((one, n) => {
      if (frame < one.first || frame >= one.last) return [];
      return [{ at: within(one.at(frame)), mask: masks.get(n) ?? null, placed: one }];
    });
  const frames = openFrames(stretch.path, { ...raw, hidden: over });
  const out = openSync(stretch.out, 'w');
  const total: Mended = { hidden: 0, seen: 0, made: 0, fills: 0 };
  const hints = new Map<number, Shift>();
  let key: Frame | null = stretch.carried ? toFrame(readFileSync(stretch.carried), size, []) : null;
  try {
    for (let at = from; at < to; at += 1) {
      const frame = frames.get(at);
      const here = over(at).filter(({ placed: one }) => mine.includes(one));
      const hole = holeOf(here, size);
      let planes = copyOf(frame);
      if (hole) {
        const { left, open } = fillFromOthers(frames, at, hole, planes, hints);
        total.hidden += hole.pixels.length;
        total.seen += hole.pixels.length - open;
        const mayLearn = (n: number) => hole.bold[n] !== 0;
        if (open > STRAY_SHARE * hole.pixels.length && left.some((value, n) => value !== 0 && mayLearn(n))) {
          const isEach = hole.bold.some((value, n) => value === 2 && left[n] !== 0);
          if (key && !isEach) fillFromKey(frame, key, hole, left, planes);
          const still = count(left);
          if (isEach || still > ANEW_SHARE * hole.pixels.length) {
            const wanted = widen(left, size.width, size.height, 1).map((value, n) => (value && hole.map[n] ? 255 : 0));
            const filled = await fill(toRgb(planes, size), wanted, at);
            if (filled) {
              planes = withRgb(planes, size, filled, wanted);
              total.fills += 1;
              left.fill(0);
              key = toFrame(joined(planes), size, []);
            }
          }
          total.made += open - count(left);
        }
        bridge(planes, size, left);
      }
      for (const { at: box, placed: one } of here) {
        if (one.mark.way === 'blur' || one.mark.way === 'colour') coverBox(planes, size, box, one.mark);
      }
      writePatch(out, planes, size, within(patch));
      onFrame(at - from + 1);
    }
    if (key) writeFileSync(keyPath(stretch.out), joined(copyOf(key)));
  } finally {
    closeSync(out);
    frames.close();
  }
  return total;
}

/** Where a stretch leaves the frame that others go on with. */
export function keyPath(out: string): string {
  return `${out}.key`;
}

function padded(placed: Placed): Placed {
  return { ...placed, first: Math.max(0, placed.first - PAD_FRAMES), last: placed.last + PAD_FRAMES };
}

type Raw = { size: Size; first: number; count: number };

/** The letters of those marks of which only the letters go. */
function readMasks({ path, region, marks, own }: Stretch, mine: Placed[], raw: Raw): Map<number, Uint8Array> {
  const bare = openFrames(path, { ...raw, hidden: () => [] });
  const masks = new Map<number, Uint8Array>();
  try {
    for (const [n, one] of mine.entries()) {
      const { mark, size } = one;
      const number = own[n]!;
      if (!marks[number]?.isStrokes || mark.way === 'blur' || mark.way === 'colour') continue;
      const first = Math.max(raw.first, one.first + PAD_FRAMES);
      const last = Math.min(raw.first + raw.count, one.last - PAD_FRAMES) - 1;
      if (last < first) continue;
      const looks = Array.from({ length: Math.min(LOOKS, last - first + 1) }, (_, k, all = LOOKS) => {
        const frame = Math.round(first + ((last - first) * k) / Math.max(1, all - 1));
        const { x, y, ...rest } = one.at(frame);
        return { planes: bare.get(frame).planes, at: { x: x - region.x, y: y - region.y, ...rest } };
      });
      const mask = findStrokes(looks, size.height);
      if (mask) masks.set(number, mask);
    }
  } finally {
    bare.close();
  }
  return masks;
}

/** Hidden pixels of a frame that are mended: where, and whether a model may make them up (1), or shall (2). */
type Hole = { pixels: Int32Array; map: Uint8Array; bold: Uint8Array; box: Rect };

function holeOf(here: { at: Rect; mask: Uint8Array | null; placed: Placed }[], size: Size): Hole | null {
  const mended = here.filter(({ placed: { mark } }) => mark.way !== 'blur' && mark.way !== 'colour');
  if (mended.length === 0) return null;
  const map = new Uint8Array(size.width * size.height);
  const bold = new Uint8Array(map.length);
  for (const { at, mask, placed } of mended) {
    const strength = placed.mark.way === 'each' ? 2 : placed.mark.way === 'learned' ? 1 : 0;
    for (let y = 0; y < at.height; y += 1) {
      for (let x = 0; x < at.width; x += 1) {
        if (mask && !mask[y * at.width + x]) continue;
        const n = (at.y + y) * size.width + at.x + x;
        map[n] = 1;
        bold[n] = Math.max(bold[n]!, strength);
      }
    }
  }
  const pixels = Int32Array.from(map.keys().filter((n) => map[n] === 1));
  return pixels.length === 0 ? null : { pixels, map, bold, box: around(mended.map(({ at }) => at)) };
}

type Planes = [Uint8Array, Uint8Array, Uint8Array];

function copyOf({ planes }: Frame): Planes {
  return planes.map(({ data }) => Uint8Array.from(data)) as Planes;
}

function joined(planes: Planes): Uint8Array {
  const all = new Uint8Array(planes.reduce((sum, plane) => sum + plane.length, 0));
  let at = 0;
  for (const plane of planes) {
    all.set(plane, at);
    at += plane.length;
  }
  return all;
}

/**
 * Puts into a hole what frames around show there; answers which pixels no frame showed. Frames so far away moved much as
 * those did before: `hints`.
 */
function fillFromOthers(
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
  let open = pixels.length;
  let short = pixels.length;
  const others = OFFSETS.flatMap((far) => [at - far, at + far]).filter((other) => other >= first && other <= last);
  for (const other of others) {
    if (short === 0) break;
    const there = frames.get(other);
    const motion = findMotion(frame, there, box, { isSeenThere: false, hint: hints.get(other - at) });
    if (!motion) continue;
    hints.set(other - at, motion.shift);
    const agrees = findAgreement(frame, there, motion, box, there.hidden);
    for (const [n, pixel] of pixels.entries()) {
      if (got[n]! >= WANTED || !agrees(pixel % width, Math.floor(pixel / width))) continue;
      const value = lookThere(there, motion, pixel, width, there.hidden);
      if (!value) continue;
      for (let plane = 0; plane < 3; plane += 1) values[plane]![n * WANTED + got[n]!] = value[plane]!;
      if (got[n] === 0) open -= 1;
      got[n]! += 1;
      if (got[n] === WANTED) short -= 1;
    }
  }
  const left = new Uint8Array(map.length);
  for (const [n, pixel] of pixels.entries()) {
    if (got[n] === 0) {
      left[pixel] = 1;
      continue;
    }
    put(planes, pixel, width, (plane) => middleOf(values[plane]!, n * WANTED, got[n]!));
  }
  return { left, open };
}

/** What a frame shows where a pixel of another one has gone; null where that is hidden, too. */
function lookThere(
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
  const [u, v] = [tx / 2 - 0.25, ty / 2 - 0.25];
  // Colours lie between two luma pixels; a pixel asks for those of its own square.
  const [cu, cv] = [u - (x / 2 - 0.25) + (x >> 1), v - (y / 2 - 0.25) + (y >> 1)];
  return [
    Math.max(0, Math.min(255, sampleSmooth(planes[0], tx, ty) - step.offset)),
    sampleSmooth(planes[1], cu, cv),
    sampleSmooth(planes[2], cu, cv),
  ];
}

/** A pixel with the colour of its square of four: the last one decides, all four saw the same. */
function put([luma, u, v]: Planes, pixel: number, width: number, value: (plane: 0 | 1 | 2) => number): void {
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

/** Goes on with what was made up for an earlier frame, as far as it is known where that has gone. */
function fillFromKey(frame: Frame, key: Frame, { box }: Hole, left: Uint8Array, planes: Planes): void {
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

function count(mask: Uint8Array): number {
  let sum = 0;
  for (const value of mask) if (value) sum += 1;
  return sum;
}

function writePatch(file: number, planes: Planes, size: Size, at: Rect): void {
  const out = new Uint8Array((at.width * at.height * 3) / 2);
  let to = 0;
  for (const [n, plane] of planes.entries()) {
    const by = n === 0 ? 1 : 2;
    for (let y = at.y / by; y < (at.y + at.height) / by; y += 1) {
      const from = (y * size.width) / by + at.x / by;
      out.set(plane.subarray(from, from + at.width / by), to);
      to += at.width / by;
    }
  }
  writeSync(file, out);
}
