import { bitsOf } from '#likeness/hash-index.ts';
import { piecesOf, plainText } from '#likeness/text.ts';
import { DEFAULT_WEIGHTS, type LikenessWeights } from '#likeness/weigh.ts';
import { createField, FIELD_SIZES } from '#plan/field.ts';
import type { Forecast } from '#plan/forecast.ts';
import { createRandom } from '#plan/random.ts';
import { lookShare, overlapOf, overlapShare, type Shown } from '#plan/shown.ts';

/** A line with the picture that it is shown with: made once, however many videos have it. */
export type CombinePart = {
  /** What it shows and writes. */
  shown: Shown;
  text: string;
  /** Whether somebody says it; else the sound of the shot is heard. */
  isSaid: boolean;
  seconds: number;
  /** What it speaks of and how: no video has two parts that share one of these. */
  about: string[];
  /** What it takes to make it; nothing where it is made already. */
  cost: number;
};

/**
 * For each place of a video the parts that may stand there, by number, and those of which it has one where it can. No two
 * of a group begin with the same words.
 */
export type CombineVideo = { places: number[][]; wished: number[]; group: string };

export type CombineSetting = {
  /** All parts of each place, those first that are to be used first. */
  lists: number[][];
  /** How many more videos should be possible later without anything new. */
  room?: number;
  /** How alike two videos may be. */
  below: number;
  /** How long a video may be. */
  seconds: number;
  weights?: LikenessWeights;
  /** Videos that are there already. */
  past?: Forecast[];
};

/** Comparisons of two videos that a plan may spend: a few seconds. */
const WORK = 30_000_000;
const MOVES_PER_CHOICE = 300;
/** What a hundredth above the limit counts as, in seconds to make, and what must not be at all. */
const TOO_ALIKE = 2;
const WRONG = 40;
/** How much worse a step may be at first and at last, in seconds. */
const [HOT, COLD] = [6, 0.05];
/** Two shots of which more than this looks the same are not shown in one video. */
const HALF = 0.5;

/**
 * Videos of few parts: what has to be made for them is as little as leaves any two less alike than they may be. Words of a
 * code of lines in a plane share at most one place, so that q parts a place give q² videos. For those that are left without
 * one, by clashes, lengths or what was made before, a search by annealing: a part costs once, two videos that are too alike
 * cost more than what it takes to tell them apart. Answers the part of every place.
 */
export function combineParts(parts: CombinePart[], videos: CombineVideo[], setting: CombineSetting): number[][] {
  const random = createRandom('combine');
  const tables = createTables(parts, setting);
  const design = designFor(parts, videos, setting, tables);
  const picks = videos.map(({ places }, n) => design[n] ?? places.map((own, place) => own[(n + place) % own.length]!));
  const rows = picks.map(tables.rowOf);
  const count = rows.length;
  const uses = new Int32Array(parts.length);
  for (const part of picks.flat()) uses[part]! += 1;

  /** What is wrong with two videos beside each other. */
  const wrongBeside = (n: number, row: Row, other: number): number => {
    const begunAlike =
      videos[other]!.group === videos[n]!.group && parts[row.own[0]!]!.text === parts[rows[other]!.own[0]!]!.text;
    return (begunAlike ? WRONG : 0) + 100 * TOO_ALIKE * tables.over(row, rows[other]!);
  };
  const alone = Float64Array.from(rows, (row) => wrongAlone(row, setting, tables));
  const beside = new Float64Array(count * count);
  const sums = new Float64Array(count);
  for (let n = 0; n < count; n++) {
    for (let other = 0; other < n; other++) {
      beside[n * count + other] = beside[other * count + n] = wrongBeside(n, rows[n]!, other);
      sums[n]! += beside[n * count + other]!;
      sums[other]! += beside[n * count + other]!;
    }
  }

  const free = [...videos.keys()].flatMap((n) =>
    videos[n]!.places.flatMap((own, place) => (own.length > 1 && !design[n] ? [{ n, place, own }] : [])),
  );
  const choices = free.reduce((sum, { own }) => sum + own.length, 0);
  const moves = Math.min(choices * MOVES_PER_CHOICE, Math.floor(WORK / Math.max(1, count + tables.pastCount)));
  const next = new Float64Array(count);
  for (let move = 0; move < moves; move++) {
    const { n, place, own } = free[random.below(free.length)]!;
    const [now, part] = [picks[n]![place]!, own[random.below(own.length)]!];
    const heat = HOT * (COLD / HOT) ** (move / moves);
    const most = -heat * Math.log(1 - random.next());
    if (part === now) continue;
    const made = (uses[part] === 0 ? parts[part]!.cost : 0) - (uses[now] === 1 ? parts[now]!.cost : 0);
    // Most steps are too dear whatever they mend.
    const before = alone[n]! + sums[n]!;
    if (made - before > most) continue;
    const row = tables.rowOf(picks[n]!.with(place, part));
    const wrong = wrongAlone(row, setting, tables);
    let sum = 0;
    for (let other = 0; other < count && made + wrong + sum - before <= most; other++) {
      next[other] = other === n ? 0 : wrongBeside(n, row, other);
      sum += next[other]!;
    }
    if (made + wrong + sum - before > most) continue;
    picks[n] = row.own;
    rows[n] = row;
    alone[n] = wrong;
    sums[n] = sum;
    for (let other = 0; other < count; other++) {
      if (other === n) continue;
      sums[other]! += next[other]! - beside[other * count + n]!;
      beside[n * count + other] = beside[other * count + n] = next[other]!;
    }
    uses[part]! += 1;
    uses[now]! -= 1;
  }
  return picks;
}

/** What is wrong with a video by itself, and beside those of before. */
function wrongAlone({ own, seconds, ...row }: Row, setting: CombineSetting, tables: Tables): number {
  let sum = seconds > setting.seconds ? WRONG * (seconds - setting.seconds) : 0;
  for (let place = 0; place < own.length; place++) {
    for (let other = 0; other < place; other++) if (tables.clash(own[place]!, own[other]!)) sum += WRONG;
  }
  for (let n = 0; n < tables.pastCount; n++) sum += 100 * TOO_ALIKE * tables.overPast({ own, seconds, ...row }, n);
  return sum;
}

/** The words of the smallest field that has enough of them, else of the one with most; null where a video gets none. */
function designFor(
  parts: CombinePart[],
  videos: CombineVideo[],
  setting: CombineSetting,
  tables: Tables,
): (number[] | null)[] {
  const { lists, room = 0 } = setting;
  let best = { dealt: videos.map((): number[] | null => null), count: 0 };
  for (const size of FIELD_SIZES.filter((one) => one >= lists.length - 1)) {
    if (lists.some(({ length }) => length < size)) break;
    const words = wordsOf(size, lists).map((own): Word[] =>
      openingsOf(own, size, lists)
        .map((each, spare) => ({ ...tables.rowOf(each), spare }))
        .filter((row) => wrongAlone(row, setting, tables) === 0),
    );
    const dealt = dealOut(parts, videos, words.flat(), tables);
    const count = dealt.filter((own) => own !== null).length;
    if (count > best.count) best = { dealt, count };
    const begun = dealt.map((own, n) => `${videos[n]!.group} ${own && parts[own[0]!]!.text}`);
    const isFresh = new Set(begun).size === begun.length;
    const usable = words.filter((own) => own.length > 0).length;
    if (count === videos.length && usable >= count + room && isFresh) return dealt;
  }
  return best.dealt;
}

/** One part of each place for every line of the plane over a field: two lines meet in one point at most. */
function wordsOf(size: number, lists: number[][]): number[][] {
  const { add, multiply } = createField(size);
  return Array.from({ length: size * size }, (_, word) => {
    const [start, slope] = [word % size, Math.floor(word / size)];
    return lists.map((own, place) => own[place < size ? add(start, multiply(slope, place)) : slope]!);
  });
}

/** A word with its own opening, and with those that no word has: two with different openings are less alike, never more. */
function openingsOf(word: number[], size: number, lists: number[][]): number[][] {
  const [opening] = word;
  const own = lists[0]!;
  const spare = own.filter((_, n) => n >= size && n % size === own.indexOf(opening!));
  return [word, ...spare.map((other) => word.with(0, other))];
}

/** A word for every video, so that what begins alike is about different things, and beginnings are used evenly. */
function dealOut(parts: CombinePart[], videos: CombineVideo[], words: Word[], { over }: Tables): (number[] | null)[] {
  const left = new Set(words);
  const begun = new Map<string, number>();
  const uses = (key: string) => begun.get(key) ?? 0;
  const deal = ({ places, group, wished }: CombineVideo, fits: (row: Row) => boolean): number[] | null => {
    let best: { row: Word; weight: number } | null = null;
    for (const row of left) {
      if (!row.own.every((part, place) => places[place]!.includes(part)) || !fits(row)) continue;
      const { text } = parts[row.own[0]!]!;
      // One opening more is made where two videos would begin alike that must not, and not for less.
      const begunAlike = 1000 * uses(`${group} ${text}`) + 100 * uses(`${wished[0]} ${text}`) + uses(text);
      const weight = begunAlike + (uses(text) === 0 ? 500 * row.spare : 0);
      if (!best || weight < best.weight) best = { row, weight };
    }
    if (!best) return null;
    left.delete(best.row);
    // The same line shown otherwise makes two more alike than the code knows.
    for (const row of left) if (over(row, best.row) > 0) left.delete(row);
    const { text } = parts[best.row.own[0]!]!;
    for (const key of [text, `${group} ${text}`, `${wished[0]} ${text}`]) begun.set(key, uses(key) + 1);
    return best.row.own;
  };
  const first = videos.map((video) => deal(video, (row) => video.wished.some((part) => row.own.includes(part))));
  return videos.map((video, n) => first[n] ?? deal(video, () => true));
}

type Tables = ReturnType<typeof createTables>;
type Row = { own: number[]; seconds: number; pieces: Uint32Array; pieceCount: number };
/** `spare`: how far behind the openings that every plan needs its own one stands. */
type Word = Row & { spare: number };

/** The formulae of the predictor in tables, so that they can be asked millions of times. */
function createTables(parts: CombinePart[], { weights = DEFAULT_WEIGHTS, past = [], below }: CombineSetting) {
  const count = parts.length;
  const total = weights.picture + weights.sound + weights.text;
  const share = { picture: weights.picture / total, sound: weights.sound / total, text: weights.text / total };
  const { bitsIn, words } = numberPieces([...parts.map(({ text }) => text), ...past.map(({ text }) => text)]);
  const partBits = parts.map((_, n) => bitsIn(n));
  const pastBits = past.map((_, n) => bitsIn(count + n));
  const pastPieces = pastBits.map(countBits);

  // Seconds of the one that are seen and heard in the other as well, each as it weighs.
  const common = new Float64Array(count * count);
  const clashes = new Uint8Array(count * count);
  for (const [a, one] of parts.entries()) {
    for (const [b, other] of parts.entries()) {
      const shared = one.shown.content === other.shown.content ? overlapOf(one.shown, other.shown) : 0;
      const seen = shared || lookShare(one.shown, other.shown);
      const heard = one.isSaid ? Number(one.text === other.text) : shared;
      common[a * count + b] = one.seconds * (share.picture * seen + share.sound * heard);
      const isClash = shared > 0 || seen > HALF || one.about.some((about) => other.about.includes(about));
      if (isClash) clashes[a * count + b] = 1;
    }
  }
  const pastCommon = past.map(({ shown, said }) => {
    const texts = new Set(said.map(({ key }) => key.slice(key.indexOf('\n') + 1)));
    return Float64Array.from(parts, (one) => {
      const shared = overlapShare(one.shown, shown);
      const seen = shared || Math.max(0, ...shown.map((other) => lookShare(one.shown, other)));
      const heard = one.isSaid ? Number(texts.has(one.text)) : shared;
      return one.seconds * (share.picture * seen + share.sound * heard);
    });
  });
  const pastSeconds = past.map(({ shown }) => shown.reduce((sum, one) => sum + one.seconds, 0));

  /** How far above the limit: texts are only read where they could matter. */
  const overBy = (rest: number, a: Uint32Array, b: Uint32Array, least: number): number => {
    if (rest + share.text <= below) return 0;
    let shared = 0;
    for (let n = 0; n < words; n++) {
      const both = a[n]! & b[n]!;
      if (both !== 0) shared += bitsOf(both);
    }
    return Math.max(0, rest + (least > 0 ? (share.text * shared) / least : 0) - below);
  };

  return {
    pastCount: past.length,
    clash: (a: number, b: number) => clashes[a * count + b] === 1,
    rowOf(own: number[]): Row {
      const pieces = new Uint32Array(words);
      let seconds = 0;
      for (const part of own) {
        seconds += parts[part]!.seconds;
        const set = partBits[part]!;
        for (let n = 0; n < words; n++) pieces[n]! |= set[n]!;
      }
      return { own, seconds, pieces, pieceCount: countBits(pieces) };
    },
    over(a: Row, b: Row): number {
      let rest = 0;
      for (let i = 0; i < a.own.length; i++) {
        const first = a.own[i]! * count;
        for (let j = 0; j < b.own.length; j++) rest += common[first + b.own[j]!]!;
      }
      if (rest === 0) return 0;
      return overBy(rest / Math.min(a.seconds, b.seconds), a.pieces, b.pieces, Math.min(a.pieceCount, b.pieceCount));
    },
    overPast(row: Row, n: number): number {
      let rest = 0;
      for (let i = 0; i < row.own.length; i++) rest += pastCommon[n]![row.own[i]!]!;
      if (rest === 0) return 0;
      const least = Math.min(row.pieceCount, pastPieces[n]!);
      return overBy(rest / Math.min(row.seconds, pastSeconds[n]!), row.pieces, pastBits[n]!, least);
    },
  };
}

/** The pieces of texts as bits. */
function numberPieces(texts: string[]) {
  const numbers = new Map<string, number>();
  const all = texts.map((text) =>
    Array.from(piecesOf(plainText(text)), (piece) => {
      const known = numbers.get(piece) ?? numbers.size;
      numbers.set(piece, known);
      return known;
    }),
  );
  const words = 1 + (numbers.size >>> 5);
  return {
    words,
    bitsIn(at: number): Uint32Array {
      const bits = new Uint32Array(words);
      for (const n of all[at]!) bits[n >>> 5]! |= 1 << (n & 31);
      return bits;
    },
  };
}

function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let n = 0; n < bits.length; n++) count += bitsOf(bits[n]!);
  return count;
}
