import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { document } from '#features/document/document.tables.ts';
import { mproject } from './mix.tables.ts';

/** A mix that something else takes the place of. */
export async function binMix(tx: Queryable, mproject_id: string): Promise<void> {
  await tx.update(document).set({ deleted_at: now }).where(eq(document.document_id, mproject_id));
  await tx.update(mproject).set({ deleted_at: now }).where(eq(mproject.mproject_id, mproject_id));
}

/** Mixes go with their project: the documents first, as whoever acts on them holds them. */
export async function binMixesOf(tx: Queryable, { project_id }: { project_id: string }): Promise<void> {
  const there = and(eq(mproject.project_id, project_id), isNull(mproject.deleted_at));
  const ids = tx.select({ id: mproject.mproject_id }).from(mproject).where(there);
  await tx.update(document).set({ deleted_at: now }).where(inArray(document.document_id, ids));
  await tx.update(mproject).set({ deleted_at: now }).where(there);
}
