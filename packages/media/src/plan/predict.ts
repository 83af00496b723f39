import { ORDER_SHARE } from '#likeness/compare.ts';
import { bitsOf } from '#likeness/hash-index.ts';
import { piecesOf, plainText } from '#likeness/text.ts';
import { DEFAULT_WEIGHTS, type KindsOfLikeness, type LikenessWeights, weigh } from '#likeness/weigh.ts';
import type { Forecast } from '#plan/forecast.ts';
import { lookShare, overlapOf, overlapShare, type Shown } from '#plan/shown.ts';

/**
 * How much of what somebody says is still found when other music lies so many decibels below it, or the same from
 * elsewhere. Measured on real voices over real music.
 */
export function foundUnder(decibels: number): number {
  return Math.max(0, 1 - 0.69 * Math.exp((9 - decibels) / 10.5));
}

/**
 * How much of what somebody says is found where it is said so much faster or slower: nearly all of it. Measured on a real
 * voice: 96 % at a twentieth more or less, 92 to 96 % at a tenth. What other music lies under it counts besides.
 */
export function foundAtPace(ratio: number): number {
  return Math.max(0, 1 - 0.6 * Math.abs(Math.log(ratio)));
}

/** Music counts as the same moment when it has moved by no more than this. */
const SAME_MOMENT_SECONDS = 0.07;

/** A forecast made ready to be compared with many. */
export type Outlook = {
  shown: Shown[];
  own: Shown[];
  music: Forecast['music'];
  pace: number;
  /** What is said, as numbers, when, and for how long. */
  said: Int32Array;
  saidFrom: Float64Array;
  saidLengths: Float64Array;
  /** Which pieces its text has, a bit for each, and how many. */
  pieces: Uint32Array;
  pieceCount: number;
  /** The contents of its shots, as numbers, and whether one of them comes twice. */
  contents: Int32Array;
  isRepeating: boolean;
  /** Whether it is known what its shots look like. */
  isLooked: boolean;
  seconds: number;
  saidSeconds: number;
  ownSeconds: number;
};

/** Foretells what the judge of finished videos will say of two planned ones. */
export type Predictor = {
  read(forecast: Forecast): Outlook;
  /** The same video with other pictures: its words are not read again. */
  show(outlook: Outlook, shown: Shown[], own: Shown[]): Outlook;
  kinds(a: Outlook, b: Outlook): KindsOfLikeness;
  /** One figure, weighed as the judge does. */
  likeness(a: Outlook, b: Outlook): number;
};

export function createPredictor(weights: LikenessWeights = DEFAULT_WEIGHTS): Predictor {
  const numbers = new Map<string, number>();
  const pieceNumbers = new Map<string, number>();
  const numberOf = (text: string) => numberIn(numbers, text);
  const see = (shown: Shown[], own: Shown[]) => ({
    shown,
    own,
    contents: Int32Array.from(shown, ({ content }) => numberOf(content)),
    isRepeating: new Set(shown.map(({ content }) => content)).size < shown.length,
    isLooked: shown.some(({ looks }) => looks !== undefined),
    seconds: sumOf(shown),
    ownSeconds: sumOf(own),
  });
  return {
    show: (outlook, shown, own) => ({ ...outlook, ...see(shown, own) }),
    read: ({ shown, said, own, music, text, pace = 1 }) => ({
      ...see(shown, own),
      music,
      pace,
      said: Int32Array.from(said, ({ key }) => numberOf(key)),
      saidFrom: Float64Array.from(said, ({ fromSeconds }) => fromSeconds),
      saidLengths: Float64Array.from(said, (one) => one.seconds),
      ...bitsFor(piecesOf(plainText(text)), pieceNumbers),
      saidSeconds: sumOf(said),
    }),
    kinds: kindsOf,
    likeness: (a, b) => weigh(kindsOf(a, b), weights),
  };
}

function kindsOf(a: Outlook, b: Outlook): KindsOfLikeness {
  return { picture: pictureLikeness(a, b), sound: soundLikeness(a, b), text: textLikeness(a, b) };
}

/** The share of the shorter one's pictures that the other shows too; less by up to a tenth where the order differs. */
function pictureLikeness(a: Outlook, b: Outlook): number {
  if (a.seconds === 0 || b.seconds === 0) return a.seconds === b.seconds ? -1 : 0;
  const isPlain = !a.isRepeating && !b.isRepeating;
  let inA = isPlain ? 0 : sharedSeconds(a, b);
  let inB = isPlain ? 0 : sharedSeconds(b, a);
  let isInOrder = isPlain;
  // Nearly always no source is shown twice: then one look finds what both have, and in which order.
  for (let n = 0, last = 0; isPlain && n < a.contents.length; n++) {
    const at = placeOf(b.contents, a.contents[n]!);
    if (at < 0) continue;
    const one = a.shown[n]!;
    const other = b.shown[at]!;
    inA += one.seconds * overlapOf(one, other);
    inB += other.seconds * overlapOf(other, one);
    if (at < last) isInOrder = false;
    last = at;
  }
  if (a.isLooked && b.isLooked) {
    inA += likeSeconds(a, b);
    inB += likeSeconds(b, a);
  }
  const share = Math.min(1, Math.max(inA / a.seconds, inB / b.seconds));
  if (share === 0 || isInOrder) return share;
  return share * (1 - ORDER_SHARE + ORDER_SHARE * Math.max(orderShare(a, b), orderShare(b, a)));
}

function sharedSeconds({ shown }: Outlook, other: Outlook): number {
  return shown.reduce((sum, one) => sum + one.seconds * overlapShare(one, other.shown), 0);
}

/** Seconds of other films that look like something of the other video. */
function likeSeconds({ shown, contents }: Outlook, other: Outlook): number {
  let sum = 0;
  for (let n = 0; n < shown.length; n++) {
    if (placeOf(other.contents, contents[n]!) >= 0) continue;
    let most = 0;
    for (const one of other.shown) most = Math.max(most, lookShare(shown[n]!, one));
    sum += shown[n]!.seconds * most;
  }
  return sum;
}

/** A few numbers are looked through faster by hand than by `indexOf`, and this is asked millions of times. */
function placeOf(numbers: Int32Array, wanted: number): number {
  for (let n = 0; n < numbers.length; n++) if (numbers[n] === wanted) return n;
  return -1;
}

/** Of the shots that both show, the share that stands in the same order: the longest row that goes forward in both. */
function orderShare(a: Outlook, b: Outlook): number {
  /** `best[at]`: seconds of the longest row that ends at or before this shot of the other one. */
  const best = new Float64Array(b.shown.length);
  let all = 0;
  for (let n = 0; n < a.shown.length; n++) {
    const one = a.shown[n]!;
    let isFound = false;
    // From the last: one shot counts once, whatever it shares pictures with.
    for (let place = b.shown.length - 1; place >= 0; place--) {
      if (b.contents[place] !== a.contents[n] || overlapOf(one, b.shown[place]!) === 0) continue;
      isFound = true;
      const row = best[place]! + one.seconds;
      for (let at = place; at < best.length; at++) if (best[at]! < row) best[at] = row;
    }
    if (isFound) all += one.seconds;
  }
  return all === 0 ? 1 : Math.min(1, best.at(-1)! / all);
}

/**
 * The share of the shorter one's sound that is heard in the other too. A voice drowns the music under it, so that music
 * counts where nobody speaks; the sound of the shots themselves counts where there is nothing else.
 */
function soundLikeness(a: Outlook, b: Outlook): number {
  const [here, there] = [heardSeconds(a), heardSeconds(b)];
  if (here === 0 || there === 0) return here === there ? -1 : 0;
  const [shorter, longer] = here <= there ? [a, b] : [b, a];
  const under = foundUnder(Math.min(a.music?.underSpeech ?? Infinity, b.music?.underSpeech ?? Infinity));
  let found = 0;
  for (let n = 0; n < shorter.said.length; n++) {
    const at = placeOf(longer.said, shorter.said[n]!);
    if (at < 0) continue;
    const isSame = isSameMusic(shorter, longer, shorter.saidFrom[n]! - longer.saidFrom[at]!);
    found += shorter.saidLengths[n]! * (isSame ? 1 : under);
  }
  if (a.pace !== b.pace) found *= foundAtPace(a.pace / b.pace);
  const withPauses = shorter.music ? spokenSeconds(shorter) / Math.max(0.001, shorter.saidSeconds) : 1;
  return Math.min(1, (found * withPauses + restFound(shorter, longer)) / Math.min(here, there));
}

/** Seconds in which something is heard: all of it with music, else what is said and what the shots sound like. */
function heardSeconds({ music, seconds, saidSeconds, ownSeconds }: Outlook): number {
  return music ? seconds : saidSeconds + ownSeconds;
}

/** Whether what is said `later` in the first one has the same music under it there. */
function isSameMusic(a: Outlook, b: Outlook, later: number): boolean {
  if (!a.music || !b.music) return a.music === b.music;
  const moved = a.music.startSeconds + later - b.music.startSeconds;
  return a.music.content === b.music.content && Math.abs(moved) <= SAME_MOMENT_SECONDS;
}

/** Seconds where nobody speaks in either and the same is heard. */
function restFound(a: Outlook, b: Outlook): number {
  if (!a.music && !b.music) return sharedOwn(a, b);
  if (!a.music || !b.music || a.music.content !== b.music.content) return 0;
  const from = Math.max(a.music.startSeconds, b.music.startSeconds);
  const to = Math.min(a.music.startSeconds + a.seconds, b.music.startSeconds + b.seconds);
  const both = Math.max(0, to - from) / Math.min(a.seconds, b.seconds);
  return both * Math.min(a.seconds - spokenSeconds(a), b.seconds - spokenSeconds(b));
}

/** A pause as long as this is still part of the speech: the music in it is not heard as such. */
export const PAUSE_SECONDS = 0.5;

/** What is said, with the pauses behind it. */
function spokenSeconds({ seconds, said, saidSeconds }: Outlook): number {
  return Math.min(seconds, saidSeconds + PAUSE_SECONDS * said.length);
}

function sharedOwn(a: Outlook, b: Outlook): number {
  return a.own.reduce((sum, one) => sum + one.seconds * overlapShare(one, b.own), 0);
}

/** The share of the shorter text's pieces that stand in the other. */
function textLikeness(a: Outlook, b: Outlook): number {
  const least = Math.min(a.pieceCount, b.pieceCount);
  if (least === 0) return a.pieceCount === b.pieceCount ? -1 : 0;
  let shared = 0;
  for (let n = Math.min(a.pieces.length, b.pieces.length) - 1; n >= 0; n--) {
    shared += bitsOf(a.pieces[n]! & b.pieces[n]!);
  }
  return shared / least;
}

function numberIn(numbers: Map<string, number>, text: string): number {
  const known = numbers.get(text) ?? numbers.size;
  numbers.set(text, known);
  return known;
}

function bitsFor(pieces: Set<string>, numbers: Map<string, number>): Pick<Outlook, 'pieces' | 'pieceCount'> {
  const own = Array.from(pieces, (piece) => numberIn(numbers, piece));
  const bits = new Uint32Array(1 + (Math.max(0, ...own) >>> 5));
  for (const n of own) bits[n >>> 5]! |= 1 << (n & 31);
  return { pieces: bits, pieceCount: own.length };
}

function sumOf(parts: { seconds: number }[]): number {
  return parts.reduce((sum, { seconds }) => sum + seconds, 0);
}
