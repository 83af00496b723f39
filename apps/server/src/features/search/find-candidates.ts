import type { Pool } from 'pg';
import { type ClipWhere, hideOwners } from './clip-filter.ts';
import type { Spelling, Term } from './understand.ts';
import { type Frequencies, readFrequencies } from './word-frequency.ts';
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
/** A question to the index may find so many rows; where more are expected it asks for an even sample of them. */
const ROWS_MAX = 400;
const OWNER_SHARE = 0.1;
/** Each further word costs the index a seek a row; the ranking knows them all. */
const SPELLINGS_MAX = 10;
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
  const frequencies = await readFrequencies(pool);
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
  let expected = frequencies.shots;
  const enough = rarest.findIndex((term) => (expected *= shareOf(term, frequencies)) <= ROWS_MAX);
  const first = enough < 0 ? rarest : rarest.slice(0, enough + 1);
  const other = rarest[first.length];
  const singles = first.length > 1 || other ? rarest.slice(0, 3).map((term) => [term]) : [];
  return [first, ...(other && rarest[0] && first.length > 1 ? [[rarest[0], other]] : []), ...singles];
}

async function findWithAll(
  pool: Pool,
  { base, rest, lexemes, values }: ClipWhere,
  terms: Term[],
  frequencies: Frequencies,
): Promise<Candidate[]> {
  // Who owns a tenth of everything is cheaper to look up in the rows: the index would seek in a list of millions.
  const few = lexemes.filter((lexeme) => frequencies.of(lexeme) < OWNER_SHARE);
  const scope = few.reduce((share, lexeme) => share * frequencies.of(lexeme), 1);
  const expected = terms.reduce((rows, term) => rows * shareOf(term, frequencies), frequencies.shots * scope);
  const asked = [...few.map(quoteLexeme), ...terms.map(writeTerm)];
  const conditions = hideOwners([...base, ...rest]);
  for (let share = Math.min(1, ROWS_MAX / expected); ; share = Math.min(1, share * 8)) {
    const query = [...asked, ...writeSample(share)].join(' & ');
    const { rows } = await pool.query<Candidate>(
      `select ${COLUMNS} from (
         select * from shot where words @@ $${values.length + 1}::tsquery and ${conditions.join(' and ')}
         order by shot_id || '' desc limit ${CANDIDATES_MAX}
       ) found`,
      [...values, query],
    );
    if (rows.length >= FEW || share === 1) return rows;
  }
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
  const sum = spellings.reduce((shares, { lexemes }) => shares + Math.min(...lexemes.map(frequencies.of)), 0);
  return Math.min(1, sum);
}

function writeTerm({ spellings }: Term): string {
  return `(${spellings.slice(0, SPELLINGS_MAX).map(writeSpelling).join(' | ')})`;
}

function writeSpelling({ lexemes }: Spelling): string {
  return `(${lexemes.map(quoteLexeme).join(' & ')})`;
}
