import type { MATERIAL_SORTS, MaterialFilter } from '@mixreel/contract';
import type { Pool } from 'pg';
import type { App } from '#context.ts';
import { hideOwners } from '#features/search/clip-filter.ts';
import { readDirsWithin } from '#features/search/dirs-within.ts';
import { readFrequencies, worthAsking } from '#features/search/word-frequency.ts';
import { countBase, readTagCounts } from './count-materials.ts';
import { type Place, type Places, addPlace, knownPlaces, placeBefore } from './list-places.ts';
import { CARD_COLUMNS, type MaterialRow } from './material-card.ts';
import { type MaterialScope, type MaterialWhere, buildWhere } from './material-filter.ts';

type Reader = Pick<App, 'pool' | 'memory'>;
export type MaterialSort = (typeof MATERIAL_SORTS)[number];
export type ListedRow = MaterialRow & { liked: boolean };
type Asked = MaterialFilter & { sort: MaterialSort };
export type Range = { offset: number; limit: number };

/** Rows or ids of a page in order, and how many there are in all; `isExact` is false where counting takes too long. */
type Found<T> = { items: T[]; total: number; isExact: boolean };

/** Each as its index is ordered; ids come last, so that pages neither repeat nor skip. */
const ORDERS: Record<MaterialSort, string> = {
  newest: 'material_id desc',
  oldest: 'material_id asc',
  name: 'material_name, material_id',
  longest: 'coalesce(duration, 0) desc, material_id desc',
  largest: 'coalesce(bytes, 0) desc, material_id desc',
  most_used: 'used_count desc, material_id desc',
  best: 'coalesce(quality, 0) desc, material_id desc',
};
const BIN_ORDER = 'deleted_at desc, material_id desc';

/** So many rows are looked at first; how many of them match tells which way is the shorter. */
const FIRST_ROWS = 1000;
/** A page that lies so many rows further down is not counted up to: its first place is looked for by itself. */
const FAR_ROWS = 5000;
const PLACES_APART = 500;
/** To look at a row that the index of keys found takes as long as to walk over so many that stand side by side. */
const WALKED_A_ROW = 6;

/** A page of materials with what their cards show. */
export async function findMaterials(
  app: Reader,
  scope: MaterialScope,
  asked: Asked,
  range: Range,
): Promise<Found<ListedRow>> {
  const { pool } = app;
  const where = await readWhere(pool, scope, asked);
  if (where.rest.length > 0) {
    const { items: ids, ...total } = await findFiltered(app, scope, asked, where, range);
    return { items: await readRows(pool, scope, ids), ...total };
  }
  const [items, total] = await Promise.all([readOrdered(pool, scope, where, asked, range), countBase(app, where)]);
  return closeTotal({ items, ...total }, range);
}

export async function findMaterialIds(
  app: Reader,
  scope: MaterialScope,
  asked: Asked,
  range: Range,
): Promise<Found<string>> {
  const where = await readWhere(app.pool, scope, asked);
  if (where.rest.length > 0) return findFiltered(app, scope, asked, where, range);
  const { items, ...total } = await findMaterials(app, scope, asked, range);
  return { items: items.map(({ material_id }) => material_id), ...total };
}

async function readWhere(pool: Pool, scope: MaterialScope, asked: Asked): Promise<MaterialWhere> {
  const within = await readDirsWithin(pool, scope.space_id, asked);
  return buildWhere(asked, scope, { within, isById: isById(orderOf(asked)) });
}

function isById(order: string): boolean {
  return order === ORDERS.newest || order === ORDERS.oldest;
}

const CARD = CARD_COLUMNS.map((column) => `m.${column}`).join(', ');
const isLiked = (user: string) =>
  `m.like_count > 0 and exists (select 1 from material_like l where l.user_uid = ${user} and l.material_id = m.material_id) as liked`;

/**
 * The ids of a page come from an ordered index alone, so that scrolling far down does not read the rows it skips.
 * Written out, since the query builder's mapping of rows costs a fifth of the call.
 */
async function readOrdered(
  pool: Pool,
  { user_uid }: MaterialScope,
  { base, values }: MaterialWhere,
  asked: Asked,
  { offset, limit }: Range,
): Promise<ListedRow[]> {
  const n = values.length;
  const order = orderOf(asked);
  const { rows } = await pool.query<ListedRow>(
    `select ${CARD}, ${isLiked(`$${n + 3}`)}
     from (
       select material_id from material
       where ${base.join(' and ')} ${isById(order) ? `and material_id between $${n + 4} and $${n + 5}` : ''}
       order by ${order} limit $${n + 1} offset $${n + 2}
     ) page join material m using (material_id)
     order by ${order}`,
    [...values, limit, offset, user_uid, ...(isById(order) ? ANY_ID : [])],
  );
  return rows;
}

/**
 * Between these is every id. To PostgreSQL, which does not know what a prepared statement will be asked, the range makes
 * the page look small, so it keeps its plan; without, it plans every time anew, which takes longer than the page.
 */
const ANY_ID = ['', '~'];

async function readRows(pool: Pool, { user_uid }: MaterialScope, ids: string[]): Promise<ListedRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<ListedRow>(
    `select ${CARD}, ${isLiked('$2')}
     from unnest($1::text[]) with ordinality page (material_id, place) join material m using (material_id)
     order by page.place`,
    [ids, user_uid],
  );
  return rows;
}

/**
 * What is common is found by walking down the order, what is rare by the index of keys. Statistics tell at first which is
 * shorter, then the rows that were walked over, so that the work is bounded whatever is asked for. A list by tags in the
 * order of ids is walked from the nearest page that is known.
 */
async function findFiltered(
  app: Reader,
  scope: MaterialScope,
  asked: Asked,
  where: MaterialWhere,
  range: Range,
): Promise<Found<string>> {
  const { pool } = app;
  const order = orderOf(asked);
  const inOrder = isById(order);
  const end = range.offset + range.limit;
  const { share, ...keys } = await weighKeys(app, where);
  if (share === 0) return { items: [], total: 0, isExact: true };
  // Only by age do the rows of an index stand side by side.
  const walkedARow = inOrder ? WALKED_A_ROW : 1;
  const isShort = (rows: number) => keys.found === Infinity || rows <= Math.max(FIRST_ROWS, walkedARow * keys.found);
  const rowsFor = (matching: number) => Math.max(FIRST_ROWS, Math.ceil((1.3 * matching) / share) + 1);

  // Read before the rows are: what changes in between is of another version the next time.
  const tags = await readTagCounts(pool, scope, asked, where);
  const places: Places = tags && inOrder ? knownPlaces(app, JSON.stringify([where, order]), tags.version) : new Map();
  let from = placeBefore(places, range.offset);
  const rowsToPage = rowsFor(range.offset - from.index);
  if (inOrder && rowsToPage > FAR_ROWS && isShort(rowsToPage)) {
    from = await walkTo(pool, where, order, from, range.offset, { rowsMax: rowsToPage, places });
  }

  let rows = rowsFor(end - from.index);
  while (isShort(rows)) {
    const walked = await walk(pool, where, order, from, range, rows);
    const matched = from.index + walked.matched;
    const isFound = matched >= end;
    if (walked.isEnd || isFound) rememberEnd(places, range, walked.ids);
    if (walked.isEnd) return { items: walked.ids, total: matched, isExact: true };
    if (isFound) {
      const counted = tags?.total ?? folderTotal(where);
      if (counted !== null) return { items: walked.ids, total: counted, isExact: true };
      const { total } = await countBase(app, where);
      const guess = Math.max(matched + 1, Math.round((total * walked.matched) / walked.rows));
      return { items: walked.ids, total: guess, isExact: false };
    }
    rows = Math.ceil((1.5 * walked.rows * (end - from.index)) / Math.max(walked.matched, 0.5));
  }
  const gathered = await gather(pool, where, keys.keys, order, range);
  rememberEnd(places, range, gathered.items);
  return gathered;
}

function rememberEnd(places: Places, { offset }: Range, ids: string[]): void {
  const last = ids.at(-1);
  if (last !== undefined) addPlace(places, offset + ids.length, last);
}

const isPart = (key: string) => key.startsWith('name:');

/** Which keys of a filter the index is worth asking for, how many rows it would find, and how many of all may match. */
async function weighKeys(app: Reader, where: MaterialWhere) {
  const { within } = where;
  const weighed = await weighWords(app, where);
  if (!within) return weighed;
  const share = weighed.share * Math.min(1, within.count / Math.max(1, within.project_count));
  // The index of folders finds them, where that is shorter than what the index of keys finds.
  return within.all <= weighed.found ? { keys: [], found: within.all, share } : { ...weighed, share };
}

/** Of a filter by folders alone. */
function folderTotal({ within, rest }: MaterialWhere): number | null {
  return within && rest.length === 1 ? within.count : null;
}

async function weighWords(app: Reader, { keys }: MaterialWhere) {
  if (keys.length === 0) return { keys, found: Infinity, share: 1 };
  const { of, rows } = await readFrequencies(app, 'material');
  const rarest = keys.toSorted((a, b) => of(a) - of(b));
  const { asked, found } = worthAsking(rarest.map(of), rows);
  // Pairs of characters stand together in one word, so the rarest tells how rare that word is.
  const name = Math.min(1, ...keys.filter(isPart).map(of));
  const tags = keys.slice(0, -1).filter((key) => !isPart(key));
  const share = tags.reduce((product, key) => product * of(key), name);
  return { keys: rarest.slice(0, asked), found, share };
}

type Gathered = { rows: number; matched: number; ids: string[] | null };

/**
 * Walks down to where so many match, and remembers places on the way for who scrolls up from there. Stops there and
 * counts nothing, which is half the work of a walk that counts. Comes less far when rows enough were walked over.
 */
async function walkTo(
  pool: Pool,
  where: MaterialWhere,
  order: string,
  from: Place,
  index: number,
  { rowsMax, places }: { rowsMax: number; places: Places },
): Promise<Place> {
  const { first, values } = firstRows(where, order, from, rowsMax);
  const wanted = `$${values.length + 1}`;
  const { rows } = await pool.query<{ place: number; material_id: string }>(
    `select place, material_id from (
       select material_id, row_number() over (order by ${order}) as place
       from (select material_id from (${first}) first where ${where.rest.join(' and ')} limit ${wanted}) matching
     ) placed where place % ${PLACES_APART} = 0 or place = ${wanted} order by place`,
    [...values, index - from.index],
  );
  for (const { place, material_id } of rows) addPlace(places, from.index + place, material_id);
  const last = rows.at(-1);
  return last ? { index: from.index + last.place, material_id: last.material_id } : from;
}

/** The first rows in order from a place, those that match counted and the page cut out of them. */
async function walk(
  pool: Pool,
  where: MaterialWhere,
  order: string,
  from: Place,
  { offset, limit }: Range,
  rowsMax: number,
) {
  const { first, values } = firstRows(where, order, from, rowsMax);
  const n = values.length;
  const { rows } = await pool.query<Gathered>(
    `select count(*) as rows, count(*) filter (where matches) as matched,
       (array_agg(material_id) filter (where matches))[$${n + 1}::int:$${n + 2}::int] as ids
     from (select material_id, (${where.rest.join(' and ')}) as matches from (${first}) first) walked`,
    [...values, offset - from.index + 1, offset - from.index + limit],
  );
  const [found] = rows;
  const read = found?.rows ?? 0;
  return { rows: read, isEnd: read < rowsMax, matched: found?.matched ?? 0, ids: found?.ids ?? [] };
}

/** So many rows of the indexed part of a filter, from a place on. */
function firstRows({ base, values: given }: MaterialWhere, order: string, { material_id }: Place, rowsMax: number) {
  const values = [...given, rowsMax];
  const after = order === ORDERS.oldest ? '>' : '<';
  const conditions = material_id === null ? base : [...base, `material_id ${after} $${values.push(material_id)}`];
  const first = `select * from material where ${conditions.join(' and ')} order by ${order} limit $${given.length + 1}`;
  return { first, values };
}

/** All that match, by the index of keys, or by that of folders where no keys are asked for. */
async function gather(
  pool: Pool,
  { base, rest, values }: MaterialWhere,
  keys: string[],
  order: string,
  { offset, limit }: Range,
): Promise<Found<string>> {
  const n = values.length;
  const { rows } = await pool.query<Gathered>(
    `select count(*) as matched, (array_agg(material_id order by place))[$${n + 1}::int:$${n + 2}::int] as ids
     from (
       select material_id, row_number() over (order by ${order}) as place from material
       where ${
         keys.length > 0
           ? `material_keys(space_id, project_id, material_name, tag_keys) @> $${n + 3}::text[] and ${hideOwners([...base, ...rest]).join(' and ')}`
           : hideOwners([...base, ...rest], ['space_id', 'project_id']).join(' and ')
       }
     ) matching`,
    [...values, offset + 1, offset + limit, ...(keys.length > 0 ? [keys] : [])],
  );
  const [found] = rows;
  return { items: found?.ids ?? [], total: found?.matched ?? 0, isExact: true };
}

function orderOf({ is_deleted, sort }: Asked): string {
  return is_deleted ? BIN_ORDER : ORDERS[sort];
}

/** A page that is not full tells where the list ends, whatever was counted a moment ago. */
function closeTotal<T>({ items, total, isExact }: Found<T>, { offset, limit }: Range): Found<T> {
  const end = offset + items.length;
  if (items.length < limit && (items.length > 0 || offset === 0)) return { items, total: end, isExact: true };
  return { items, total: Math.max(total, end), isExact };
}
