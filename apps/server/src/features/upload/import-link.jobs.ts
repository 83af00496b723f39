import { AppError, type ErrorName } from '@mixreel/contract';
import { z } from 'zod';
import { toAppError } from '#http/answer.ts';
import type { PublicOptions } from '#http/public-address.ts';
import { type Job, type JobContext, defineJob } from '#queue/job.ts';
import { Canceled } from '#queue/run-task.ts';
import type { Staged } from '#storage/storage.ts';
import { addMaterial } from './add-material.ts';
import { type Limits, openLink } from './open-link.ts';
import { materialOf, messageOf } from './start-upload.ts';
import { type RecordRow, changeRecord, readRecord } from './upload.queries.ts';

const Input = z.object({ record_uuid: z.string(), url: z.string() });
export type ImportJob = Job<typeof Input>;

/** How far it is, is written down at most this often. */
const TELL_MS = 1000;
/** What the link gave is refused, and would be again. */
const REFUSALS: ErrorName[] = ['wrong_type', 'too_large'];

/** The options are for tests: how names resolve, that this machine may be asked, and for how long. */
type Options = Pick<PublicOptions, 'allowLoopback' | 'resolve'> & Partial<Limits>;

export const importLink = defineImport('upload.import');

export function defineImport(name: string, options: Options = {}): ImportJob {
  return defineJob({
    name,
    scope: 'edit',
    task_type: 'material_import',
    input: Input,
    kind: 'network',
    cores: 0,
    async run({ record_uuid, url }, context) {
      const row = await begin(context, record_uuid);
      if (!row) return {};
      try {
        return { result: { material_id: row.material_id ?? (await fetchInto(context, row, url, options)) } };
      } catch (error) {
        await tellFailure(context, record_uuid, error);
        throw error;
      }
    },
  });
}

/** The record, put back to its beginning. Null when it was deleted in the meantime. */
async function begin({ db }: JobContext, record_uuid: string): Promise<RecordRow | null> {
  const row = await readRecord(db, record_uuid);
  // An attempt that ended between the commit and the task's last word.
  if (!row || row.status === 'completed') return row;
  const change = { status: 'uploading' as const, message: null, received_bytes: 0 };
  return changeRecord(db, record_uuid, change, ['uploading', 'verifying', 'failed', 'canceled']);
}

async function fetchInto(context: JobContext, row: RecordRow, url: string, options: Options): Promise<string> {
  const { db, storage, signal, report } = context;
  const { record_uuid } = row;
  let told = performance.now();
  const link = await openLink(context, row, url, { ...options, signal });
  const { file_name, kind, total, max_bytes } = link;
  await changeRecord(db, record_uuid, { file_name, material_type: kind, bytes: total ?? 0 });

  const body = link.read((received_bytes) => {
    if (total) report(received_bytes / total);
    if (performance.now() - told < TELL_MS) return;
    told = performance.now();
    void changeRecord(db, record_uuid, { received_bytes }).catch(() => {});
  });
  const staged: Staged = await storage.stage(body, { maxBytes: max_bytes, signal }).catch((error: unknown) => {
    throw link.reasonOf(error);
  });
  try {
    const { bytes, sha256 } = staged;
    const fresh = await changeRecord(db, record_uuid, { status: 'verifying', bytes, received_bytes: bytes, sha256 });
    if (!fresh) throw new AppError('conflict', '这个导入已被取消');
    const given = { ...materialOf(fresh), file: { staged }, signal };
    const { material_id } = await addMaterial(context, given, async (tx, added) => {
      const change = { status: 'completed' as const, material_id: added.material_id };
      const completed = await changeRecord(tx, record_uuid, { ...change, message: messageOf(added) });
      if (!completed) throw new AppError('conflict', '这个导入已被取消');
    });
    return material_id;
  } finally {
    // Whatever it was refused for: what came must not stay on the disk, where it is counted for nobody.
    await staged.discard();
  }
}

async function tellFailure({ db, signal }: JobContext, record_uuid: string, error: unknown): Promise<void> {
  if (signal.aborted) {
    if (signal.reason instanceof Canceled) await changeRecord(db, record_uuid, { status: 'canceled', message: null });
    return;
  }
  const { error: name, message } = toAppError(error);
  // Whether anything else is tried again, and so whether this was the last word, is known by the task.
  const status = REFUSALS.includes(name) ? ('failed' as const) : ('uploading' as const);
  await changeRecord(db, record_uuid, { status, message });
}
