import { AppError } from '@mixreel/contract';
import { now } from '#db/columns.ts';
import type { Db, Queryable } from '#db/connect.ts';
import { eq } from '#db/orm.ts';
import { SHA256 } from '#storage/content-key.ts';
import {
  type Composed,
  ContentTooLarge,
  type Source,
  type Storage,
  type Stored,
  type Unpublished,
} from '#storage/storage.ts';
import {
  type FileNaming,
  type Transactional,
  hasClaim,
  insertClaim,
  lockContent,
  lockContents,
  touchContent,
} from './content-claims.ts';
import { type VlcFile, readQuota } from './file.queries.ts';
import { stored_object, stored_part } from './file.tables.ts';

type NewFile = FileNaming & { source: Source; max_bytes?: number; signal?: AbortSignal };

/** What else is written when the space gets the file, in the same transaction. */
export type Also<T> = (tx: Queryable, file: VlcFile) => Promise<T>;

/**
 * Stores the source as a new file of the space. A full space is refused before anything is read, and a source that
 * outgrows what is left as soon as it does, both without knowing whether the space has this content already; with
 * `claimContent` such a copy finds room even then. When it fails, the space has no new file and pays for none; a content that
 * was stored by then is collected later.
 */
export async function addFile(
  db: Db,
  storage: Storage,
  { source, max_bytes = Infinity, signal, ...naming }: NewFile,
): Promise<VlcFile> {
  const left_bytes = naming.is_free ? Infinity : (await readQuota(db, naming.space_id)).left_bytes;
  if (left_bytes === 0) throw new AppError('quota_exceeded');
  const staged = await storage.stage(source, { maxBytes: Math.min(max_bytes, left_bytes), signal }).catch((error) => {
    throw error instanceof ContentTooLarge && left_bytes < max_bytes ? new AppError('quota_exceeded') : error;
  });
  try {
    return await addStaged(db, staged, naming, async (_tx, file) => file, signal);
  } finally {
    await staged.discard();
  }
}

/**
 * Adds a file with a content that the store already has, without its bytes. Null when it does not have it.
 *
 * Knowing a hash proves nothing about having the content, so only contents count that one of the spaces `seen_in` has:
 * those whose files the caller may read anyway. Otherwise whoever learns a hash would get the file.
 */
export async function claimContent(
  db: Transactional,
  storage: Storage,
  { sha256, seen_in, ...naming }: FileNaming & { sha256: string; seen_in: string[] },
): Promise<VlcFile | null> {
  if (!SHA256.test(sha256) || seen_in.length === 0) return null;
  return db.transaction(async (tx) => {
    await lockContent(tx, sha256);
    if (!(await hasClaim(tx, seen_in, sha256))) return null;
    const [known] = await tx.select().from(stored_object).where(eq(stored_object.sha256, sha256));
    const stored = known && (await storage.stat(sha256));
    if (stored?.bytes !== known?.bytes || !stored) return null;
    await touchContent(tx, sha256);
    return insertClaim(tx, naming, stored);
  });
}

/**
 * Adds a file with a content that is staged, and whatever belongs to it, or nothing of both. Discarding is left to the
 * caller, who may want to try again.
 *
 * The row comes first and protects the content while it is sent, which may take long and so happens outside of any
 * transaction. Should it take longer than the grace period and be collected before the claim, it is sent again under
 * the lock.
 */
export async function addStaged<T>(
  db: Db,
  staged: Unpublished | Composed,
  naming: FileNaming,
  also: Also<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { sha256 } = staged;
  await db.transaction((tx) => announce(tx, staged));
  await staged.publish(signal);
  signal?.throwIfAborted();
  const claimed = await db.transaction(async (tx) => {
    await lockContent(tx, sha256);
    if (!(await touchContent(tx, sha256))) return null;
    return { value: await also(tx, await insertClaim(tx, naming, staged)) };
  });
  if (claimed) return claimed.value;
  return db.transaction(async (tx) => {
    await announce(tx, staged);
    await staged.publish(signal);
    return also(tx, await insertClaim(tx, naming, staged));
  });
}

/** Rows for the content and for all it is made of, so that none of them is collected while this one is there. */
async function announce(tx: Queryable, content: Unpublished | Composed): Promise<void> {
  const { sha256, bytes } = content;
  const made_of: Stored[] = 'made_of' in content ? content.made_of : [];
  const all = [{ sha256, bytes }, ...made_of.map((part) => ({ sha256: part.sha256, bytes: part.bytes }))];
  await lockContents(
    tx,
    all.map((one) => one.sha256),
  );
  await tx
    .insert(stored_object)
    .values(all)
    .onConflictDoUpdate({ target: stored_object.sha256, set: { touched_at: now } });
  if (made_of.length === 0) return;
  const parts = made_of.map((part) => ({ sha256, part_sha256: part.sha256 }));
  await tx.insert(stored_part).values(parts).onConflictDoNothing();
}
