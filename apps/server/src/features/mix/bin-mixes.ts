import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { mproject } from './mix.tables.ts';

/** Mixes go with their project. */
export async function binMixesOf(tx: Queryable, { project_id }: { project_id: string }): Promise<void> {
  await tx
    .update(mproject)
    .set({ deleted_at: now })
    .where(and(eq(mproject.project_id, project_id), isNull(mproject.deleted_at)));
}
