import type { MaterialType } from '@mixreel/contract';
import type { Pool } from 'pg';
import type { App } from '#context.ts';
import { type AskedWords, type ClipWhere, newestShots, shareOfOwned } from './clip-filter.ts';
import {
  COMMON_SHARE,
  LOOKED_AT_MAX,
  type Part,
  planQuestion,
  planWhole,
  productOf,
  ROWS_MAX,
  shareOf,
  strictParts,
  textsOf,
  toPart,
  writeQuestion,
} from './plan-question.ts';
import type { Term } from './understand.ts';
import { type Frequencies, readFrequencies } from './word-frequency.ts';
import { quoteLexeme } from './words.ts';

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
/** Where statistics know of so many it need not be counted. */
const SURELY_MORE = 10 * WHOLE_MAX;
/** So many are ranked at most. */
const CANDIDATES_MAX = 200;
/** So many are enough to fill pages: words are not made optional beyond it. */
const ENOUGH = 40;
/** So many further terms decide which of the rows looked at are the best. */
const SEEN_MAX = 4;
/** So many shots of folders are looked at, fewer where the words are common. */
const FOLDER_ROWS_MAX = 2000;
const FOLDER_ROWS_MIN = 1000;
/** About so many a material has. */
const SHOTS_EACH = 5;
/** A sample with fewer is drawn again, larger: words may be rarer together than each of them promises. */
const FEW = 30;

const COLUMNS =
  'shot_id, material_id, material_type, words::text as words, meaning, duration, quality, used_count, last_used_at';

/**
 * The shots that may answer, newest first: all of a small library; of a large one those with the rarest words, the best
 * of them by the other words. The index is never asked for more rows than can be looked at in a few milliseconds, however
 * common the words are: of a million that match, a fixed sample is as good, and the same on every page.
 */
export async function findCandidates(
  app: Pick<App, 'pool' | 'memory'>,
  where: ClipWhere,
  terms: Term[],
): Promise<Candidates> {
  const { pool } = app;
  const frequencies = await readFrequencies(app, 'shot');
  const whole = await readWhole(pool, where, frequencies);
  if (whole) return { candidates: whole, beyond: null };
  if (terms.length === 0) return { candidates: [], beyond: null };
  const found = new Map<string, Candidate>();
  const asked = new Set<string>();
  let last: Term[] = [];
  let isAll = true;
  for (const conjunction of conjunctionsOf(terms, frequencies)) {
    const { rows, isSample, isLast } = where.within
      ? await findInFolders(pool, where, conjunction, frequencies)
      : await findWithAll(pool, where, conjunction, frequencies, asked);
    for (const row of rows) found.set(row.shot_id, row);
    isAll &&= !isSample;
    last = conjunction.terms;
    if (isLast || found.size >= ENOUGH) break;
  }
  const candidates = [...found.values()].slice(0, CANDIDATES_MAX).toSorted((a, b) => (a.shot_id < b.shot_id ? 1 : -1));
  const isMore = !isAll || found.size > candidates.length;
  return { candidates, beyond: isMore ? { words: (term) => toPart(term, frequencies), terms: last } : null };
}

/** The best, and how to ask for all the others: in a large library only so many are ranked. */
export type Candidates = {
  candidates: Candidate[];
  beyond: { words: (term: Term) => AskedWords; terms: Term[] } | null;
};

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
async function readWhole(pool: Pool, where: ClipWhere, { rows: all, of }: Frequencies): Promise<Candidate[] | null> {
  const { base_values, rest, values, owner, within } = where;
  if (within ? within.all > WHOLE_MAX : all * of(owner) > SURELY_MORE) return null;
  const first = newestShots(where, String(WHOLE_MAX + 1));
  const counted = await pool.query<{ shots: number }>(
    `select count(*) as shots from (${first}) counted`,
    values.slice(0, base_values),
  );
  if ((counted.rows[0]?.shots ?? 0) > WHOLE_MAX) return null;
  const { rows } = await pool.query<Candidate>(
    `select ${COLUMNS} from (${first}) shot where ${['true', ...rest].join(' and ')} order by shot_id desc`,
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

/** Owner, tags and terms, rarest first. */
function partsOf(where: ClipWhere, terms: Term[], frequencies: Frequencies): Part[] {
  return [
    ...where.lexemes.map((lexeme) => ({
      text: quoteLexeme(lexeme),
      share: frequencies.of(lexeme),
      isTerm: false,
      isOwner: lexeme === where.owner,
    })),
    ...terms.map((term) => toPart(term, frequencies)),
  ].toSorted((a, b) => a.share - b.share);
}

/** With `isLast` there is nothing further to ask for. */
type Answered = { rows: Candidate[]; isSample: boolean; isLast?: boolean };

/** Nothing where the rows of the same terms were asked for before; `asked` keeps which were. */
async function findWithAll(
  pool: Pool,
  where: ClipWhere,
  { terms, others }: Conjunction,
  frequencies: Frequencies,
  asked: Set<string>,
): Promise<Answered> {
  const parts = partsOf(where, terms, frequencies);
  let question = planQuestion(parts, frequencies.rows);
  const strict = textsOf(parts.slice(0, strictParts(question)).filter(({ isTerm }) => isTerm)).join();
  if (asked.has(strict)) return { rows: [], isSample: false };
  asked.add(strict);
  for (;;) {
    // Owners and tags are columns as well.
    const unasked = parts.slice(strictParts(question)).filter(({ isTerm }) => isTerm);
    const further = textsOf([...unasked, ...others.map((term) => toPart(term, frequencies))]).slice(0, SEEN_MAX);
    const rows = await findBest(pool, where, writeQuestion(parts, question), further);
    if (rows.length >= FEW || question.share === 1) {
      return { rows, isSample: question.share < 1 || rows.length >= CANDIDATES_MAX };
    }
    question = {
      asked: Math.max(1, question.asked, parts.filter((part) => part.share < COMMON_SHARE).length),
      share: Math.min(1, (question.share * ROWS_MAX) / Math.max(1, rows.length)),
    };
  }
}

/**
 * The index of words knows no folders: it is asked only while it can tell all shots with the words. Otherwise the newest
 * shots of the folders are looked at, which in most folders are all.
 */
async function findInFolders(
  pool: Pool,
  where: ClipWhere,
  { terms, others }: Conjunction,
  frequencies: Frequencies,
): Promise<Answered> {
  const parts = partsOf(where, terms, frequencies);
  const further = others.map((term) => toPart(term, frequencies));
  const isSmall = (where.within?.all ?? 0) * SHOTS_EACH <= FOLDER_ROWS_MAX;
  const question = isSmall ? null : planWhole(parts, frequencies.rows);
  if (question) {
    const texts = textsOf(parts.slice(0, question.asked));
    const rows = await findBest(pool, where, texts, textsOf(further).slice(0, SEEN_MAX));
    return { rows, isSample: rows.length >= CANDIDATES_MAX };
  }
  const wanted = [...parts.filter(({ isTerm }) => isTerm), ...further];
  const share = productOf(parts.filter(({ isOwner }) => !isOwner));
  const enough = Math.ceil((2 * ROWS_MAX) / shareOfOwned(where, share, frequencies.of));
  const looked = isSmall ? FOLDER_ROWS_MAX : Math.min(FOLDER_ROWS_MAX, Math.max(FOLDER_ROWS_MIN, enough));
  return { rows: await findNewest(pool, where, looked, wanted), isSample: true, isLast: true };
}

/** Of the newest shots of the folders those with any of the terms, first those with most and with the rarest of them. */
async function findNewest(pool: Pool, where: ClipWhere, looked: number, terms: Part[]): Promise<Candidate[]> {
  const { rest, values } = where;
  const has = (n: number) => `words @@ $${values.length + 2 + n}::tsquery`;
  const worth = terms.map(({ share }, n) => `(${has(n)})::int * ${(1 - Math.log(share)).toFixed(3)}`).join(' + ');
  const { rows } = await pool.query<Candidate>(
    `select ${COLUMNS} from (
       select *, ${worth} as worth from (${newestShots(where, `$${values.length + 1}`)}) shot
       where ${[`(${terms.map((_, n) => has(n)).join(' or ')})`, ...rest].join(' and ')}
       order by worth desc, shot_id desc limit ${CANDIDATES_MAX}
     ) found`,
    [...values, looked, ...textsOf(terms)],
  );
  return rows;
}

/**
 * What the index finds and the filter leaves, those first that have most of the further words. What is asked for comes out
 * of a query of its own: the planner would look for every word among the statistics of thousands, for a plan that is
 * always the same.
 */
async function findBest(
  pool: Pool,
  { base, rest, held, values }: ClipWhere,
  queries: string[],
  seen: string[],
): Promise<Candidate[]> {
  const has = (n: number) => `words @@ $${values.length + 1 + n}::tsquery`;
  const asked = queries.map((_, n) => `words @@ (select $${values.length + 1 + n}::tsquery)`).join(' and ');
  const worth = seen.map((_, n) => `(${has(queries.length + n)})::int`).join(' + ') || '0';
  const { rows } = await pool.query<Candidate>(
    `select ${COLUMNS} from (
       select *, ${worth} as worth from (select * from shot where ${asked} limit ${LOOKED_AT_MAX}) shot
       where ${[...base, ...rest, ...held].join(' and ')} order by worth desc, shot_id desc limit ${CANDIDATES_MAX}
     ) found`,
    [...values, ...queries, ...seen],
  );
  return rows;
}
