/** A picture that a video could have for its cover: a moment of a file that the video shows. */
export type CoverFrame = {
  content: string;
  /** Of the file. */
  seconds: number;
  /** How good a picture it is, 0 to 1. */
  quality: number;
  /** Perceptual hash, 16 hex digits; null where nobody has looked. */
  hash: string | null;
};

/** A cover that there is already. */
export type TakenCover = Pick<CoverFrame, 'content' | 'seconds' | 'hash'>;

/** Moments of one file this near to each other are one picture to the eye. */
const SAME_SECONDS = 0.2;
/** Hashes with at most so many different bits look the same; from so many on they have nothing in common. */
const SAME_BITS = 4;
const UNLIKE_BITS = 22;
/** Nobody has looked: another moment of the same file is a little different, another file altogether. */
const UNSEEN_BITS = { same_file: 9, other_file: UNLIKE_BITS };
/** What the very same picture is worth: it is taken only where there is no other. */
const SAME_WORTH = 0.001;
const ALIKE_WORTH = 0.1;

/** What a frame is judged by. */
type RatedFrame = {
  /** Strength of fine detail; under 30 reads as blurred. */
  sharpness: number;
  /** Mean brightness, 0 to 255. */
  brightness: number;
  /** The largest face of its shot as a share of the picture, and how sure the model is of it; 0 without. */
  face: number;
  certainty: number;
};

/** How good a cover a frame makes, 0 to 1: sharp and well lit, better still with a face that can be made out. */
export function rateFrame({ sharpness, brightness, face, certainty }: RatedFrame): number {
  const sharp = ramp(Math.log1p(sharpness), Math.log1p(8), Math.log1p(180));
  const lit = Math.min(ramp(brightness, 15, 70), ramp(255 - brightness, 15, 55));
  const seen = ramp(face, 0.005, 0.04) * certainty;
  return (0.15 + 0.85 * sharp) * (0.1 + 0.9 * lit) * (0.75 + 0.25 * seen);
}

/**
 * A cover for each video in turn, good and unlike those before it and those that are taken. Null for a video without
 * frames. A video's cover depends on those before it alone: leaving out a later one changes nothing.
 */
export function chooseCovers<T extends CoverFrame>(videos: T[][], taken: TakenCover[]): (T | null)[] {
  const board = createBoard(videos.flat(), taken);
  return videos.map((frames) => {
    const best = board.best(frames);
    if (best) board.take(best);
    return best;
  });
}

/** Up to so many frames of one video that are good and unlike one another and what is taken, the best first. */
export function proposeCovers<T extends CoverFrame>(frames: T[], taken: TakenCover[], count: number): T[] {
  const board = createBoard(frames, taken);
  const left = new Set(frames);
  const chosen: T[] = [];
  while (chosen.length < count && left.size > 0) {
    const best = board.best([...left])!;
    left.delete(best);
    board.take(best);
    chosen.push(best);
  }
  return chosen;
}

/** Whether two covers show the same picture. */
export function isSameCover(a: TakenCover, b: TakenCover): boolean {
  return a.content === b.content && Math.abs(a.seconds - b.seconds) < SAME_SECONDS;
}

type Bits = readonly [number, number];
type Entry = { frame: CoverFrame; bits: Bits | null; nearest: number };

/** Every frame with its distance to the nearest cover that is taken: many videos share few frames. */
function createBoard(frames: CoverFrame[], taken: TakenCover[]) {
  const entries = new Map<string, Entry>();
  const entryOf = new Map<CoverFrame, Entry>();
  for (const frame of frames) {
    if (entryOf.has(frame)) continue;
    const key = `${frame.content} ${frame.seconds.toFixed(3)}`;
    const entry = entries.get(key) ?? { frame, bits: bitsOf(frame.hash), nearest: UNLIKE_BITS };
    entries.set(key, entry);
    entryOf.set(frame, entry);
  }
  const take = (cover: TakenCover) => {
    const bits = bitsOf(cover.hash);
    for (const entry of entries.values()) {
      const distance = isSameCover(entry.frame, cover) ? -1 : bitsApart(entry, cover, bits);
      if (distance < entry.nearest) entry.nearest = distance;
    }
  };
  for (const cover of taken) take(cover);
  const worth = (frame: CoverFrame) => {
    const nearest = entryOf.get(frame)?.nearest ?? UNLIKE_BITS;
    if (nearest < 0) return frame.quality * SAME_WORTH;
    return frame.quality * (ALIKE_WORTH + (1 - ALIKE_WORTH) * ramp(nearest, SAME_BITS, UNLIKE_BITS));
  };
  const best = <T extends CoverFrame>(some: T[]): T | null => {
    let [found, most]: [T | null, number] = [null, -1];
    for (const frame of some) {
      const value = worth(frame);
      if (value > most) [found, most] = [frame, value];
    }
    return found;
  };
  return { take, best };
}

function bitsApart({ frame, bits }: Entry, cover: TakenCover, other: Bits | null): number {
  if (!bits || !other) return frame.content === cover.content ? UNSEEN_BITS.same_file : UNSEEN_BITS.other_file;
  return ones(bits[0] ^ other[0]) + ones(bits[1] ^ other[1]);
}

function bitsOf(hash: string | null): Bits | null {
  return hash === null ? null : [Number.parseInt(hash.slice(0, 8), 16) | 0, Number.parseInt(hash.slice(8), 16) | 0];
}

function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** 0 up to `from`, 1 from `to` on, a straight line in between. */
function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}
