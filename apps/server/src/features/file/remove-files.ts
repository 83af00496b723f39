import { and, eq, inArray, sql } from '#db/orm.ts';
import { space } from '#features/team/team.tables.ts';
import { type Transactional, isPaid, lockContent, touchContent } from './content-claims.ts';
import { vlc_file } from './file.tables.ts';

/**
 * Removes files of a space and gives it back what they cost. Their contents stay for the grace period of the garbage
 * collection, so that work which has just opened one can finish. Says how many files there were.
 */
export async function removeFiles(db: Transactional, space_id: string, vlc_ids: string[]): Promise<number> {
  if (vlc_ids.length === 0) return 0;
  return db.transaction(async (tx) => {
    const theirs = and(eq(vlc_file.space_id, space_id), inArray(vlc_file.vlc_id, vlc_ids));
    const contents = await tx.selectDistinct({ sha256: vlc_file.sha256 }).from(vlc_file).where(theirs);
    const hashes = contents.map(({ sha256 }) => sha256).toSorted();
    for (const sha256 of hashes) await lockContent(tx, sha256);

    const removed = await tx
      .delete(vlc_file)
      .where(theirs)
      .returning({ sha256: vlc_file.sha256, bytes: vlc_file.bytes, is_free: vlc_file.is_free });
    for (const sha256 of new Set(removed.map((file) => file.sha256))) await touchContent(tx, sha256);
    const paid = new Map(removed.filter(({ is_free }) => !is_free).map(({ sha256, bytes }) => [sha256, bytes]));
    let freed = 0;
    for (const [sha256, bytes] of paid) {
      if (!(await isPaid(tx, space_id, sha256))) freed += bytes;
    }
    if (freed > 0) {
      await tx
        .update(space)
        .set({ used_bytes: sql`${space.used_bytes} - ${freed}` })
        .where(eq(space.space_id, space_id));
    }
    return removed.length;
  });
}
