import { AppError, type Artwork, type ArtworkFilter, type PageInput, pageInfo } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { type SQL, and, asc, desc, eq, inArray, isNotNull, isNull } from '#db/orm.ts';
import { readDirRows, requireDir, subtreeOf } from '#features/dir/dir.queries.ts';
import { buildWhere, requireFilter } from '#features/dir/rule.ts';
import { type Reader, selectCards, toArtwork } from './artwork-card.ts';
import { type ArtworkRow, artwork } from './artwork.tables.ts';

type Asked = ArtworkFilter & {
  project_id: string;
  dir_id?: string | undefined;
  is_deleted: boolean;
  order: keyof typeof ORDERS;
};

const ORDERS = {
  newest: [desc(artwork.artwork_id)],
  oldest: [asc(artwork.artwork_id)],
  name: [asc(artwork.artwork_name), asc(artwork.artwork_id)],
  longest: [desc(artwork.duration), desc(artwork.artwork_id)],
};

/** A page of a project's finished videos. */
export async function readArtworks(
  app: Reader,
  space_id: string,
  { project_id, dir_id, is_deleted, order, ...filter }: Asked,
  page: PageInput,
) {
  const { db } = app;
  await requireFilter(db, space_id, filter);
  // A project is of one space; naming that too would keep counting from the index.
  const condition = and(
    eq(artwork.project_id, project_id),
    is_deleted ? isNotNull(artwork.deleted_at) : isNull(artwork.deleted_at),
    buildWhere(db, space_id, filter),
    dir_id ? await whereOfDir(db, space_id, { project_id, dir_id, is_deleted }) : undefined,
  );
  const sorted = is_deleted && order === 'newest' ? [desc(artwork.deleted_at), ...ORDERS.newest] : ORDERS[order];
  // Which ones first, and only then all that belongs to them: what a page skips costs little.
  const ids = db
    .select({ artwork_id: artwork.artwork_id })
    .from(artwork)
    .where(condition)
    .orderBy(...sorted)
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  const [rows, total] = await Promise.all([
    selectCards(db)
      .where(inArray(artwork.artwork_id, ids))
      .orderBy(...sorted),
    db.$count(artwork, condition),
  ]);
  return { items: rows.map((row) => toArtwork(app, row)), page_info: pageInfo(page, total) };
}

/** A directory with all below it; a smart one shows what its rule finds. */
async function whereOfDir(
  db: Queryable,
  space_id: string,
  { project_id, dir_id, is_deleted }: Pick<Asked, 'project_id' | 'is_deleted'> & { dir_id: string },
): Promise<SQL> {
  const rows = await readDirRows(db, project_id, 'artwork');
  const row = rows.get(dir_id) ?? (await requireDir(db, space_id, dir_id, { kind: 'artwork', project_id }));
  if (row.deleted_at !== null && !is_deleted) throw new AppError('not_found', '目录不存在或已被删除，请重新选择');
  if (row.rule) return buildWhere(db, space_id, row.rule);
  return inArray(
    artwork.dir_id,
    subtreeOf(rows, dir_id, ({ deleted_at }) => is_deleted || deleted_at === null),
  );
}

/** Those with these ids, in their order. */
export async function readCards(app: Reader, space_id: string, artwork_ids: string[]): Promise<Artwork[]> {
  const rows = await selectCards(app.db).where(theirs(space_id, artwork_ids));
  const byId = new Map(rows.map((row) => [row.row.artwork_id, toArtwork(app, row)]));
  return artwork_ids.flatMap((id) => byId.get(id) ?? []);
}

/** Throws unless it is there and in the space; one in the recycle bin counts too. */
export async function requireRow(db: Queryable, space_id: string, artwork_id: string): Promise<ArtworkRow> {
  const [found] = await db
    .select()
    .from(artwork)
    .where(theirs(space_id, [artwork_id]));
  if (!found) throw new AppError('not_found', '成片不存在或已被删除');
  return found;
}

/** Throws unless it is there and in the space, and not in the recycle bin. */
export async function requireArtwork(db: Queryable, space_id: string, artwork_id: string): Promise<ArtworkRow> {
  const found = await requireRow(db, space_id, artwork_id);
  if (found.deleted_at !== null) throw new AppError('conflict', '成片在回收站里，请先恢复');
  return found;
}

export function theirs(space_id: string, artwork_ids: string[]) {
  return and(eq(artwork.space_id, space_id), inArray(artwork.artwork_id, artwork_ids));
}
