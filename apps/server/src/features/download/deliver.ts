import { stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Delivery } from '@mixreel/contract';
import { AppError } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, asc, eq, lt, sql } from '#db/orm.ts';
import { addComposed } from '#features/file/add-composed.ts';
import { archiveNames, safeName } from '#features/file/archive-names.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { delivery } from '#features/file/file.tables.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { task } from '#features/task/task.tables.ts';
import type { JobContext } from '#queue/job.ts';
import { checksumOfFile, checksums } from './checksum.ts';
import { packZip, type ZipMember } from './pack-zip.ts';

export const DELIVERY_HOURS = 24;
const BATCH = 200;

/** A file for an archive: bytes, a content of the store, or a local file that nobody will change. */
export type PackedFile = {
  /** With `/` between folders; made fit for every system. */
  name: string;
  source: Buffer | { sha256: string; bytes: number } | { path: string };
  /** When it was made; without it, when the task was given. */
  modified_at?: string;
};

type Package = {
  file_name: string;
  files: PackedFile[];
  /** What a person should know of the result, in sentences. */
  notes: string[];
  /** What is shown by files that are copies; those of the store are known. */
  shows?: string[];
  /** Written together with the first delivery of the task. */
  also?: (tx: Queryable) => Promise<void>;
};

/**
 * Puts files together into an archive for whoever gave the running task, to be fetched for a day. The space pays nothing
 * for it. Done again by another attempt or a retry, the new one takes the old one's place.
 */
export async function deliver(
  context: JobContext,
  { file_name, files, notes, shows = [], also }: Package,
): Promise<void> {
  const { task: running, signal } = context;
  const { task_id, space_id, user_uid } = running;
  if (files.length === 0) throw new AppError('not_found', '没有可以打包的文件，可能已被删除');
  const parts = packZip(await toMembers(context, files));
  signal.throwIfAborted();
  const name = archiveName(file_name);
  const isFirst = (await removeDelivery(context, task_id)) === 0;
  const naming = { space_id, file_name: name, content_type: 'application/zip', created_by: user_uid };
  await addComposed(
    context,
    { ...naming, is_free: true, shows },
    parts,
    async (tx, { vlc_id, bytes }) => {
      const expires_at = sql`now() + make_interval(hours => ${DELIVERY_HOURS})` as unknown as string;
      await tx.insert(delivery).values({ task_id, space_id, vlc_id, file_name: name, bytes, notes, expires_at });
      if (isFirst) await also?.(tx);
    },
    signal,
  );
}

function archiveName(file_name: string): string {
  return `${safeName(file_name.replace(/\.zip$/i, ''))}.zip`;
}

/** Each file with its size and sum. Says how far it is by bytes. */
async function toMembers(context: JobContext, files: PackedFile[]): Promise<ZipMember[]> {
  const { db, task: running, signal, report } = context;
  const [given] = await db.select().from(task).where(eq(task.task_id, running.task_id));
  const names = archiveNames(files.map(({ name }) => name));
  const sizes = await Promise.all(files.map(({ source }) => bytesOf(source)));
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  let done = 0;
  const onBytes = (bytes: number) => report((done += bytes) / Math.max(1, total));
  const stored = files.flatMap(({ source }) => ('sha256' in source ? [source] : []));
  const sums = await checksums(context, stored, { signal, onBytes });

  const members: ZipMember[] = [];
  for (const [n, { source, modified_at }] of files.entries()) {
    members.push({
      name: names[n] ?? '',
      bytes: sizes[n] ?? 0,
      crc32: await sumOf(source, sums, { signal, onBytes }),
      modified_at: new Date(modified_at ?? given?.created_at ?? 0),
      content: source,
    });
  }
  return members;
}

async function bytesOf(source: PackedFile['source']): Promise<number> {
  if (Buffer.isBuffer(source)) return source.length;
  return 'bytes' in source ? source.bytes : (await stat(source.path)).size;
}

async function sumOf(
  source: PackedFile['source'],
  sums: Map<string, number>,
  options: { signal: AbortSignal; onBytes(bytes: number): void },
): Promise<number> {
  if (Buffer.isBuffer(source)) return crc32(source);
  if ('path' in source) return checksumOfFile(source.path, options);
  const sum = sums.get(source.sha256);
  if (sum === undefined) throw new Error(`${source.sha256} was not summed up`);
  return sum;
}

/** How far the delivery of a task is, with a link to it while there is one. */
export async function readDelivery(
  { db, secret }: Pick<App, 'db' | 'secret'>,
  space_id: string,
  task_id: string,
): Promise<Delivery> {
  const [found] = await db
    .select({ task, delivery, isOver: sql<boolean>`${delivery.expires_at} <= now()` })
    .from(task)
    .leftJoin(delivery, eq(delivery.task_id, task.task_id))
    .where(and(eq(task.task_id, task_id), eq(task.space_id, space_id)));
  if (!found) throw new AppError('not_found', '任务不存在');
  const { status, progress, title, error } = found.task;
  const isDone = status === 'succeeded' || status === 'partial';
  const made = isDone ? found.delivery : null;
  const told = { task_id, status, progress, notes: made?.notes ?? [], bytes: made?.bytes ?? null };
  if (isDone && (!made || found.isOver)) {
    const file_name = made?.file_name ?? title;
    return { ...told, url: null, file_name, expires_at: made?.expires_at ?? null, error: '下载已过期，请重新打包' };
  }
  const link = made && signFileLink({ secret }, made, { until: made.expires_at, disposition: 'attachment' });
  return {
    ...told,
    url: link?.url ?? null,
    file_name: made?.file_name ?? title,
    expires_at: made?.expires_at ?? null,
    error: error?.message ?? null,
  };
}

/** Removes what was put together for downloads whose time is over. */
export async function forgetOldDeliveries({ db }: Pick<App, 'db'>): Promise<number> {
  let removed = 0;
  for (;;) {
    const old = await db
      .select({ task_id: delivery.task_id })
      .from(delivery)
      .where(lt(delivery.expires_at, sql`now()`))
      .orderBy(asc(delivery.expires_at))
      .limit(BATCH);
    for (const { task_id } of old) await removeDelivery({ db }, task_id);
    removed += old.length;
    if (old.length < BATCH) return removed;
  }
}

/** With its file. Answers how many there were, none or one. */
async function removeDelivery({ db }: Pick<App, 'db'>, task_id: string): Promise<number> {
  return db.transaction(async (tx) => {
    const gone = await tx.delete(delivery).where(eq(delivery.task_id, task_id)).returning();
    for (const { space_id, vlc_id } of gone) await removeFiles(tx, space_id, [vlc_id]);
    return gone.length;
  });
}
