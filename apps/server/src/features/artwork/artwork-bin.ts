import { RECYCLE_DAYS } from '@mixreel/contract';
import type { App } from '#context.ts';
import { now } from '#db/columns.ts';
import type { Db } from '#db/connect.ts';
import { and, eq, inArray, isNotNull, isNull, notExists, sql } from '#db/orm.ts';
import { alias } from '#db/pg-core.ts';
import { candidate } from '#features/candidate/candidate.tables.ts';
import { lockDirs } from '#features/dir/dir.queries.ts';
import { dir } from '#features/dir/dir.tables.ts';
import { requireDirLeft } from '#features/dir/holding-dir.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { theirs } from './artwork.queries.ts';
import { artwork } from './artwork.tables.ts';

const BATCH = 200;
const IS_OLD = `${RECYCLE_DAYS} days`;

export async function binArtworks(db: Db, space_id: string, artwork_ids: string[]) {
  return db
    .update(artwork)
    .set({ deleted_at: now })
    .where(and(theirs(space_id, artwork_ids), isNull(artwork.deleted_at)))
    .returning({ artwork_id: artwork.artwork_id, mproject_id: artwork.mproject_id });
}

/** Back to where they were, or to what is left of it. */
export async function restoreArtworks(db: Db, space_id: string, artwork_ids: string[]) {
  return db.transaction(async (tx) => {
    // Directories before videos, as everybody does who needs both.
    const projects = await tx
      .selectDistinct({ project_id: artwork.project_id })
      .from(artwork)
      .where(theirs(space_id, artwork_ids))
      .orderBy(artwork.project_id);
    for (const { project_id } of projects) await lockDirs(tx, project_id);
    const rows = await tx
      .select({ artwork_id: artwork.artwork_id, dir_id: artwork.dir_id, mproject_id: artwork.mproject_id })
      .from(artwork)
      .where(and(theirs(space_id, artwork_ids), isNotNull(artwork.deleted_at)))
      .orderBy(artwork.artwork_id)
      .for('update');
    for (const [gone, held] of Map.groupBy(rows, (row) => row.dir_id)) {
      const ids = held.map(({ artwork_id }) => artwork_id);
      const dir_id = await requireDirLeft(tx, gone);
      await tx.update(artwork).set({ deleted_at: null, dir_id }).where(inArray(artwork.artwork_id, ids));
    }
    return rows;
  });
}

/** Removes for good, with their files, what has been in the bin for longer than it is kept. */
export async function removeOldArtworks({ db }: Pick<App, 'db'>): Promise<void> {
  for (;;) {
    const old = await db
      .select({ artwork_id: artwork.artwork_id, space_id: artwork.space_id })
      .from(artwork)
      .where(sql`${artwork.deleted_at} < now() - ${IS_OLD}::interval`)
      .limit(BATCH);
    if (old.length === 0) break;
    for (const [space_id, rows] of Map.groupBy(old, (row) => row.space_id)) {
      await removeArtworks(
        db,
        space_id,
        rows.map(({ artwork_id }) => artwork_id),
      );
    }
  }
  const held = alias(artwork, 'held');
  const inIt = db
    .select({ one: sql`1` })
    .from(held)
    .where(eq(held.dir_id, dir.dir_id));
  await db
    .delete(dir)
    .where(and(eq(dir.kind, 'artwork'), sql`${dir.deleted_at} < now() - ${IS_OLD}::interval`, notExists(inIt)));
}

async function removeArtworks(db: Db, space_id: string, artwork_ids: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    const gone = await tx
      .delete(artwork)
      // Asked again: somebody may have brought one back.
      .where(and(theirs(space_id, artwork_ids), isNotNull(artwork.deleted_at)))
      .returning({
        file: artwork.vlc_id,
        cover: artwork.cover_vlc_id,
        full: artwork.cover_full_vlc_id,
        preview: artwork.preview_vlc_id,
      });
    await tx
      .update(candidate)
      .set({ artwork_id: null, exported_key: null })
      .where(and(eq(candidate.space_id, space_id), inArray(candidate.artwork_id, artwork_ids)));
    const files = gone.flatMap((row) => Object.values(row)).filter((vlc_id) => vlc_id !== null);
    await removeFiles(tx, space_id, files);
  });
}
