import type { App } from '#context.ts';
import { type SQL, and, asc, eq, gt, inArray, lt, notExists, sql } from '#db/orm.ts';
import type { Listed } from '#storage/storage.ts';
import { lockContent } from './content-claims.ts';
import { stored_object, stored_part, vlc_file } from './file.tables.ts';

const BATCH = 500;
const FOREIGN_KEY_VIOLATION = '23503';

type Store = Pick<App, 'db' | 'storage'>;
type Options = { olderThanHours: number; batchSize?: number; signal?: AbortSignal };

/** How many contents were collected because nothing refers to them, and how many that no row knew of. */
export type Collected = { unused: number; unknown: number };

/**
 * Removes contents that nothing has referred to for so many hours. Safe while files are added, and in several processes
 * at once: a row goes under the content's lock, and a content goes under that lock once no row names it. A crash in
 * between leaves a content without a row, which the second half finds.
 */
export async function collectGarbage(store: Store, options: Options): Promise<Collected> {
  const unused = await collectUnused(store, options);
  const unknown = await collectUnknown(store, options);
  return { unused, unknown };
}

async function collectUnused(store: Store, { olderThanHours, batchSize = BATCH, signal }: Options): Promise<number> {
  const { db } = store;
  const isOld = lt(stored_object.touched_at, hoursAgo(olderThanHours));
  const files = db
    .select({ one: sql`1` })
    .from(vlc_file)
    .where(eq(vlc_file.sha256, stored_object.sha256));
  const wholes = db
    .select({ one: sql`1` })
    .from(stored_part)
    .where(eq(stored_part.part_sha256, stored_object.sha256));
  let collected = 0;
  for (let after = ''; ;) {
    signal?.throwIfAborted();
    const batch = await db
      .select({ sha256: stored_object.sha256 })
      .from(stored_object)
      .where(and(gt(stored_object.sha256, after), isOld, notExists(files), notExists(wholes)))
      .orderBy(asc(stored_object.sha256))
      .limit(batchSize);
    for (const { sha256 } of batch) {
      if ((await removeRow(store, sha256, isOld)) && (await removeContent(store, sha256))) collected += 1;
    }
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) return collected;
    after = last.sha256;
  }
}

/** The foreign keys decide, so that whatever table refers to contents one day is heard without being named here. */
async function removeRow({ db }: Store, sha256: string, isOld: SQL): Promise<boolean> {
  try {
    return await db.transaction(async (tx) => {
      await lockContent(tx, sha256);
      const removed = await tx
        .delete(stored_object)
        .where(and(eq(stored_object.sha256, sha256), isOld))
        .returning({ sha256: stored_object.sha256 });
      return removed.length > 0;
    });
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as { code?: string };
    if (code === FOREIGN_KEY_VIOLATION) return false;
    throw error;
  }
}

async function removeContent({ db, storage }: Store, sha256: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockContent(tx, sha256);
    const claimed = await tx.$count(stored_object, eq(stored_object.sha256, sha256));
    if (claimed > 0) return false;
    await storage.remove(sha256);
    return true;
  });
}

/** Crashes leave a handful. More of them, and a larger share of all, were stored for another database than this one. */
const LEFT_MOST = 20;
const LEFT_SHARE = 0.05;
const LOOKED_AT_MAX = 100_000;

/**
 * Whoever starts with an empty database, an old copy of it or that of somebody else beside a store has made a mistake that can
 * be put right, as long as nothing is removed.
 */
async function collectUnknown(store: Store, { olderThanHours, signal }: Options): Promise<number> {
  const before = Date.now() - olderThanHours * 3_600_000;
  const unknown: string[] = [];
  let known_count = 0;
  for await (const batch of inBatches(store.storage.list())) {
    signal?.throwIfAborted();
    const old = batch.filter(({ stored_at }) => stored_at.getTime() <= before).map(({ sha256 }) => sha256);
    if (old.length === 0) continue;
    const rows = await store.db
      .select({ sha256: stored_object.sha256 })
      .from(stored_object)
      .where(inArray(stored_object.sha256, old));
    const known = new Set(rows.map(({ sha256 }) => sha256));
    known_count += known.size;
    unknown.push(...old.filter((sha256) => !known.has(sha256)));
    if (unknown.length > LOOKED_AT_MAX) break;
  }
  if (unknown.length > LEFT_MOST && unknown.length > LEFT_SHARE * known_count) {
    throw new Error(
      `存储里有 ${unknown.length} 个内容不属于这个数据库（属于它的有 ${known_count} 个），一个也没有清理：请检查 DATABASE_URL、S3_BUCKET 和 DATA_DIR 是不是同一套，数据库是不是恢复完整`,
    );
  }
  let collected = 0;
  for (const sha256 of unknown) {
    signal?.throwIfAborted();
    if (await removeContent(store, sha256)) collected += 1;
  }
  return collected;
}

async function* inBatches(contents: AsyncIterable<Listed>): AsyncGenerator<Listed[]> {
  const batch: Listed[] = [];
  for await (const content of contents) {
    batch.push(content);
    if (batch.length === BATCH) yield batch.splice(0);
  }
  yield batch;
}

/** By the database's clock, which also wrote the times that this is compared with. */
function hoursAgo(hours: number): SQL {
  return sql`now() - make_interval(secs => ${hours * 3600})`;
}
