import {
  AppError,
  type MaterialSubType,
  type MaterialType,
  type SameNameChoice,
  UPLOAD_KEEP_DAYS,
  cleanFileName,
  dirsOfPath,
} from '@mixreel/contract';
import type { App } from '#context.ts';
import { newId } from '#db/id.ts';
import { sql } from '#db/orm.ts';
import { requireBytes, requireKind, requireType } from '#features/accept/media-kind.ts';
import { requireFolders } from '#features/dir/folder-path.ts';
import { tellFolders } from '#features/dir/tell-folders.ts';
import { hasClaim, isPaid } from '#features/file/content-claims.ts';
import { readQuota } from '#features/file/file.queries.ts';
import { type Added, addMaterial, findByName } from './add-material.ts';
import { partsOf } from './parts.ts';
import { type RecordRow, changeRecord, hasFileOfSize, requireRecord } from './upload.queries.ts';
import { upload_record } from './upload.tables.ts';

const SKIPPED = '已有同名素材，已跳过';

export type NewUpload = {
  record_uuid?: string | undefined;
  space_id: string;
  project_id: string;
  user_uid: string;
  /** Whether somebody without an account sends it in their name. */
  is_guest?: boolean;
  file_name: string;
  relative_path: string;
  /** The folder in which its own folders are. */
  dir_id?: string | undefined;
  bytes: number;
  sha256?: string | undefined;
  material_type?: MaterialType | undefined;
  material_sub_type: MaterialSubType | null;
  same_name: SameNameChoice;
};

export type Started = { row: RecordRow; instant: boolean; hash_first: boolean };

/** Begins an upload, or goes on with one whose hash is now known. What the space has already is not sent again. */
export async function startUpload(app: App, given: NewUpload): Promise<Started> {
  const { db } = app;
  const { space_id, bytes, sha256 } = given;
  const file_name = cleanFileName(given.file_name);
  const kind = requireKind(file_name);
  const material_type = requireType(kind, given.material_type);
  requireBytes(kind, bytes);

  const before = given.record_uuid ? await requireOpen(app, given, given.record_uuid) : null;
  const dir_id = before ? before.dir_id : await requireFolder(app, given);
  const record = { ...given, file_name, material_type, dir_id };
  if (before?.status === 'completed') return { row: before, instant: true, hash_first: false };
  const skipped = given.same_name === 'skip' ? await skipSameName(app, record, before) : null;
  if (skipped) return { row: skipped, instant: true, hash_first: false };

  const mayBeHere = sha256 ? await hasClaim(db, [space_id], sha256) : await hasFileOfSize(db, space_id, bytes);
  if (!mayBeHere || (sha256 && !(await isPaid(db, space_id, sha256)))) await requireQuota(app, space_id, bytes);
  if (!mayBeHere && !before) await partsOf(app).requireRoom(bytes);

  const row =
    (before && (await changeRecord(db, before.record_uuid, { sha256: sha256 ?? before.sha256 }))) ??
    (await insertRecord(app, record, { sha256: sha256 ?? null }));
  const claimed = sha256 && mayBeHere ? await claim(app, row, sha256) : null;
  return { row: claimed ?? row, instant: claimed !== null, hash_first: !sha256 && mayBeHere };
}

/** The folder for its bytes, made with the first file that comes for it. */
async function requireFolder(app: App, given: NewUpload): Promise<string | null> {
  const names = dirsOfPath(given.relative_path);
  const { dir_id, isNew } = await requireFolders(app.db, given, given.dir_id ?? null, names);
  if (isNew) await tellFolders(app, given.project_id);
  return dir_id;
}

type NewRecord = Omit<NewUpload, 'material_type' | 'record_uuid' | 'sha256' | 'dir_id'> & {
  material_type: MaterialType;
  dir_id: string | null;
};

/** Nothing is sent when there is one of that name. */
async function skipSameName(app: App, record: NewRecord, before: RecordRow | null): Promise<RecordRow | null> {
  const existing = await findByName(app.db, record, record.file_name);
  if (!existing) return null;
  const completed = { status: 'completed' as const, material_id: existing.material_id, message: SKIPPED };
  return before ? changeRecord(app.db, before.record_uuid, completed) : insertRecord(app, record, completed);
}

/** An upload that the same person began for the same file. */
async function requireOpen({ db }: App, given: NewUpload, record_uuid: string): Promise<RecordRow> {
  const row = await requireRecord(db, given.space_id, record_uuid);
  if (row.user_uid !== given.user_uid || row.project_id !== given.project_id || row.source_url) {
    throw new AppError('not_found', '上传记录不存在或已被删除');
  }
  if (row.bytes !== given.bytes) throw new AppError('conflict', '选择的文件与之前的不同，请重新上传');
  const isOver = row.status === 'canceled' || row.status === 'failed';
  if (isOver) throw new AppError('conflict', '这个上传已经结束，请重新上传');
  return row;
}

async function requireQuota({ db }: App, space_id: string, bytes: number): Promise<void> {
  const { left_bytes } = await readQuota(db, space_id);
  if (bytes > left_bytes) throw new AppError('quota_exceeded');
}

type Change = Partial<typeof upload_record.$inferInsert>;

export async function insertRecord({ db }: Pick<App, 'db'>, given: NewRecord, change: Change): Promise<RecordRow> {
  const { space_id, project_id, user_uid, file_name, relative_path, dir_id, bytes } = given;
  const { material_type, material_sub_type, same_name, is_guest = false } = given;
  const [row] = await db
    .insert(upload_record)
    .values({
      record_uuid: newId(),
      space_id,
      project_id,
      user_uid,
      is_guest,
      file_name,
      relative_path,
      dir_id,
      bytes,
      material_type,
      material_sub_type,
      same_name,
      expires_at: sql`now() + make_interval(days => ${UPLOAD_KEEP_DAYS})`,
      ...change,
    })
    .returning();
  if (!row) throw new Error('The record was not inserted');
  return row;
}

/** Null when the content turns out not to be here, or is not what the caller says: then it is sent as usual. */
async function claim(app: App, row: RecordRow, sha256: string): Promise<RecordRow | null> {
  const { db, storage } = app;
  const stored = await storage.stat(sha256);
  if (stored?.bytes !== row.bytes) return null;
  let completed: RecordRow | null = null;
  await addMaterial(app, { ...materialOf(row), file: { sha256 } }, async (tx, added) => {
    completed = await changeRecord(tx, row.record_uuid, {
      status: 'completed',
      material_id: added.material_id,
      received_bytes: row.bytes,
      message: messageOf(added),
    });
    if (!completed) throw new AppError('conflict', '这个上传已被取消');
  }).catch(async (error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    if (error.error === 'not_found') return;
    await changeRecord(db, row.record_uuid, { status: 'failed', message: error.message });
    throw error;
  });
  if (completed) await partsOf(app).remove(row.record_uuid);
  return completed;
}

/** What whoever sent it should know. */
export function messageOf({ is_new, is_elsewhere, note }: Added): string | null {
  if (!is_new) return SKIPPED;
  const moved = is_elsewhere ? '选的文件夹已被删除，放到了它的上一层' : null;
  return [note, moved].filter((words) => words !== null).join('；') || null;
}

/** What a record says of the material that it is to become. */
export function materialOf(row: RecordRow) {
  const { space_id, project_id, dir_id, user_uid, file_name, material_type, material_sub_type, same_name } = row;
  const material_source = row.source_url ? ('link_import' as const) : ('user_upload' as const);
  return {
    space_id,
    project_id,
    dir_id,
    user_uid,
    file_name,
    material_type,
    material_sub_type,
    same_name,
    material_source,
    origin_url: row.source_url,
  };
}
