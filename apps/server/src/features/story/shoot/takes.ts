import {
  AppError,
  cleanDirName,
  extensionOf,
  type PhoneTake,
  shorten,
  storyRowsOf,
  UPLOAD_CHUNK_BYTES,
} from '@mixreel/contract';
import type { App, Context } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, isNull, sql } from '#db/orm.ts';
import { endUpload } from '#features/upload/end-upload.ts';
import { startUpload } from '#features/upload/start-upload.ts';
import { signUploadToken } from '#features/upload/upload-token.ts';
import { readRecord, type RecordRow, toRecord } from '#features/upload/upload.queries.ts';
import { storyDocument } from '../story.document.ts';
import type { Phone } from './phone-access.ts';
import { placeTake } from './place-take.jobs.ts';
import { tellShoot } from './shoot-day.ts';
import { shoot_take } from './shoot.tables.ts';

/** How long bytes may come before the code is asked again. */
const PASS_SECONDS = 15 * 60;

type Take = typeof shoot_take.$inferSelect;
export type NewTake = {
  take_id: string;
  row_id: string;
  shot_by: string;
  file_name: string;
  bytes: number;
  is_again: boolean;
};

/** Begins the upload of a take, or says how far it is: the phone goes on from there, however often it was cut off. */
export async function startTake(app: Context, phone: Phone, given: NewTake): Promise<PhoneTake> {
  const take = (await readTake(app.db, phone, given.take_id)) ?? (await addTake(app, phone, given));
  const before = take.record_uuid ? await readRecord(app.db, take.record_uuid) : null;
  const isOver = before?.status === 'canceled' || (before?.status === 'failed' && given.is_again);
  if (take.material_id || (before && !isOver)) return toPhoneTake(app, phone, take, before);
  const record = await beginUpload(app, phone, take, given);
  await app.db.update(shoot_take).set({ record_uuid: record.record_uuid }).where(eq(shoot_take.take_id, take.take_id));
  return toPhoneTake(app, phone, take, record);
}

/** All bytes are here: they are judged like any other upload, and become a material of the project. */
export async function endTake(
  app: Context,
  phone: Phone,
  { take_id, sha256 }: { take_id: string; sha256?: string | undefined },
): Promise<PhoneTake> {
  const take = await readTake(app.db, phone, take_id);
  const before = take?.record_uuid ? await readRecord(app.db, take.record_uuid) : null;
  if (!take || (!before && !take.material_id)) throw new AppError('not_found', '这条还没有开始上传，请重新上传');
  if (!before) return toPhoneTake(app, phone, take, null);
  const record = await endUpload(app, before, sha256);
  await settle(app, phone, take, record);
  return toPhoneTake(app, phone, take, record);
}

/** Once, however often its end is asked for: it is there, and is put where it belongs when it was looked at. */
async function settle(app: App, { space_id, project_id, story_board_id, user }: Phone, take: Take, record: RecordRow) {
  const { material_id } = record;
  await app.db.transaction(async (tx) => {
    if (material_id) {
      const settled = await tx
        .update(shoot_take)
        .set({ material_id })
        .where(and(eq(shoot_take.take_id, take.take_id), isNull(shoot_take.material_id)))
        .returning({ take_id: shoot_take.take_id });
      if (settled.length === 0) return;
      const task = { space_id, project_id, user_uid: user.user_uid, is_quiet: true };
      await app.queue.add(
        placeTake,
        { ...task, title: `放好「${record.file_name}」`, input: { take_id: take.take_id } },
        tx,
      );
    }
    await tellShoot(app, tx, story_board_id);
  });
}

async function readTake(db: Queryable, { story_board_id }: Phone, take_id: string): Promise<Take | null> {
  const [found] = await db.select().from(shoot_take).where(eq(shoot_take.take_id, take_id));
  if (found && found.story_board_id !== story_board_id) throw new AppError('not_found', '这条不是给这个故事板拍的');
  return found ?? null;
}

/** Numbered within its row, one after the other however many phones send. */
async function addTake(app: App, phone: Phone, { take_id, row_id, shot_by }: NewTake): Promise<Take> {
  const { story_board_id } = phone;
  const added = await app.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`takes ${story_board_id}`}, 0))`);
    const number = sql<number>`(select coalesce(max(t.number), 0) + 1 from ${shoot_take} t
      where t.story_board_id = ${story_board_id} and t.row_id = ${row_id})`;
    const [row] = await tx
      .insert(shoot_take)
      .values({ take_id, story_board_id, row_id, shot_by, number })
      .onConflictDoNothing()
      .returning();
    await tellShoot(app, tx, story_board_id);
    return row;
  });
  const take = added ?? (await readTake(app.db, phone, take_id));
  if (!take) throw new AppError('not_found', '这条不是给这个故事板拍的');
  return take;
}

/** Into a folder of its own, named by what is in it: nobody has to guess later which row a take was for. */
async function beginUpload(app: App, phone: Phone, take: Take, { file_name, bytes }: NewTake): Promise<RecordRow> {
  const { space_id, project_id, story_board_id, board_name, user } = phone;
  const rows = storyRowsOf(await storyDocument.read(app.db, story_board_id));
  const n = rows.findIndex(({ row_id }) => row_id === take.row_id);
  const words = rows[n]?.picture.trim() || rows[n]?.line.trim() || '';
  const parts = [
    n < 0 ? '已删除的行' : String(n + 1).padStart(2, '0'),
    shorten(words.replaceAll(/\s+/g, ' ')).replaceAll('/', '、'),
    `第${take.number}条`,
    take.shot_by,
  ];
  const named = `${parts.filter(Boolean).join(' ')}${extensionOf(file_name)}`;
  const folder = cleanDirName(`拍摄 ${board_name}`);
  const { row } = await startUpload(app, {
    space_id,
    project_id,
    user_uid: user.user_uid,
    is_guest: true,
    file_name: named,
    relative_path: `${folder}/${named}`,
    bytes,
    material_type: 'video',
    material_sub_type: 'shot_video',
    same_name: 'keep_both',
  });
  return row;
}

async function toPhoneTake(
  app: App,
  { user, project_id }: Phone,
  { number, material_id }: Take,
  row: RecordRow | null,
): Promise<PhoneTake> {
  const record = row && (await toRecord(app, row, user.user_uid));
  const expires = Math.floor(Date.now() / 1000) + PASS_SECONDS;
  const permit = row && { user_uid: user.user_uid, project_id, record_uuid: row.record_uuid, expires };
  return {
    number,
    status: record?.status ?? (material_id ? 'completed' : 'failed'),
    received_bytes: record?.received_bytes ?? 0,
    upload_url: record?.upload_url ?? null,
    token: permit && record?.upload_url ? signUploadToken(app, permit) : '',
    chunk_size: UPLOAD_CHUNK_BYTES,
    message: record?.message ?? null,
    can_retry: record?.can_retry ?? true,
  };
}
