import { fillFromKey, fillFromOthers, goOn, type Hole, type Known, ORIGIN, type Planes, put } from '#clean/borrow.ts';
import { coverBox } from '#clean/cover.ts';
import { type Frame, type Frames, joined, openFrames, toFrame } from '#clean/frames.ts';
import { around, type Mark, type Placed, place, type Rect, type Size } from '#clean/mark.ts';
import type { Shift } from '#clean/motion.ts';
import { keyPath, openPatches, type Patches, readCarried, writeCarried } from '#clean/patches.ts';
import { bridge, mixEven, type Rgb, temper, toRgb, withRgb } from '#clean/pixels.ts';
import { steady } from '#clean/steady.ts';
import { findStrokes, widen } from '#clean/strokes.ts';
import { layOver, readTop, type Sheer } from '#clean/top.ts';

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
/** So many pixels in the dark are drawn over without ado: beside somebody's hair a model saw another face in what little was left. */
const STRAY_SHARE = 0.12;
/** With more than this unseen even in the frame that was filled before, a frame is filled anew. */
const ANEW_SHARE = 0.12;
const LOOKS = 9;
/** How far around a hole it is looked for what may be in it, in heights of a line. */
const TEMPER_REACH = 0.6;

/** Takes marks away and writes the patched part, frame by frame, and once more from the last to the first where that helps. */
export async function mend(stretch: Stretch, fill: Fill, onFrame: (done: number) => void): Promise<Mended> {
  const { picture, fps, marks, own, region, from, to } = stretch;
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
  const patches = openPatches(stretch.out, size, within(stretch.patch));
  const total: Mended = { hidden: 0, seen: 0, made: 0, fills: 0 };
  const hints = new Map<number, Shift>();
  const carried = stretch.carried ? readCarried(stretch.carried, size) : null;
  let key = carried?.key ?? null;
  /** A frame that nothing lies over; null where there is none. */
  const bare = (at: number): Known | null => {
    if (at < raw.first || at >= raw.first + raw.count || over(at).length > 0) return null;
    return { frame: frames.get(at), origins: new Uint8Array(size.width * size.height) };
  };
  const holeAt = (at: number) => {
    const here = over(at).filter(({ placed: one }) => mine.includes(one));
    return { here, hole: holeOf(here, size) };
  };
  let before = carried?.last ?? bare(from - 1);
  const anew: number[] = [];
  try {
    for (let at = from; at < to; at += 1) {
      const frame = frames.get(at);
      const { here, hole } = holeAt(at);
      let planes = copyOf(frame);
      const origins = new Uint8Array(size.width * size.height);
      if (hole) {
        const { left, open } = fillFromOthers(frames, at, hole, planes, hints);
        for (const pixel of hole.pixels) if (!left[pixel]) origins[pixel] = ORIGIN.seen;
        total.hidden += hole.pixels.length;
        total.seen += hole.pixels.length - open;
        const isEach = hole.bold.some((value, n) => value === 2 && left[n] !== 0);
        if (open > 0 && before && !isEach) goOn(frame, before, hole, left, planes, origins);
        if (open > 0) anew.push(at);
        const dark = count(left);
        if (dark > STRAY_SHARE * hole.pixels.length && left.some((value, n) => value !== 0 && hole.bold[n] !== 0)) {
          const unmade = Uint8Array.from(left);
          if (key && !isEach) fillFromKey(frame, key, hole, left, planes);
          if (isEach || count(left) > ANEW_SHARE * hole.pixels.length) {
            const wanted = widen(left, size.width, size.height, 1).map((value, n) => (value && hole.map[n] ? 255 : 0));
            const filled = await fill(toRgb(planes, size), wanted, at);
            if (filled) {
              planes = withRgb(planes, size, filled, wanted);
              const reach = Math.round(TEMPER_REACH * Math.min(...here.map(({ at: box }) => box.height)));
              temper(planes, size, wanted, reach);
              mixEven(planes, size, wanted, hole.letters);
              total.fills += 1;
              left.fill(0);
              key = toFrame(joined(planes), size, []);
            }
          }
          for (const pixel of hole.pixels) if (unmade[pixel] && !left[pixel]) origins[pixel] = ORIGIN.made;
        }
        for (const pixel of hole.pixels) if (left[pixel]) origins[pixel] = ORIGIN.bridged;
        bridge(planes, size, left);
      }
      before = { frame: toFrame(joined(planes), size, []), origins };
      patches.write(at - from, planes, origins);
      onFrame(at - from + 1);
    }
    if (before) writeCarried(keyPath(stretch.out), key, before);
    total.made = goBack({
      patches,
      frames,
      from,
      to,
      anew: new Set(anew),
      hole: (at) => holeAt(at).hole,
      after: bare(to),
    });
    const tops = new Map<Mark, Sheer>();
    let last = carried?.last.frame ?? bare(from - 1)?.frame ?? null;
    for (let at = from; at < to; at += 1) {
      const { here, hole } = holeAt(at);
      const covered = here.filter(({ placed: { mark } }) => isCovered(mark) || mark.top);
      if (!hole && covered.length === 0) {
        last = null;
        continue;
      }
      const { planes, origins } = patches.read(at - from, copyOf(frames.get(at)));
      if (hole && last) steady(toFrame(joined(planes), size, []), last, hole, planes, at);
      last = hole ? toFrame(joined(planes), size, []) : null;
      // Last of all: on the way back nothing is taken from what was laid over a frame, nor put over it.
      for (const { at: box, placed: one } of covered) cover(planes, size, box, one.mark, tops);
      patches.write(at - from, planes, origins);
    }
  } finally {
    patches.close();
    frames.close();
  }
  return total;
}

function isCovered({ way }: Mark): boolean {
  return way === 'blur' || way === 'colour';
}

function cover(planes: Planes, size: Size, box: Rect, mark: Mark, tops: Map<Mark, Sheer>): void {
  if (isCovered(mark)) coverBox(planes, size, box, mark);
  if (!mark.top) return;
  const top = tops.get(mark) ?? readTop(mark.top);
  tops.set(mark, top);
  layOver(planes, size, box, top);
}

type Way = {
  patches: Patches;
  frames: Frames;
  from: number;
  to: number;
  anew: Set<number>;
  hole: (at: number) => Hole | null;
  after: Known | null;
};

/**
 * The way back: what comes into sight later is taken along to earlier frames, and mixed with what came from before by how far
 * each has come. Answers how many pixels are still a model's.
 */
function goBack({ patches, frames, from, to, anew, hole: holeAt, after }: Way): number {
  let made = 0;
  for (let at = to - 1; at >= from; at -= 1) {
    const hole = anew.has(at) ? holeAt(at) : null;
    if (!hole) {
      after = null;
      continue;
    }
    const frame = frames.get(at);
    // A frame that needed nothing of the others is read only where one before it asks.
    after ??= at + 1 < to ? whole(frames, patches, at + 1, from) : null;
    const { planes, origins } = patches.read(at - from, copyOf(frame));
    const back = Uint8Array.from(origins, (origin) => (origin > ORIGIN.seen ? ORIGIN.made : origin));
    if (after) {
      const left = Uint8Array.from(origins, (origin, n) => (origin > ORIGIN.seen && hole.bold[n] !== 2 ? 1 : 0));
      const theirs = planes.map((plane) => Uint8Array.from(plane)) as Planes;
      goOn(frame, after, hole, left, theirs, back);
      for (const pixel of hole.pixels) {
        const [forth, came] = [origins[pixel]!, back[pixel]!];
        if (forth <= ORIGIN.seen || came >= ORIGIN.made) continue;
        const share = forth >= ORIGIN.made ? 1 : forth / (forth + came);
        mix(planes, theirs, pixel, frames.size.width, share);
        origins[pixel] = Math.min(forth, came);
      }
      patches.write(at - from, planes, origins);
    }
    for (const origin of origins) if (origin === ORIGIN.made) made += 1;
    after = { frame: toFrame(joined(planes), frames.size, []), origins: back };
  }
  return made;
}

function whole(frames: Frames, patches: Patches, at: number, from: number): Known {
  const { planes, origins } = patches.read(at - from, copyOf(frames.get(at)));
  return { frame: toFrame(joined(planes), frames.size, []), origins };
}

function mix(planes: Planes, theirs: Planes, pixel: number, width: number, share: number): void {
  const half = (Math.floor(pixel / width) >> 1) * (width >> 1) + ((pixel % width) >> 1);
  const between = (plane: 0 | 1 | 2, at: number) =>
    planes[plane][at]! + (theirs[plane][at]! - planes[plane][at]!) * share;
  put(planes, pixel, width, (plane) => between(plane, plane === 0 ? pixel : half));
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
      if (!marks[number]?.isStrokes || isCovered(mark)) continue;
      // Where a box moves, its places are not so exact that letters lie over letters; and what moves uncovers all behind it.
      if (mark.keys.length > 1) continue;
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

function holeOf(here: { at: Rect; mask: Uint8Array | null; placed: Placed }[], size: Size): Hole | null {
  const mended = here.filter(({ placed: { mark } }) => !isCovered(mark));
  if (mended.length === 0) return null;
  const map = new Uint8Array(size.width * size.height);
  const bold = new Uint8Array(map.length);
  const letters = new Uint8Array(map.length);
  for (const { at, mask, placed } of mended) {
    const strength = placed.mark.way === 'each' ? 2 : placed.mark.way === 'learned' ? 1 : 0;
    for (let y = 0; y < at.height; y += 1) {
      for (let x = 0; x < at.width; x += 1) {
        if (mask && !mask[y * at.width + x]) continue;
        const n = (at.y + y) * size.width + at.x + x;
        map[n] = 1;
        if (mask) letters[n] = 1;
        bold[n] = Math.max(bold[n]!, strength);
      }
    }
  }
  const pixels = Int32Array.from(map.keys().filter((n) => map[n] === 1));
  return pixels.length === 0 ? null : { pixels, map, bold, letters, box: around(mended.map(({ at }) => at)) };
}

function copyOf({ planes }: Frame): Planes {
  return planes.map(({ data }) => Uint8Array.from(data)) as Planes;
}

function count(mask: Uint8Array): number {
  let sum = 0;
  for (const value of mask) if (value) sum += 1;
  return sum;
}
