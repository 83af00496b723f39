import { type PageInfo, type PageInput, pageInfo } from '@mixreel/contract';
import type { Pool } from 'pg';
import type { App } from '#context.ts';
import { type ClipWhere, hideOwners, newestShots, shareOfOwned } from './clip-filter.ts';
import type { SearchSort } from './find-clips.ts';
import { readFrequencies, worthAsking } from './word-frequency.ts';
import { quoteLexeme } from './words.ts';

/** So many rows are looked at first; how many of them match tells which way is the shorter. */
const FIRST_ROWS = 1000;
const TAG = '#';
const SORTED_ROWS = 10_000;
/** To look at a row that the index of words found takes as long as to walk over so many that stand side by side. */
const WALKED_A_ROW = 4;
const ORDERS: Record<SearchSort, string> = {
  relevance: 'shot_id desc',
  newest: 'shot_id desc',
  quality: 'coalesce(quality, 0) desc, shot_id desc',
  least_used: 'used_count, shot_id desc',
};

/**
 * Shots by filters alone, newest first. As with materials, what is common is found by walking down from the newest and
 * what is rare by the index of words. Other orders sort the newest few thousand that match.
 */
export async function browseClips(
  app: Pick<App, 'pool' | 'memory'>,
  where: ClipWhere,
  sort: SearchSort,
  page: PageInput,
): Promise<{ shot_ids: string[]; page_info: PageInfo; is_total_exact: boolean }> {
  const { pool } = app;
  const end = page.page_index * page.page_size;
  const { share, ...keys } = await weighKeys(app, where);
  const isNewest = ORDERS[sort] === ORDERS.newest;
  const isShort = (rows: number) => keys.asked.length === 0 || rows <= WALKED_A_ROW * keys.found;
  let rows = isNewest ? Math.max(FIRST_ROWS, Math.ceil((1.3 * end) / share) + 1) : SORTED_ROWS;
  while (isShort(rows)) {
    const walked = await walk(pool, where, sort, page, rows);
    if (walked.isEnd || walked.matched >= end) {
      // Beyond what was walked nobody has counted: there is at least one more.
      const total = walked.isEnd ? walked.matched : Math.max(walked.matched, end) + 1;
      return { shot_ids: walked.ids, page_info: pageInfo(page, total), is_total_exact: walked.isEnd };
    }
    rows = Math.ceil(1.5 * Math.max(rows, (walked.rows * end) / Math.max(walked.matched, 0.5)));
  }
  const { ids, matched } = await gather(pool, where, keys.asked, sort, page);
  return { shot_ids: ids, page_info: pageInfo(page, matched), is_total_exact: true };
}

/** What of a filter the index of words is worth asking for, how many rows it would find, and how common all of it is. */
async function weighKeys(app: Pick<App, 'pool' | 'memory'>, where: ClipWhere) {
  const { rest, lexemes, asked: words } = where;
  const isTelling = words.length > 0 || lexemes.some((lexeme) => lexeme.startsWith(TAG));
  if (rest.length === 0 || !isTelling) return { asked: [], found: Infinity, share: 1 };
  const { of, rows } = await readFrequencies(app, 'shot');
  const keys = lexemes.map((lexeme) => ({ text: quoteLexeme(lexeme), share: of(lexeme) }));
  const rarest = [...keys, ...words].toSorted((a, b) => a.share - b.share);
  const { asked, found } = worthAsking(
    rarest.map((key) => key.share),
    rows,
  );
  const looked = [...keys.filter(({ text }) => text.startsWith(`'${TAG}`)), ...words];
  const share = looked.reduce((product, key) => product * key.share, 1);
  return {
    asked: rarest.slice(0, asked).map(({ text }) => text),
    found,
    share: shareOfOwned(where, share, of),
  };
}

async function walk(pool: Pool, where: ClipWhere, sort: SearchSort, page: PageInput, rowsMax: number) {
  const { rest, values, within } = where;
  const n = values.length;
  const matches = rest.length > 0 ? rest.join(' and ') : 'true';
  // What comes newest first is in order already.
  const inOrder = ORDERS[sort] === ORDERS.newest ? '' : ` order by ${ORDERS[sort]}`;
  const found = await ask(
    pool,
    `select count(*) as rows, count(*) filter (where matches) as matched,
       (array_agg(shot_id${inOrder}) filter (where matches))[$${n + 1}::int:$${n + 2}::int] as ids
     from (
       select shot_id, quality, used_count, (${matches}) as matches
       from (${newestShots(where, `$${n + 3}`)}) shot
     ) walked`,
    [...values, ...rangeOf(page), rowsMax],
  );
  // Of folders so many materials were looked at, and those that are still being analysed have no shots.
  return { ...found, isEnd: found.rows < rowsMax && (within?.all ?? 0) <= rowsMax };
}

async function gather(
  pool: Pool,
  { base, rest, held, values }: ClipWhere,
  asked: string[],
  sort: SearchSort,
  page: PageInput,
) {
  const n = values.length;
  return ask(
    pool,
    `select count(*) as matched, (array_agg(shot_id order by ${ORDERS[sort]}))[$${n + 1}::int:$${n + 2}::int] as ids
     from shot where words @@ $${n + 3}::tsquery and ${hideOwners([...base, ...rest, ...held]).join(' and ')}`,
    [...values, ...rangeOf(page), asked.map((text) => `(${text})`).join(' & ')],
  );
}

function rangeOf({ page_index, page_size }: PageInput): [number, number] {
  return [(page_index - 1) * page_size + 1, page_index * page_size];
}

type Found = { rows: number; matched: number; ids: string[] | null };

async function ask(pool: Pool, text: string, values: unknown[]) {
  const { rows } = await pool.query<Found>(text, values);
  const [found] = rows;
  return { rows: found?.rows ?? 0, matched: found?.matched ?? 0, ids: found?.ids ?? [] };
}
