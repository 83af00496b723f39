import { DIR_DEPTH_MAX } from '@mixreel/contract';
import { now } from '#db/columns.ts';
import type { Db } from '#db/connect.ts';
import { and, eq, inArray, isNull, sql } from '#db/orm.ts';
import { artwork, dir } from '#features/artwork/artwork.tables.ts';
import { depthOf, heightOf } from './change-dirs.ts';
import { freeDirName } from './dir-names.ts';
import { ancestorsOf, lockDirs, readDirRows, requireDir, subtreeOf } from './dir.queries.ts';

/** Deletes a directory with all that is in it and below it: they bear the same moment, and come back together. */
export async function binDir(db: Db, space_id: string, dir_id: string) {
  return db.transaction(async (tx) => {
    const { project_id } = await requireDir(tx, space_id, dir_id);
    await lockDirs(tx, project_id);
    const rows = await readDirRows(tx, project_id);
    const ids = subtreeOf(rows, dir_id, ({ deleted_at }) => deleted_at === null);
    // The directories first: whoever is filing a video in one of them holds it, and is waited for here.
    await tx
      .update(dir)
      .set({ deleted_at: now })
      .where(and(inArray(dir.dir_id, ids), isNull(dir.deleted_at)));
    return tx
      .update(artwork)
      .set({ deleted_at: now })
      .where(and(inArray(artwork.dir_id, ids), isNull(artwork.deleted_at)))
      .returning({ artwork_id: artwork.artwork_id, mproject_id: artwork.mproject_id });
  });
}

/** Brings back a directory and what was deleted with it; below the nearest one that is left of those above it. */
export async function restoreDir(db: Db, space_id: string, dir_id: string) {
  return db.transaction(async (tx) => {
    const { project_id } = await requireDir(tx, space_id, dir_id, { isDeleted: true });
    await lockDirs(tx, project_id);
    const { deleted_at } = await requireDir(tx, space_id, dir_id, { isDeleted: true });
    const rows = await readDirRows(tx, project_id);
    const gone = rows.get(dir_id)!;
    const ids = subtreeOf(rows, dir_id, (row) => row.deleted_at === deleted_at);
    const height = heightOf(rows, dir_id, ids);
    const parent = ancestorsOf(rows, dir_id).find(
      (row) => row.deleted_at === null && depthOf(rows, row.dir_id) + height <= DIR_DEPTH_MAX,
    );
    const parent_id = parent?.dir_id ?? null;
    const dir_name = freeDirName(rows, parent_id, gone.dir_name, dir_id);
    await tx.update(dir).set({ deleted_at: null }).where(inArray(dir.dir_id, ids));
    await tx.update(dir).set({ parent_id, dir_name }).where(eq(dir.dir_id, dir_id));
    return tx
      .update(artwork)
      .set({ deleted_at: null })
      .where(and(inArray(artwork.dir_id, ids), eq(artwork.deleted_at, sql`${deleted_at}::timestamptz`)))
      .returning({ artwork_id: artwork.artwork_id, mproject_id: artwork.mproject_id });
  });
}
