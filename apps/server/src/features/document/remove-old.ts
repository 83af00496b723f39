import { RECYCLE_DAYS } from '@mixreel/contract';
import type { Db } from '#db/connect.ts';
import { and, eq, sql } from '#db/orm.ts';
import { document } from './document.tables.ts';

type Removing = Parameters<Parameters<Db['transaction']>[0]>[0];

/**
 * Documents of a kind that were deleted longer ago than they can be brought back go for good, with their history and
 * whatever hangs on them; the rows of the kind are the caller's. Each by itself, so that nobody waits for all of them.
 */
export async function removeOldDocuments(
  db: Db,
  kind: string,
  removeRows: (tx: Removing, document_id: string) => Promise<unknown>,
): Promise<void> {
  const isOld = and(eq(document.kind, kind), sql`${document.deleted_at} < now() - ${`${RECYCLE_DAYS} days`}::interval`);
  const old = await db.select({ document_id: document.document_id }).from(document).where(isOld);
  for (const { document_id } of old) {
    await db.transaction(async (tx) => {
      // Whoever brings it back holds it, too, and may have been first.
      const gone = await tx
        .delete(document)
        .where(and(eq(document.document_id, document_id), isOld))
        .returning();
      if (gone.length > 0) await removeRows(tx, document_id);
    });
  }
}
