import { AppError, type Clean, type CleanDetail, type PageInput, pageInfo } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { type SQL, and, desc, eq, inArray, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { readHdrNote } from '#features/material/hdr.queries.ts';
import { material } from '#features/material/material.tables.ts';
import { readWorks } from '#features/task/task.queries.ts';
import { clean } from './clean.tables.ts';
import { readRefusal } from './refuse-clean.ts';
import { readStickers } from './stickers.ts';

const LINK_SECONDS = 6 * 3600;

export type CleanRow = typeof clean.$inferSelect;
type Needs = Pick<App, 'db' | 'secret'>;

export async function requireClean(db: Queryable, space_id: string, clean_id: string): Promise<CleanRow> {
  const [found] = await db
    .select()
    .from(clean)
    .where(and(eq(clean.space_id, space_id), eq(clean.clean_id, clean_id)));
  if (!found) throw new AppError('not_found', '这条记录不存在或已被删除');
  return found;
}

/** Until the transaction ends nobody else begins or keeps anything of it. */
export async function holdClean(tx: Queryable, space_id: string, clean_id: string): Promise<CleanRow> {
  await tx.select({ clean_id: clean.clean_id }).from(clean).where(eq(clean.clean_id, clean_id)).for('update');
  return requireClean(tx, space_id, clean_id);
}

export async function listCleans(app: Needs, space_id: string, project_id: string, page: PageInput) {
  const condition = and(eq(clean.space_id, space_id), eq(clean.project_id, project_id));
  const rows = await app.db
    .select()
    .from(clean)
    .where(condition)
    .orderBy(desc(clean.clean_id))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  const items = await toCards(app, rows);
  return { items, page_info: pageInfo(page, await app.db.$count(clean, condition)) };
}

export async function readDetail(app: Needs, space_id: string, clean_id: string): Promise<CleanDetail> {
  const row = await requireClean(app.db, space_id, clean_id);
  const [card] = await toCards(app, [row]);
  if (!card) throw new AppError('not_found', '这条记录不存在或已被删除');
  const files = await readFiles(app.db, eq(material.material_id, row.material_id));
  const [source] = await app.db.select().from(vlc_file).where(eq(vlc_file.vlc_id, row.vlc_id));
  const preview = files.get(row.material_id)?.preview_vlc_id;
  const { width, height, fps, duration_ms, revision, marks, notices, cuts_ms, note } = row;
  return {
    ...card,
    width,
    height,
    fps,
    duration_ms,
    revision,
    marks,
    notices,
    cuts_ms,
    note: [note, await readHdrNote(app.db, row.material_id)].filter(Boolean).join('；') || null,
    url: source ? link(app, source.vlc_id, source.file_name) : null,
    preview_url: preview ? link(app, preview, 'preview.mp4') : null,
    stickers: (await readStickers(app.db, space_id, marks)).map(({ material_id, material_name, vlc_id, problem }) => {
      return { material_id, material_name, problem, url: problem ? null : link(app, vlc_id, material_name) };
    }),
    refusal: await readRefusal(app.db, row),
  };
}

type Pictures = Map<string, { cover_vlc_id: string | null; preview_vlc_id: string | null }>;

async function readFiles(db: Queryable, condition: SQL): Promise<Pictures> {
  const rows = await db
    .select({
      material_id: material.material_id,
      cover_vlc_id: material.cover_vlc_id,
      preview_vlc_id: material.preview_vlc_id,
    })
    .from(material)
    .where(condition);
  return new Map(rows.map(({ material_id, ...rest }) => [material_id, rest]));
}

async function toCards(app: Needs, rows: CleanRow[]): Promise<Clean[]> {
  if (rows.length === 0) return [];
  const { db } = app;
  const of = rows.map(({ material_id }) => material_id);
  const pictures = await readFiles(db, inArray(material.material_id, of));
  const workOf = await readWorks(
    db,
    rows.flatMap(({ find_task_id, make_task_id }) => [find_task_id, make_task_id]),
  );
  const people = await db
    .select({ user_uid: user_account.user_uid, name: sql<string>`coalesce(${user_account.name}, '')` })
    .from(user_account)
    .where(inArray(user_account.user_uid, [...new Set(rows.map(({ created_by }) => created_by))]));
  const names = new Map(people.map(({ user_uid, name }) => [user_uid, name]));
  return rows.map((row) => {
    const { clean_id, project_id, batch_id, material_id, material_name, content_type, created_at, result } = row;
    const cover = pictures.get(material_id)?.cover_vlc_id;
    return {
      clean_id,
      project_id,
      batch_id,
      material_id,
      material_name,
      created_at,
      is_picture: content_type.startsWith('image/'),
      cover_url: cover ? link(app, cover, 'cover.jpg') : null,
      marks_count: row.marks.filter(({ is_on }) => is_on).length,
      all_count: row.marks.length,
      find: workOf(row.find_task_id),
      make: workOf(row.make_task_id),
      result: result && {
        ...result,
        url: link(app, result.vlc_id, material_name),
        declared_by_name: row.declaration?.user_name ?? '',
        declared_at: row.declaration?.at ?? created_at,
      },
      user_name: names.get(row.created_by) ?? '',
    };
  });
}

function link(app: Pick<App, 'secret'>, vlc_id: string, file_name: string): string {
  return signFileLink(app, { vlc_id, file_name }, { seconds: LINK_SECONDS }).url;
}
