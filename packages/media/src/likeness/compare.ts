import { HASH_BYTES, MARK_BYTES } from '#likeness/bytes.ts';
import { indexHashes } from '#likeness/hash-index.ts';
import type { Signature } from '#likeness/signature.ts';
import { compareTexts } from '#likeness/text.ts';

/** Bits that may differ: coding and captions change a few of a picture's 64, chance leaves 32. */
export const PICTURE_BITS = 10;
const SOUND_BITS = 11;
/** A moment of sound is two marks, half a second apart. */
const MARK_GAP = 4;
/** Two pictures and two moments a second are asked for, and looked for among all there are: so no shift hides them. */
const PICTURE_STEP = 2;
const SOUND_STEP = 4;
/** What the order counts of the likeness of pictures. */
export const ORDER_SHARE = 0.1;

/**
 * Likeness of each of a set (rows) to each of the set and then each other (columns), 0 to 1; -1 where neither has
 * anything of the kind.
 */
export type LikenessTables = { columns: number; picture: Float32Array; sound: Float32Array; text: Float32Array };

/** Compares everything in a set with everything in it and with all others. */
export function compareSignatures(set: Signature[], others: Signature[]): LikenessTables {
  const all = [...set, ...others];
  return {
    columns: all.length,
    picture: compareSequences(set.length, all.map(picturesOf), {
      most: PICTURE_BITS,
      step: PICTURE_STEP,
      order: ORDER_SHARE,
    }),
    sound: compareSequences(set.length, all.map(momentsOf), { most: SOUND_BITS, step: SOUND_STEP, order: 0 }),
    text: compareTexts(
      set.length,
      all.map(({ text }) => text),
    ),
  };
}

/** Hashes in running order, as two words each; zeros where there is nothing. */
type Sequence = { high: Uint32Array; low: Uint32Array };

function picturesOf({ picture }: Signature): Sequence {
  const words = wordsOf(picture);
  const length = picture.length / HASH_BYTES;
  return {
    high: Uint32Array.from({ length }, (_, n) => words(2 * n)),
    low: Uint32Array.from({ length }, (_, n) => words(2 * n + 1)),
  };
}

function momentsOf({ sound }: Signature): Sequence {
  const words = wordsOf(sound);
  const length = Math.max(0, sound.length / MARK_BYTES - MARK_GAP);
  const isHeard = (n: number) => words(n) !== 0 && words(n + MARK_GAP) !== 0;
  return {
    high: Uint32Array.from({ length }, (_, n) => (isHeard(n) ? words(n) : 0)),
    low: Uint32Array.from({ length }, (_, n) => (isHeard(n) ? words(n + MARK_GAP) : 0)),
  };
}

function wordsOf(bytes: Uint8Array): (n: number) => number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (n) => view.getUint32(4 * n);
}

type Rule = { most: number; step: number; order: number };

/**
 * The share of the shorter one that is found in the other, wherever it stands; less by up to `order` when what is found
 * stands in another order there.
 */
export function compareSequences(rows: number, all: Sequence[], { most, step, order }: Rule): Float32Array {
  const columns = all.length;
  const places = placesOf(all, most, step);
  const { videoOf, slotOf, starts, postings, ids, firsts, slots, likeOf } = places;
  const table = new Float32Array(rows * columns);
  const seen = new Int32Array(videoOf.length).fill(-1);
  const lastAsked = new Int32Array(columns);
  const [foundHere, foundThere] = [new Uint32Array(columns), new Uint32Array(columns)];
  const pairs: number[][] = all.map(() => []);

  for (let row = 0; row < rows; row += 1) {
    lastAsked.fill(-1);
    foundHere.fill(0);
    foundThere.fill(0);
    let asked = 0;
    for (const list of pairs) list.length = 0;
    for (let place = firsts[row]!; place < firsts[row + 1]!; place += 1) {
      const id = ids[place]!;
      if (id < 0 || (place - firsts[row]!) % step !== 0) continue;
      asked += 1;
      for (const like of likeOf(id)) {
        for (let at = starts[like]!, end = starts[like + 1]!; at < end; at += 1) {
          const there = postings[at]!;
          const column = videoOf[there]!;
          if (lastAsked[column] !== place) {
            lastAsked[column] = place;
            foundHere[column]! += 1;
          }
          const slot = slotOf[there]!;
          if (seen[slot] !== row) {
            seen[slot] = row;
            foundThere[column]! += 1;
          }
          if (order > 0) pairs[column]!.push(place, there);
        }
      }
    }
    for (let column = 0; column < columns; column += 1) {
      const [here, there] = [slots[row]!, slots[column]!];
      const isShorter = here <= there;
      const found = isShorter ? foundHere[column]! : foundThere[column]!;
      const least = isShorter ? Math.min(here, asked) : there;
      let share = least === 0 ? (here === there ? -1 : 0) : Math.min(1, found / least);
      if (order > 0 && share > 0 && row !== column) {
        const inOrder = Math.min(1, longestRow(pairs[column]!) / found);
        share *= 1 - order + order * inOrder;
      }
      table[row * columns + column] = row === column && least > 0 ? 1 : share;
    }
  }
  makeMutual(table, rows, columns);
  return table;
}

/** Two of the set are as alike as whichever of them finds more of the other: looking each way differs by a moment or two. */
function makeMutual(table: Float32Array, rows: number, columns: number): void {
  for (let row = 0; row < rows; row += 1) {
    for (let column = row + 1; column < rows; column += 1) {
      const [there, back] = [row * columns + column, column * columns + row];
      table[there] = table[back] = Math.max(table[there]!, table[back]!);
    }
  }
}

/** Every hash of every video in one row, and where each distinct one stands. */
function placesOf(all: Sequence[], most: number, step: number) {
  const firsts = new Uint32Array(all.length + 1);
  for (const [n, { high }] of all.entries()) firsts[n + 1] = firsts[n]! + high.length;
  const total = firsts[all.length]!;
  const [high, low] = [new Uint32Array(total), new Uint32Array(total)];
  const [videoOf, slotOf] = [new Uint32Array(total), new Uint32Array(total)];
  for (const [n, one] of all.entries()) {
    const first = firsts[n] ?? 0;
    high.set(one.high, first);
    low.set(one.low, first);
    for (let at = 0; at < one.high.length; at += 1) {
      videoOf[first + at] = n;
      slotOf[first + at] = first + at - (at % step);
    }
  }
  const index = indexHashes(high, low, most);
  const starts = new Uint32Array(index.count + 1);
  const slots = new Uint32Array(all.length);
  let lastSlot = -1;
  for (const [place, id] of index.ids.entries()) {
    if (id < 0) continue;
    starts[id + 1]! += 1;
    if (slotOf[place] !== lastSlot) slots[videoOf[place]!]! += 1;
    lastSlot = slotOf[place]!;
  }
  for (let n = 0; n < index.count; n += 1) starts[n + 1]! += starts[n]!;
  const next = starts.slice();
  const postings = new Uint32Array(starts[index.count]!);
  for (const [place, id] of index.ids.entries()) if (id >= 0) postings[next[id]!++] = place;

  const known = new Map<number, Uint32Array>();
  const likeOf = (id: number): Uint32Array => {
    const like = known.get(id) ?? index.likeOf(id);
    known.set(id, like);
    return like;
  };
  return { firsts, videoOf, slotOf, ids: index.ids, starts, postings, slots, likeOf };
}

/** The longest row of pairs (here, there) that goes forward in both; they come sorted by the first. */
function longestRow(pairs: number[]): number {
  const ends: number[] = [];
  for (let at = 0; at < pairs.length;) {
    const here = pairs[at]!;
    const there: number[] = [];
    for (; at < pairs.length && pairs[at] === here; at += 2) there.push(pairs[at + 1]!);
    // From the last: one moment here counts once, whatever it resembles there.
    for (const place of there.toSorted((a, b) => b - a)) {
      let [from, to] = [0, ends.length];
      while (from < to) {
        const middle = (from + to) >> 1;
        if (ends[middle]! < place) from = middle + 1;
        else to = middle;
      }
      ends[from] = place;
    }
  }
  return ends.length;
}
