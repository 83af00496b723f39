import { type PageInfo, type PageInput, pageInfo } from '@mixreel/contract';
import type { Pool } from 'pg';
import type { ClipWhere } from './clip-filter.ts';
import type { SearchSort } from './find-clips.ts';
import { quoteLexeme } from './words.ts';

const WALK_ROWS = 3000;
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
  pool: Pool,
  where: ClipWhere,
  sort: SearchSort,
  page: PageInput,
): Promise<{ shot_ids: string[]; page_info: PageInfo }> {
  const { base, rest, lexemes, values } = where;
  const offset = (page.page_index - 1) * page.page_size;
  const range = [offset + 1, offset + page.page_size];
  const n = values.length;
  const matches = rest.length > 0 ? rest.join(' and ') : 'true';
  const isPlain = rest.length === 0 && ORDERS[sort] === ORDERS.newest;
  const walkRows = isPlain ? offset + page.page_size + 1 : WALK_ROWS;
  const walked = await ask(
    pool,
    `select count(*) as rows, count(*) filter (where matches) as matched,
       (array_agg(shot_id order by ${ORDERS[sort]}) filter (where matches))[$${n + 1}::int:$${n + 2}::int] as ids
     from (
       select shot_id, quality, used_count, (${matches}) as matches
       from (select * from shot where ${base.join(' and ')} order by shot_id desc limit ${isPlain ? `$${n + 3}` : WALK_ROWS}) first
     ) walked`,
    [...values, ...range, ...(isPlain ? [walkRows] : [])],
  );
  const isAll = walked.rows < walkRows;
  if (isAll || walked.ids.length === page.page_size || lexemes.length < 2) {
    // Beyond what was walked nobody has counted: there is at least one more page.
    const total = isAll ? walked.matched : Math.max(walked.matched, offset + walked.ids.length + 1);
    return { shot_ids: walked.ids, page_info: pageInfo(page, total) };
  }
  const found = await ask(
    pool,
    `select count(*) as matched, (array_agg(shot_id order by ${ORDERS[sort]}))[$${n + 1}::int:$${n + 2}::int] as ids
     from shot where words @@ $${n + 3}::tsquery and ${[...base, ...rest].join(' and ')}`,
    [...values, ...range, lexemes.map(quoteLexeme).join(' & ')],
  );
  return { shot_ids: found.ids, page_info: pageInfo(page, found.matched) };
}

type Found = { rows: number; matched: number; ids: string[] | null };

async function ask(pool: Pool, text: string, values: unknown[]) {
  const { rows } = await pool.query<Found>(text, values);
  const [found] = rows;
  return { rows: found?.rows ?? 0, matched: found?.matched ?? 0, ids: found?.ids ?? [] };
}
