import { AppError, type PageInput, type UploadRecord, type UploadStatus, pageInfo } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, desc, eq, inArray, sql } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { toMaterial } from '#features/material/material-card.ts';
import { material, material_like } from '#features/material/material.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { upload_record } from './upload.tables.ts';

export type RecordRow = typeof upload_record.$inferSelect;

export const TUS_PATH = '/api/vlc_file/tus';

/** States in which something is still to come. */
export const OPEN: UploadStatus[] = ['uploading', 'verifying'];

export async function readRecord(db: Queryable, record_uuid: string): Promise<RecordRow | null> {
  const [row] = await db.select().from(upload_record).where(eq(upload_record.record_uuid, record_uuid));
  return row ?? null;
}

export async function requireRecord(db: Queryable, space_id: string, record_uuid: string): Promise<RecordRow> {
  const row = await readRecord(db, record_uuid);
  if (row?.space_id !== space_id) throw new AppError('not_found', '上传记录不存在或已被删除');
  return row;
}

/** Changes a record unless it has ended in the meantime; null when it has. */
export async function changeRecord(
  db: Queryable,
  record_uuid: string,
  change: Partial<typeof upload_record.$inferInsert>,
  from: UploadStatus[] = OPEN,
): Promise<RecordRow | null> {
  const [row] = await db
    .update(upload_record)
    .set({ ...change, updated_at: sql`now()` })
    .where(and(eq(upload_record.record_uuid, record_uuid), inArray(upload_record.status, from)))
    .returning();
  return row ?? null;
}

type Reader = Pick<App, 'db' | 'secret'>;

/** Rows as pages see them, with the materials that they became. */
export async function toRecords({ db, secret }: Reader, rows: RecordRow[], user_uid: string): Promise<UploadRecord[]> {
  const material_ids = rows.flatMap(({ material_id }) => material_id ?? []);
  const task_ids = rows.filter(isOpen).flatMap(({ task_id }) => task_id ?? []);
  const materials = material_ids.length
    ? await db
        .select({ material, liked_at: material_like.liked_at })
        .from(material)
        .leftJoin(
          material_like,
          and(eq(material_like.material_id, material.material_id), eq(material_like.user_uid, user_uid)),
        )
        .where(inArray(material.material_id, material_ids))
    : [];
  const tasks = task_ids.length
    ? await db
        .select({ task_id: task.task_id, status: task.status, error: task.error })
        .from(task)
        .where(inArray(task.task_id, task_ids))
    : [];
  const cards = new Map(
    materials.map((one) => [
      one.material.material_id,
      toMaterial({ secret }, one.material, { liked: one.liked_at !== null }),
    ]),
  );
  const taskById = new Map(tasks.map((one) => [one.task_id, one]));
  return rows.map((row) => {
    const { status, message } = stateOf(row, taskById.get(row.task_id ?? ''));
    return {
      record_uuid: row.record_uuid,
      status,
      file_name: row.file_name,
      relative_path: row.relative_path,
      bytes: row.bytes,
      received_bytes: row.received_bytes,
      upload_url: status === 'uploading' && !row.source_url ? `${TUS_PATH}/${row.record_uuid}` : null,
      message,
      can_retry: status === 'canceled' || (status === 'failed' && !isRefused(row)),
      source_url: row.source_url,
      task_id: row.task_id,
      upload_record_data: {
        project_id: row.project_id,
        dir_id: row.dir_id,
        material_type: row.material_type,
        extra_args: { material_sub_type: row.material_sub_type },
      },
      material_data: cards.get(row.material_id ?? '') ?? null,
      created_at: row.created_at,
      expires_at: row.expires_at,
    };
  });
}

type TaskState = Pick<typeof task.$inferSelect, 'status' | 'error'>;

/** A task that ended before its job ran, or while its worker died, left the record as it was. */
function stateOf(row: RecordRow, of: TaskState | undefined): Pick<RecordRow, 'status' | 'message'> {
  const { status, message } = row;
  if (!isOpen(row) || !of) return { status, message };
  if (of.status === 'canceled' || of.status === 'canceling') return { status: 'canceled', message };
  if (of.status === 'failed') return { status: 'failed', message: message ?? of.error?.message ?? null };
  return { status, message };
}

/** All of it came, and was looked at. What was damaged on the way counts as not come; of a link's other failures its task tells. */
function isRefused({ status, source_url, received_bytes, bytes }: RecordRow): boolean {
  return status === 'failed' && (source_url !== null || received_bytes === bytes);
}

function isOpen({ status }: RecordRow): boolean {
  return OPEN.includes(status);
}

export async function toRecord(app: Reader, row: RecordRow, user_uid: string): Promise<UploadRecord> {
  const [record] = await toRecords(app, [row], user_uid);
  if (!record) throw new Error('A row gives a record');
  return record;
}

export async function readRecords(db: Queryable, space_id: string, record_uuids: string[]): Promise<RecordRow[]> {
  const rows = await db
    .select()
    .from(upload_record)
    .where(and(eq(upload_record.space_id, space_id), inArray(upload_record.record_uuid, record_uuids)));
  const byId = new Map(rows.map((row) => [row.record_uuid, row]));
  return record_uuids.flatMap((id) => byId.get(id) ?? []);
}

export async function readRecordPage(
  db: Queryable,
  { project_id, status, user_uid }: { project_id: string; status: UploadStatus | undefined; user_uid: string | null },
  page: PageInput,
) {
  const condition = and(
    eq(upload_record.project_id, project_id),
    status ? eq(upload_record.status, status) : undefined,
    user_uid ? and(eq(upload_record.user_uid, user_uid), eq(upload_record.is_guest, false)) : undefined,
  );
  const rows = await db
    .select()
    .from(upload_record)
    .where(condition)
    .orderBy(desc(upload_record.record_uuid))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  return { rows, page_info: pageInfo(page, await db.$count(upload_record, condition)) };
}

/** Whether the space has a file of this size: only then can it have the same content. */
export async function hasFileOfSize(db: Queryable, space_id: string, bytes: number): Promise<boolean> {
  const found = await db
    .select({ vlc_id: vlc_file.vlc_id })
    .from(vlc_file)
    .where(and(eq(vlc_file.space_id, space_id), eq(vlc_file.bytes, bytes)))
    .limit(1);
  return found.length > 0;
}
