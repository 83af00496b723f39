import type { Spelling, Term } from './understand.ts';
import { ENTRIES_A_ROW, type Frequencies } from './word-frequency.ts';
import { quoteLexeme } from './words.ts';

/** A word or one of several, of an owner, a tag or a term, as the index is asked for it. */
export type Part = { text: string; share: number; isTerm: boolean; isOwner?: boolean };

/**
 * How many of the parts, rarest first, the index is asked for, and for what share of all shots. `spare` is the share of
 * the shots that do without the last part: should no shot have all, they answer at once.
 */
export type Question = { asked: number; share: number; spare?: number };

/** Below so many shots the index is asked for everything. */
const SMALL_MAX = 20_000;
/** So many rows are wanted of a question to the index; where more are expected it asks for an even sample of them. */
export const ROWS_MAX = 100;
/** So few are all looked at. */
const FEW_MAX = 1500;
/** More are never looked at, whatever statistics promised. */
export const LOOKED_AT_MAX = 5000;
/** What more shots have is cheaper to see in the rows: the index would read a list of millions. */
export const COMMON_SHARE = 0.3;
/** To see whether a row has all that is asked for takes the index as long as reading so many entries of a list. */
const ENTRIES_A_MATCH = 100;
/** Each further word costs the index a seek a row; the ranking knows them all. */
const SPELLINGS_MAX = 10;
/** Another word that finds less than this of what its term finds is not worth that seek. */
const SPELLING_SHARE = 0.02;
const SAMPLE_DIGITS = 3;
/** A sample is of so many words at most, each of them a list to read. */
const SAMPLE_WORDS = 8;
const SPARE_MAX = 0.2;

/**
 * The fewer parts are asked for, the shorter are the lists that the index reads and the more is seen in the rows, where
 * those with only some of the words are found as well; but more rows are looked at.
 */
export function planQuestion(parts: Part[], shots: number): Question {
  // Its lists are short, and its statistics may be older than most of it.
  if (shots < SMALL_MAX) {
    return { asked: parts.length, share: Math.min(1, LOOKED_AT_MAX / (shots * productOf(parts))) };
  }
  const few = countFew(parts, shots);
  if (few > 0) return planSpare(parts, few - 1, shots);

  let best: Question & { cost: number } = { asked: parts.length, share: 1, cost: Infinity };
  for (let asked = 0; asked <= parts.length; asked += 1) {
    const expected = shots * productOf(parts.slice(0, asked));
    const share = Math.min(1, ROWS_MAX / productOf(parts.slice(asked)) / expected);
    const lists = parts.slice(0, asked).reduce((sum, part) => sum + part.share, share < 1 ? share : 0);
    const looked = expected * share;
    const matched = shots * Math.min(share, ...parts.slice(0, asked).map((part) => part.share));
    const cost = shots * lists + ENTRIES_A_MATCH * matched + ENTRIES_A_ROW * looked;
    const isBounded = looked <= LOOKED_AT_MAX && (asked > 0 || share < 1);
    if (isBounded && cost < best.cost) best = { asked, share, cost };
  }
  return best;
}

/** The question for every shot with the rarest of the parts, where they are few; null where they are many. */
export function planWhole(parts: Part[], shots: number): Question | null {
  const few = shots < SMALL_MAX && shots * productOf(parts) <= LOOKED_AT_MAX ? parts.length : countFew(parts, shots);
  return few > 0 ? { asked: few, share: 1 } : null;
}

/** How many of the parts, rarest first, leave few rows; 0 when even all that are not common leave many. */
function countFew(parts: Part[], shots: number): number {
  const rare = parts.filter(({ share }) => share < COMMON_SHARE);
  return rare.findIndex((_, n) => shots * productOf(rare.slice(0, n + 1)) <= FEW_MAX) + 1;
}

/** Asks for all parts up to the last, and for enough without it, if only that one of several terms leaves few rows. */
function planSpare(parts: Part[], last: number, shots: number): Question {
  const before = parts.slice(0, last);
  const whole = { asked: last + 1, share: 1 };
  if (!parts[last]?.isTerm || !before.some(({ isTerm }) => isTerm)) return whole;
  const filters = parts.slice(last).filter(({ isTerm }) => !isTerm);
  const spare = ROWS_MAX / (shots * productOf([...before, ...filters]));
  // The lists of so large a sample take longer than all the rows.
  if (spare > SPARE_MAX && shots * productOf(before) <= LOOKED_AT_MAX) return { asked: last, share: 1 };
  return { ...whole, spare: Math.min(spare, SPARE_MAX) };
}

export function productOf(parts: Part[]): number {
  return parts.reduce((product, { share }) => product * share, 1);
}

export function textsOf(parts: Part[]): string[] {
  return parts.map(({ text }) => text);
}

/** So many parts, rarest first, every row that is found has. */
export function strictParts({ asked, spare }: Question): number {
  return spare ? asked - 1 : asked;
}

/**
 * What the index is asked for, the shortest list first: each by itself, since of one question with several words it
 * would walk down all lists that are short, and of several questions only down the first.
 */
export function writeQuestion(parts: Part[], { asked, share, spare }: Question): string[] {
  const written = parts.slice(0, asked);
  const texts = textsOf(written);
  if (spare) return [...texts.slice(0, -1), `${texts.at(-1)} | ${writeSample(spare).text}`];
  if (share >= 1) return texts;
  return textsOf([...written, writeSample(share)].toSorted((a, b) => a.share - b.share));
}

/** Words that about such a share of all shots have, always the same shots. */
function writeSample(share: number): Part {
  const digits = Math.min(SAMPLE_DIGITS, Math.max(1, Math.ceil(Math.log(SAMPLE_WORDS / 16 / share) / Math.log(16))));
  const words = Math.max(1, Math.round(share * 16 ** digits));
  const lexemes = Array.from({ length: words }, (_, n) => quoteLexeme(`%${n.toString(16).padStart(digits, '0')}`));
  return { text: `(${lexemes.join(' | ')})`, share: words / 16 ** digits, isTerm: false };
}

/** How many shots a term finds, as a share of all. */
export function shareOf({ spellings }: Term, frequencies: Frequencies): number {
  const sum = spellings.reduce((shares, spelling) => shares + spellingShare(spelling, frequencies), 0);
  return Math.min(1, sum);
}

function spellingShare({ lexemes }: Spelling, frequencies: Frequencies): number {
  return Math.min(...lexemes.map(frequencies.of));
}

export function toPart(term: Term, frequencies: Frequencies): Part {
  return { text: writeTerm(term, frequencies), share: shareOf(term, frequencies), isTerm: true };
}

function writeTerm(term: Term, frequencies: Frequencies): string {
  const least = SPELLING_SHARE * shareOf(term, frequencies);
  const telling = term.spellings.filter(
    (spelling) => spelling.word === term.word || spellingShare(spelling, frequencies) >= least,
  );
  return `(${telling.slice(0, SPELLINGS_MAX).map(writeSpelling).join(' | ')})`;
}

function writeSpelling({ lexemes }: Spelling): string {
  return `(${lexemes.map(quoteLexeme).join(' & ')})`;
}
