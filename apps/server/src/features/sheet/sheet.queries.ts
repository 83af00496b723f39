import { AppError, type PageInput, pageInfo, RECYCLE_DAYS, type SheetCard, type SheetPicture } from '@mixreel/contract';
import type { App } from '#context.ts';
import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { containing } from '#db/containing.ts';
import { and, desc, eq, getTableColumns, ilike, inArray, isNull, type SQL, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { document } from '#features/document/document.tables.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { material } from '#features/material/material.tables.ts';
import type { SheetFile } from './sheet.document.ts';
import { sheet, sheet_file, sheet_layer } from './sheet.tables.ts';

const LINK_SECONDS = 6 * 3600;
const AT_ONCE = 100;
const LAYER_COUNT = sql<number>`(select count(*)::int from ${sheet_layer} l where l.sheet_id = ${sheet.sheet_id})`;

export type SheetRow = typeof sheet.$inferSelect;
type Needs = Pick<App, 'db' | 'secret'>;

/** Throws unless it is there and in the space. */
export async function requireSheetRow(db: Queryable, space_id: string, sheet_id: string): Promise<SheetRow> {
  const [found] = await db
    .select(getTableColumns(sheet))
    .from(sheet)
    .where(and(eq(sheet.sheet_id, sheet_id), eq(sheet.space_id, space_id), isNull(sheet.deleted_at)));
  if (!found) throw new AppError('not_found', '图片不存在或已被删除');
  return found;
}

export async function requireSheetCard(app: Needs, space_id: string, sheet_id: string): Promise<SheetCard> {
  const one = and(eq(sheet.sheet_id, sheet_id), eq(sheet.space_id, space_id), isNull(sheet.deleted_at));
  const [found] = await select(app, one, { page_index: 1, page_size: 1 });
  if (!found) throw new AppError('not_found', '图片不存在或已被删除');
  return found;
}

type Asked = { space_id: string; project_id: string; keyword?: string | undefined };

/** What was changed last comes first. */
export async function readSheetCards(app: Needs, { space_id, project_id, keyword }: Asked, asked: PageInput) {
  const condition = and(
    eq(sheet.space_id, space_id),
    eq(sheet.project_id, project_id),
    isNull(sheet.deleted_at),
    keyword ? ilike(sheet.sheet_name, containing(keyword)) : undefined,
  );
  const items = await select(app, condition, asked);
  return { items, page_info: pageInfo(asked, await app.db.$count(sheet, condition)) };
}

async function select(
  app: Needs,
  condition: SQL | undefined,
  { page_index, page_size }: PageInput,
): Promise<SheetCard[]> {
  const rows = await app.db
    .select({
      ...getTableColumns(sheet),
      layer_count: LAYER_COUNT,
      material_name: material.material_name,
      creator_name: sql<string>`coalesce(${user_account.name}, '')`,
    })
    .from(sheet)
    .leftJoin(material, and(eq(material.material_id, sheet.material_id), isNull(material.deleted_at)))
    .leftJoin(user_account, eq(user_account.user_uid, sheet.created_by))
    .where(condition)
    .orderBy(desc(sheet.updated_at), desc(sheet.sheet_id))
    .limit(page_size)
    .offset((page_index - 1) * page_size);
  return rows.map(({ cover_vlc_id, ...row }) => ({
    ...row,
    material_id: row.material_name === null ? null : row.material_id,
    cover_url: cover_vlc_id
      ? signFileLink(app, { vlc_id: cover_vlc_id, file_name: 'cover.jpg' }, { seconds: LINK_SECONDS }).url
      : null,
  }));
}

/** The pictures of a sheet by their files; those that are gone are not there. */
export async function readSheetPictures(
  app: Needs,
  sheet_id: string,
  vlc_ids?: readonly string[],
): Promise<SheetPicture[]> {
  const rows = await app.db
    .select({ ...getTableColumns(sheet_file), file_name: vlc_file.file_name })
    .from(sheet_file)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, sheet_file.vlc_id))
    .where(and(eq(sheet_file.sheet_id, sheet_id), vlc_ids ? inArray(sheet_file.vlc_id, [...vlc_ids]) : undefined));
  return rows.map((row) => toSheetPicture(app, row));
}

export function toSheetPicture(
  app: Pick<App, 'secret'>,
  { vlc_id, file_name, width, height, ai_origin }: SheetFile & { file_name: string },
): SheetPicture {
  const { url } = signFileLink(app, { vlc_id, file_name }, { seconds: LINK_SECONDS });
  return { vlc_id, name: file_name, url, width, height, ai_origin };
}

export async function setSheetDeleted(db: Queryable, sheet_id: string, is_deleted: boolean): Promise<void> {
  const deleted_at = is_deleted ? now : null;
  await db.update(sheet).set({ deleted_at }).where(eq(sheet.sheet_id, sheet_id));
  await db.update(document).set({ deleted_at }).where(eq(document.document_id, sheet_id));
}

/** They go with their project. */
export async function binSheetsOf(tx: Queryable, { project_id }: { project_id: string }): Promise<void> {
  const rows = await tx
    .update(sheet)
    .set({ deleted_at: now })
    .where(and(eq(sheet.project_id, project_id), isNull(sheet.deleted_at)))
    .returning({ sheet_id: sheet.sheet_id });
  const ids = rows.map(({ sheet_id }) => sheet_id);
  if (ids.length > 0) await tx.update(document).set({ deleted_at: now }).where(inArray(document.document_id, ids));
}

/** What was deleted long ago goes for good, with its history and the files that nothing else shows. */
export async function removeOldSheets({ db }: Pick<App, 'db'>): Promise<void> {
  const long_ago = sql`${sheet.deleted_at} < now() - ${`${RECYCLE_DAYS} days`}::interval`;
  const old = await db.select().from(sheet).where(long_ago).limit(AT_ONCE);
  for (const { sheet_id, space_id, cover_vlc_id } of old) {
    await db.transaction(async (tx) => {
      const files = await tx.delete(sheet_file).where(eq(sheet_file.sheet_id, sheet_id)).returning();
      const ids = files.map(({ vlc_id }) => vlc_id);
      const shown = await tx.select().from(sheet_file).where(inArray(sheet_file.vlc_id, ids));
      const kept = new Set(shown.map(({ vlc_id }) => vlc_id));
      await tx.delete(sheet).where(eq(sheet.sheet_id, sheet_id));
      await tx.delete(document).where(eq(document.document_id, sheet_id));
      const gone = [...ids.filter((vlc_id) => !kept.has(vlc_id)), ...(cover_vlc_id ? [cover_vlc_id] : [])];
      await removeFiles(tx, space_id, gone);
    });
  }
}
