import { AppError } from '@mixreel/contract';
import type { App } from '#context.ts';
import { partsOf } from './parts.ts';
import { type RecordRow, changeRecord, readRecord } from './upload.queries.ts';

type Needs = Pick<App, 'db' | 'storage' | 'config' | 'memory'>;

/** Gives an upload up; the caller holds its lock. Null when it had ended before. */
export async function cancelRecord(app: Needs, record_uuid: string): Promise<RecordRow | null> {
  const canceled = await changeRecord(app.db, record_uuid, { status: 'canceled', message: null });
  if (canceled) await partsOf(app).remove(record_uuid);
  return canceled;
}

/** Gives an upload or a link import up, whatever it is doing. */
export async function cancelUpload(app: Needs & Pick<App, 'queue'>, row: RecordRow): Promise<RecordRow> {
  const { record_uuid, task_id } = row;
  if (task_id) await app.queue.cancel(task_id).catch(unlessEnded);
  const canceled = await partsOf(app).locks.hold(record_uuid, () => cancelRecord(app, record_uuid));
  return canceled ?? (await readRecord(app.db, record_uuid)) ?? row;
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof AppError && error.error === 'task_state')) throw error;
}
