import { AppError } from '@mixreel/contract';
import type { App } from '#context.ts';
import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNotNull, isNull, lt, sql } from '#db/orm.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { ai_generation } from './generate.tables.ts';
import { tellGeneration, tellHistory } from './history-stream.ts';

const KEPT = sql`interval '7 days'`;
const AT_ONCE = 200;

type Some = { space_id: string; generation_ids: string[] };

/** Takes them out of the history. What still runs is canceled. */
export async function binGenerations(app: Pick<App, 'db' | 'streams' | 'queue'>, { space_id, generation_ids }: Some) {
  const gone = await app.db.transaction(async (tx) => {
    const rows = await tx
      .update(ai_generation)
      .set({ deleted_at: now })
      .where(ofSpace({ space_id, generation_ids }, isNull(ai_generation.deleted_at)))
      .returning();
    for (const row of rows) {
      await tellHistory(app, tx, row, { type: 'remove', generation_id: row.generation_id });
    }
    return rows;
  });
  for (const { task_id } of gone) {
    await app.queue.cancel(task_id).catch((error: unknown) => {
      // Most are over.
      if (!(error instanceof AppError && error.error === 'task_state')) throw error;
    });
  }
}

export async function restoreGenerations(
  app: Pick<App, 'db' | 'streams' | 'secret'>,
  { space_id, generation_ids }: Some,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const rows = await tx
      .update(ai_generation)
      .set({ deleted_at: null })
      .where(ofSpace({ space_id, generation_ids }, isNotNull(ai_generation.deleted_at)))
      .returning();
    if (rows.length < new Set(generation_ids).size) throw new AppError('not_found', '记录已过了可以恢复的时间');
    for (const { generation_id } of rows) await tellGeneration(app, tx, { space_id, generation_id });
  });
}

function ofSpace({ space_id, generation_ids }: Some, more: ReturnType<typeof isNull>) {
  return and(eq(ai_generation.space_id, space_id), inArray(ai_generation.generation_id, generation_ids), more);
}

/** The history goes with its project. */
export async function binGenerationsOf(tx: Queryable, { project_id }: { project_id: string }): Promise<void> {
  const there = and(eq(ai_generation.project_id, project_id), isNull(ai_generation.deleted_at));
  await tx.update(ai_generation).set({ deleted_at: now }).where(there);
}

/** What has been in the bin for long goes for good, and gives the space its room back. */
export async function removeOldGenerations({ db }: Pick<App, 'db'>): Promise<void> {
  const old = await db
    .select()
    .from(ai_generation)
    .where(lt(ai_generation.deleted_at, sql`now() - ${KEPT}`))
    .limit(AT_ONCE);
  for (const { generation_id, space_id, files } of old) {
    await db.transaction(async (tx) => {
      const vlc_ids = files.flatMap(({ vlc_id, marked_vlc_id, cover_vlc_id, part_vlc_ids = [] }) => [
        vlc_id,
        ...part_vlc_ids,
        ...[marked_vlc_id, cover_vlc_id].filter((id) => id !== null),
      ]);
      await removeFiles(tx, space_id, vlc_ids);
      await tx.delete(ai_generation).where(eq(ai_generation.generation_id, generation_id));
    });
  }
}
