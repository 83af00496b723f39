import type { Pool } from 'pg';
import type { ClipWhere } from './clip-filter.ts';
import type { Spelling, Term } from './understand.ts';
import { ENTRIES_A_ROW, type Frequencies, readFrequencies } from './word-frequency.ts';
import { quoteLexeme } from './words.ts';

/** A shot that may be what is looked for, with what its rank is computed from. */
export type Candidate = {
  shot_id: string;
  material_id: string;
  words: string | null;
  meaning: Buffer | null;
  duration: number;
  quality: number | null;
  used_count: number;
  last_used_at: string | null;
};

/** A library of so many shots is looked at as a whole: nothing is overlooked for want of the right word. */
const WHOLE_MAX = 1000;
/** So many are ranked at most. */
const CANDIDATES_MAX = 300;
/** So many are enough to fill pages: words are not made optional beyond it. */
const ENOUGH = 60;
/** Below so many shots the index is asked for everything. */
const SMALL_MAX = 20_000;
/** So many rows are wanted of a question to the index; where more are expected it asks for an even sample of them. */
const ROWS_MAX = 200;
/** So many are looked at to find them, whatever statistics promised. */
const LOOKED_AT_MAX = 3000;
/** What more shots have is cheaper to see in the rows: the index would read a list of millions. */
const COMMON_SHARE = 0.3;
/** To see whether a row has all that is asked for takes the index as long as reading so many entries of a list. */
const ENTRIES_A_MATCH = 60;
/** Each further word costs the index a seek a row; the ranking knows them all. */
const SPELLINGS_MAX = 10;
/** Another word that finds less than this of what its term finds is not worth that seek. */
const SPELLING_SHARE = 0.02;
const SAMPLE_DIGITS = 3;
/** A sample with fewer is drawn again, larger: words may be rarer together than each of them promises. */
const FEW = 30;

const COLUMNS = 'shot_id, material_id, words::text as words, meaning, duration, quality, used_count, last_used_at';

/**
 * The shots that may answer: all of a small library; of a large one those with all the words, then those with most of
 * the rarest. The index is never asked for more rows than can be looked at in a few milliseconds, however common the
 * words are: of a million that match, a fixed sample is as good, and the same on every page.
 */
export async function findCandidates(pool: Pool, where: ClipWhere, terms: Term[]): Promise<Candidate[]> {
  const whole = await readWhole(pool, where);
  if (whole) return whole;
  if (terms.length === 0) return [];
  const frequencies = await readFrequencies(pool, 'shot');
  const found = new Map<string, Candidate>();
  for (const conjunction of conjunctionsOf(terms, frequencies)) {
    for (const row of await findWithAll(pool, where, conjunction, frequencies)) found.set(row.shot_id, row);
    if (found.size >= ENOUGH) break;
  }
  return [...found.values()].slice(0, CANDIDATES_MAX);
}

/** Every shot that the filter leaves, newest first; null when there are too many. */
async function readWhole(pool: Pool, { base, rest, values }: ClipWhere): Promise<Candidate[] | null> {
  const counted = await pool.query<{ shots: number }>(
    `select count(*) as shots from (select 1 from shot where ${base.join(' and ')} limit ${WHOLE_MAX + 1}) counted`,
    values.slice(0, base.length - 1),
  );
  if ((counted.rows[0]?.shots ?? 0) > WHOLE_MAX) return null;
  const { rows } = await pool.query<Candidate>(
    `select ${COLUMNS} from shot where ${[...base, ...rest].join(' and ')} order by shot_id desc`,
    values,
  );
  return rows;
}

/**
 * What to ask for, strictest first: the rarest terms, as many as it takes to leave few rows, since the others are seen
 * in the ranking anyway; then the rarest with a common one, then each of the rarest by itself.
 */
function conjunctionsOf(terms: Term[], frequencies: Frequencies): Term[][] {
  const rarest = terms.toSorted((a, b) => shareOf(a, frequencies) - shareOf(b, frequencies));
  let expected = frequencies.rows;
  const enough = rarest.findIndex((term) => (expected *= shareOf(term, frequencies)) <= ROWS_MAX);
  const first = enough < 0 ? rarest : rarest.slice(0, enough + 1);
  const other = rarest[first.length];
  const singles = first.length > 1 || other ? rarest.slice(0, 3).map((term) => [term]) : [];
  return [first, ...(other && rarest[0] && first.length > 1 ? [[rarest[0], other]] : []), ...singles];
}

/** A word or one of several, of an owner, a tag or a term, as the index is asked for it. */
type Part = { text: string; share: number; isTerm: boolean };

async function findWithAll(
  pool: Pool,
  where: ClipWhere,
  terms: Term[],
  frequencies: Frequencies,
): Promise<Candidate[]> {
  const parts: Part[] = [
    ...where.lexemes.map((lexeme) => ({ text: quoteLexeme(lexeme), share: frequencies.of(lexeme), isTerm: false })),
    ...terms.map((term) => ({ text: writeTerm(term, frequencies), share: shareOf(term, frequencies), isTerm: true })),
  ].toSorted((a, b) => a.share - b.share);
  let { asked, share } = planQuestion(parts, frequencies.rows);
  for (;;) {
    const rows = await findSample(pool, where, parts, asked, share);
    if (rows.length >= FEW || share === 1) return rows;
    share = Math.min(1, (share * ROWS_MAX) / Math.max(1, rows.length));
    asked = Math.max(1, asked, parts.filter((part) => part.share < COMMON_SHARE).length);
  }
}

type Question = { asked: number; share: number };

/**
 * How many of the parts, rarest first, to ask the index for, and for what share of all shots. The fewer, the shorter are
 * the lists that it reads; but then the other parts are found only by looking at more rows.
 */
function planQuestion(parts: Part[], shots: number): Question {
  // Its lists are short, and its statistics may be older than most of it.
  if (shots < SMALL_MAX) {
    return { asked: parts.length, share: Math.min(1, LOOKED_AT_MAX / (shots * productOf(parts))) };
  }
  let best: Question & { cost: number } = { asked: parts.length, share: 1, cost: Infinity };
  for (let asked = 0; asked <= parts.length; asked += 1) {
    const expected = shots * productOf(parts.slice(0, asked));
    const wanted = ROWS_MAX / productOf(parts.slice(asked));
    for (const share of new Set([1, Math.min(1, wanted / expected)])) {
      const lists = parts.slice(0, asked).reduce((sum, part) => sum + part.share, share < 1 ? share : 0);
      const looked = expected * share;
      const matched = shots * Math.min(share, ...parts.slice(0, asked).map((part) => part.share));
      const cost = shots * lists + ENTRIES_A_MATCH * matched + ENTRIES_A_ROW * looked;
      const isBounded = looked <= LOOKED_AT_MAX && (asked > 0 || share < 1);
      if (isBounded && cost < best.cost) best = { asked, share, cost };
    }
  }
  return best;
}

function productOf(parts: Part[]): number {
  return parts.reduce((product, { share }) => product * share, 1);
}

async function findSample(
  pool: Pool,
  { base, rest, values }: ClipWhere,
  parts: Part[],
  asked: number,
  share: number,
): Promise<Candidate[]> {
  const query = [...parts.slice(0, asked).map(({ text }) => text), ...writeSample(share)].join(' & ');
  // Owners and tags are columns as well.
  const seen = parts.slice(asked).flatMap(({ text, isTerm }) => (isTerm ? text : []));
  const conditions = [...base, ...rest, ...(seen.length > 0 ? [`words @@ $${values.length + 2}::tsquery`] : [])];
  const { rows } = await pool.query<Candidate>(
    `select ${COLUMNS} from (
       select * from (select * from shot where words @@ $${values.length + 1}::tsquery limit ${LOOKED_AT_MAX}) looked_at
       where ${conditions.join(' and ')} order by shot_id desc limit ${CANDIDATES_MAX}
     ) found`,
    [...values, query, ...(seen.length > 0 ? [seen.join(' & ')] : [])],
  );
  return rows;
}

/** Words that about such a share of all shots have, always the same shots. */
function writeSample(share: number): string[] {
  if (share >= 1) return [];
  const digits = Math.min(SAMPLE_DIGITS, Math.max(1, Math.ceil(Math.log(1 / share) / Math.log(16))));
  const buckets = Math.max(1, Math.round(share * 16 ** digits));
  const lexemes = Array.from({ length: buckets }, (_, n) => quoteLexeme(`%${n.toString(16).padStart(digits, '0')}`));
  return [`(${lexemes.join(' | ')})`];
}

/** How many shots a term finds, as a share of all. */
function shareOf({ spellings }: Term, frequencies: Frequencies): number {
  const sum = spellings.reduce((shares, spelling) => shares + spellingShare(spelling, frequencies), 0);
  return Math.min(1, sum);
}

function spellingShare({ lexemes }: Spelling, frequencies: Frequencies): number {
  return Math.min(...lexemes.map(frequencies.of));
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
