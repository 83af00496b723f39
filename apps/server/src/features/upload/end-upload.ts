import { AppError, type ErrorName } from '@mixreel/contract';
import type { App } from '#context.ts';
import { addMaterial } from './add-material.ts';
import { partsOf } from './parts.ts';
import { materialOf, messageOf } from './start-upload.ts';
import { type RecordRow, changeRecord, readRecord } from './upload.queries.ts';

/** Refusals that are about the file and will not pass; after others the same bytes can be tried again. */
const FINAL: ErrorName[] = ['wrong_type', 'too_large', 'invalid', 'not_found'];

/**
 * Makes a material of an upload whose bytes are all here. A file that is refused ends the record, with the reason in
 * its message; a full disk or space is thrown, and the record stays as it was.
 */
export async function endUpload(app: App, row: RecordRow, sha256: string | undefined): Promise<RecordRow> {
  const { record_uuid } = row;
  return partsOf(app).locks.hold(record_uuid, async () => {
    const current = (await readRecord(app.db, record_uuid)) ?? row;
    if (current.status === 'completed' || current.status === 'failed') return current;
    if (current.status === 'canceled') throw new AppError('conflict', '这个上传已被取消');
    if (current.source_url) throw new AppError('conflict', '链接导入会自己完成');
    await requireAllBytes(app, current);
    return finish(app, current, sha256 ?? current.sha256);
  });
}

async function requireAllBytes(app: App, { record_uuid, bytes }: RecordRow): Promise<void> {
  const size = await partsOf(app).size(record_uuid);
  if (size === bytes) return;
  throw new AppError('conflict', `还有 ${bytes - size} 字节没有传到，请继续上传`);
}

async function finish(app: App, row: RecordRow, expected: string | null): Promise<RecordRow> {
  const { db } = app;
  const { record_uuid, bytes } = row;
  const parts = partsOf(app);
  const [digest] = await Promise.all([
    parts.digest(record_uuid),
    changeRecord(db, record_uuid, { status: 'verifying', message: null }),
  ]);
  if (expected && digest.sha256 !== expected) {
    return fail(app, record_uuid, { message: '文件在上传途中损坏或被改动过，请重新上传', received_bytes: 0 });
  }
  try {
    const file = { path: parts.path(record_uuid), given: true, digest } as const;
    await addMaterial(app, { ...materialOf(row), file }, async (tx, added) => {
      const completed = await changeRecord(tx, record_uuid, {
        status: 'completed',
        material_id: added.material_id,
        sha256: digest.sha256,
        received_bytes: bytes,
        message: messageOf(added),
      });
      if (!completed) throw new AppError('conflict', '这个上传已被取消');
    });
  } catch (error) {
    if (error instanceof AppError && FINAL.includes(error.error)) {
      return fail(app, record_uuid, { message: error.message, received_bytes: bytes });
    }
    const message = error instanceof AppError ? error.message : null;
    await changeRecord(db, record_uuid, { status: 'uploading', message });
    throw error;
  }
  await parts.remove(record_uuid);
  return (await readRecord(db, record_uuid)) ?? row;
}

async function fail(
  app: App,
  record_uuid: string,
  why: Pick<RecordRow, 'message' | 'received_bytes'>,
): Promise<RecordRow> {
  const failed = await changeRecord(app.db, record_uuid, { status: 'failed', ...why });
  await partsOf(app).remove(record_uuid);
  const row = failed ?? (await readRecord(app.db, record_uuid));
  if (!row) throw new AppError('not_found', '上传记录不存在或已被删除');
  return row;
}
