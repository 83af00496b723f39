import { AppError } from '@mixreel/contract';
import { now } from '#db/columns.ts';
import type { Db, Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, inArray, sql } from '#db/orm.ts';
import { noteShown } from '#features/label/withheld.ts';
import { space } from '#features/team/team.tables.ts';
import type { VlcFile } from './file.queries.ts';
import { stored_object, vlc_file } from './file.tables.ts';

/** The database, or a transaction that the caller has begun. */
export type Transactional = Pick<Db, 'transaction'>;

/** What a space's file is called and who made it. A free one is made by us of a file that the space pays for. */
export type FileNaming = Pick<VlcFile, 'space_id' | 'file_name' | 'content_type' | 'created_by'> &
  Partial<Pick<VlcFile, 'is_free'>> & {
    /** The contents that it shows. */
    shows?: string[];
  };

/**
 * Until the transaction ends, nobody else claims this content, gives it back or collects it. The other lock on the way
 * is the row of the space, always taken after this one; several contents are locked in the order of their hashes.
 */
export async function lockContent(tx: Queryable, sha256: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey(sha256)})`);
}

/** Several at once, in the order that everybody keeps; whatever else locks them later in the transaction does not wait. */
export async function lockContents(tx: Queryable, hashes: string[]): Promise<void> {
  const keys = [...new Set(hashes)].toSorted().map((sha256) => lockKey(sha256).toString());
  await tx.execute(sql`select pg_advisory_xact_lock(key) from unnest(${sql.param(keys)}::bigint[]) as key`);
}

function lockKey(sha256: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${sha256.slice(0, 16)}`));
}

/** Says that the content is wanted: for the grace period from now it will not be collected. False when it has no row. */
export async function touchContent(tx: Queryable, sha256: string): Promise<boolean> {
  const touched = await tx
    .update(stored_object)
    .set({ touched_at: now })
    .where(eq(stored_object.sha256, sha256))
    .returning({ sha256: stored_object.sha256 });
  return touched.length > 0;
}

/**
 * Adds a file to a space and charges it, under the content's lock. A space pays once for each content it has, however
 * many of its files hold it: copies inside a space cost nothing, neither people nor the disk. A file that is free does
 * not pay for a later one with the same content that is not.
 */
export async function insertClaim(
  tx: Queryable,
  { space_id, file_name, content_type, created_by, is_free = false, shows = [] }: FileNaming,
  { sha256, bytes }: { sha256: string; bytes: number },
): Promise<VlcFile> {
  if (!is_free && !(await isPaid(tx, space_id, sha256))) {
    const charged = await tx
      .update(space)
      .set({ used_bytes: sql`${space.used_bytes} + ${bytes}` })
      .where(and(eq(space.space_id, space_id), sql`${space.used_bytes} + ${bytes} <= ${space.quota_bytes}`))
      .returning({ space_id: space.space_id });
    if (charged.length === 0) throw new AppError('quota_exceeded');
  }
  const [inserted] = await tx
    .insert(vlc_file)
    .values({ vlc_id: newId(), space_id, sha256, file_name, content_type, bytes, is_free, created_by })
    .returning();
  if (!inserted) throw new Error('The file was not inserted');
  await noteShown(tx, space_id, sha256, shows);
  return inserted;
}

/** Whether a file that the space pays for holds the content. */
export async function isPaid(tx: Queryable, space_id: string, sha256: string): Promise<boolean> {
  const found = await tx
    .select({ vlc_id: vlc_file.vlc_id })
    .from(vlc_file)
    .where(and(eq(vlc_file.space_id, space_id), eq(vlc_file.sha256, sha256), eq(vlc_file.is_free, false)))
    .limit(1);
  return found.length > 0;
}

export async function hasClaim(tx: Queryable, space_ids: string[], sha256: string): Promise<boolean> {
  const found = await tx
    .select({ vlc_id: vlc_file.vlc_id })
    .from(vlc_file)
    .where(and(inArray(vlc_file.space_id, space_ids), eq(vlc_file.sha256, sha256)))
    .limit(1);
  return found.length > 0;
}
