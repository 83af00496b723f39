import type { MaterialType } from '@mixreel/contract';
import type { Pool } from 'pg';
import type { AskedWords, ClipWhere } from './clip-filter.ts';
import type { Spelling, Term } from './understand.ts';
import { ENTRIES_A_ROW, type Frequencies, readFrequencies } from './word-frequency.ts';
import { dirLexeme, quoteLexeme } from './words.ts';

/** A shot that may be what is looked for, with what its rank is computed from. */
export type Candidate = {
  shot_id: string;
  material_id: string;
  material_type: MaterialType;
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
const CANDIDATES_MAX = 200;
/** So many are enough to fill pages: words are not made optional beyond it. */
const ENOUGH = 40;
/** Below so many shots the index is asked for everything. */
const SMALL_MAX = 20_000;
/** So many rows are wanted of a question to the index; where more are expected it asks for an even sample of them. */
const ROWS_MAX = 100;
/** So few are all looked at. */
const LOOKED_AT = 1000;
/** So many are looked at to find them at most, whatever statistics promised. */
const LOOKED_AT_MAX = 4000;
/** So many further terms decide which of the rows looked at are the best. */
const SEEN_MAX = 4;
/** What more shots have is cheaper to see in the rows: the index would read a list of millions. */
const COMMON_SHARE = 0.3;
/** To see whether a row has all that is asked for takes the index as long as reading so many entries of a list. */
const ENTRIES_A_MATCH = 60;
/** Each further word costs the index a seek a row; the ranking knows them all. */
const SPELLINGS_MAX = 10;
/** Another word that finds less than this of what its term finds is not worth that seek. */
const SPELLING_SHARE = 0.02;
/** Of more folders the index is not asked: it would walk down the list of each. */
const DIRS_ASKED = 100;
const SAMPLE_DIGITS = 3;
/** A sample is of so many words at most, each of them a list to read. */
const SAMPLE_WORDS = 8;
const SPARE_MAX = 0.2;
/** A sample with fewer is drawn again, larger: words may be rarer together than each of them promises. */
const FEW = 30;

const COLUMNS =
  'shot_id, material_id, material_type, words::text as words, meaning, duration, quality, used_count, last_used_at';

/**
 * The shots that may answer, newest first: all of a small library; of a large one those with the rarest words, the best
 * of them by the other words. The index is never asked for more rows than can be looked at in a few milliseconds, however
 * common the words are: of a million that match, a fixed sample is as good, and the same on every page.
 */
export async function findCandidates(pool: Pool, where: ClipWhere, terms: Term[]): Promise<Candidates> {
  const whole = await readWhole(pool, where);
  if (whole) return { candidates: whole, beyond: null };
  if (terms.length === 0) return { candidates: [], beyond: null };
  const frequencies = await readFrequencies(pool, 'shot');
  const found = new Map<string, Candidate>();
  const asked = new Set<string>();
  let last: Term[] = [];
  let isAll = true;
  for (const conjunction of conjunctionsOf(terms, frequencies)) {
    const { rows, isSample } = await findWithAll(pool, where, conjunction, frequencies, asked);
    for (const row of rows) found.set(row.shot_id, row);
    isAll &&= !isSample;
    last = conjunction.terms;
    if (found.size >= ENOUGH) break;
  }
  const candidates = [...found.values()].slice(0, CANDIDATES_MAX).toSorted((a, b) => (a.shot_id < b.shot_id ? 1 : -1));
  const isMore = !isAll || found.size > candidates.length;
  return { candidates, beyond: isMore ? { words: (term) => askedWords(term, frequencies), terms: last } : null };
}

/** The best, and how to ask for all the others: in a large library only so many are ranked. */
export type Candidates = {
  candidates: Candidate[];
  beyond: { words: (term: Term) => AskedWords; terms: Term[] } | null;
};

function askedWords(term: Term, frequencies: Frequencies): AskedWords {
  return { text: writeTerm(term, frequencies), share: shareOf(term, frequencies) };
}

/** What the rank of these shots would be computed from, in their order. */
export async function readCandidates(pool: Pool, shot_ids: string[]): Promise<Candidate[]> {
  if (shot_ids.length === 0) return [];
  const { rows } = await pool.query<Candidate>(`select ${COLUMNS} from shot where shot_id = any($1::text[])`, [
    shot_ids,
  ]);
  const known = new Map(rows.map((row) => [row.shot_id, row]));
  return shot_ids.flatMap((shot_id) => known.get(shot_id) ?? []);
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

/** Terms to ask for, and those that a row is better for having. */
type Conjunction = { terms: Term[]; others: Term[] };

/**
 * What to ask for, strictest first: the rarest terms, as many as it takes to leave few rows; then the rarest with a
 * common one, then each of the rarest by itself.
 */
function conjunctionsOf(terms: Term[], frequencies: Frequencies): Conjunction[] {
  const rarest = terms.toSorted((a, b) => shareOf(a, frequencies) - shareOf(b, frequencies));
  let expected = frequencies.rows;
  const enough = rarest.findIndex((term) => (expected *= shareOf(term, frequencies)) <= ROWS_MAX);
  const first = enough < 0 ? rarest : rarest.slice(0, enough + 1);
  const other = rarest[first.length];
  const singles = first.length > 1 || other ? rarest.slice(0, 3).map((term) => [term]) : [];
  return [first, ...(other && rarest[0] && first.length > 1 ? [[rarest[0], other]] : []), ...singles].map((each) => ({
    terms: each,
    others: rarest.filter((term) => !each.includes(term)),
  }));
}

/** A word or one of several, of an owner, a tag or a term, as the index is asked for it. */
type Part = { text: string; share: number; isTerm: boolean };

/** Nothing where the rows of the same terms were asked for before; `asked` keeps which were. */
async function findWithAll(
  pool: Pool,
  where: ClipWhere,
  { terms, others }: Conjunction,
  frequencies: Frequencies,
  asked: Set<string>,
): Promise<{ rows: Candidate[]; isSample: boolean }> {
  const toPart = (term: Term): Part => ({ ...askedWords(term, frequencies), isTerm: true });
  const parts: Part[] = [
    ...where.lexemes.map((lexeme) => ({ text: quoteLexeme(lexeme), share: frequencies.of(lexeme), isTerm: false })),
    ...(await folderPart(pool, where)),
    ...terms.map(toPart),
  ].toSorted((a, b) => a.share - b.share);
  let question = planQuestion(parts, frequencies.rows);
  const strict = textsOf(parts.slice(0, strictParts(question)).filter(({ isTerm }) => isTerm)).join();
  if (asked.has(strict)) return { rows: [], isSample: false };
  asked.add(strict);
  for (;;) {
    // Owners and tags are columns as well.
    const unasked = parts.slice(strictParts(question)).filter(({ isTerm }) => isTerm);
    const seen = textsOf([...unasked, ...others.map(toPart)]).slice(0, SEEN_MAX);
    const rows = await findBest(pool, where, writeQuestion(parts, question), seen);
    if (rows.length >= FEW || question.share === 1) {
      return { rows, isSample: question.share < 1 || rows.length >= CANDIDATES_MAX };
    }
    question = {
      asked: Math.max(1, question.asked, parts.filter((part) => part.share < COMMON_SHARE).length),
      share: Math.min(1, (question.share * ROWS_MAX) / Math.max(1, rows.length)),
    };
  }
}

/** That a shot lies in one of these folders, as common as their materials are. */
async function folderPart(pool: Pool, { within }: ClipWhere): Promise<Part[]> {
  if (!within || within.dir_ids.length > DIRS_ASKED) return [];
  const { rows } = await readFrequencies(pool, 'material');
  const text = `(${within.dir_ids.map((dir_id) => quoteLexeme(dirLexeme(dir_id))).join(' | ')})`;
  return [{ text, share: rows > 0 ? Math.min(1, within.all / rows) : 1, isTerm: false }];
}

function textsOf(parts: Part[]): string[] {
  return parts.map(({ text }) => text);
}

/** `spare` is the share of the shots that do without the last part: should no shot have all, they answer at once. */
type Question = { asked: number; share: number; spare?: number };

/** So many parts, rarest first, every row that is found has. */
function strictParts({ asked, spare }: Question): number {
  return spare ? asked - 1 : asked;
}

/**
 * How many of the parts, rarest first, to ask the index for, and for what share of all shots. The fewer, the shorter are
 * the lists that it reads and the more is seen in the rows, where those with only some of the words are found as well;
 * but more rows are looked at.
 */
function planQuestion(parts: Part[], shots: number): Question {
  // Its lists are short, and its statistics may be older than most of it.
  if (shots < SMALL_MAX) {
    return { asked: parts.length, share: Math.min(1, LOOKED_AT_MAX / (shots * productOf(parts))) };
  }
  const rare = parts.filter(({ share }) => share < COMMON_SHARE);
  const few = rare.findIndex((_, n) => shots * productOf(rare.slice(0, n + 1)) <= LOOKED_AT);
  if (few >= 0) return planSpare(parts, few, shots);

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

function productOf(parts: Part[]): number {
  return parts.reduce((product, { share }) => product * share, 1);
}

/** What the index finds and the filter leaves, those first that have most of the further words. */
async function findBest(
  pool: Pool,
  { base, rest, values }: ClipWhere,
  queries: string[],
  seen: string[],
): Promise<Candidate[]> {
  const has = (n: number) => `words @@ $${values.length + 1 + n}::tsquery`;
  const asked = queries.map((_, n) => has(n)).join(' and ');
  const worth = seen.map((_, n) => `(${has(queries.length + n)})::int`).join(' + ') || '0';
  const { rows } = await pool.query<Candidate>(
    `select ${COLUMNS} from (
       select *, ${worth} as worth from (select * from shot where ${asked} limit ${LOOKED_AT_MAX}) looked_at
       where ${[...base, ...rest].join(' and ')} order by worth desc, shot_id desc limit ${CANDIDATES_MAX}
     ) found`,
    [...values, ...queries, ...seen],
  );
  return rows;
}

/**
 * What the index is asked for, the shortest list first: each by itself, since of one question with several words it
 * would walk down all lists that are short, and of several questions only down the first.
 */
function writeQuestion(parts: Part[], { asked, share, spare }: Question): string[] {
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
