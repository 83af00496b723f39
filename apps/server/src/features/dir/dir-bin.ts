import { DIR_DEPTH_MAX, type UserInfo } from '@mixreel/contract';
import type { App } from '#context.ts';
import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull, sql } from '#db/orm.ts';
import { tellAbove } from '#followers.ts';
import { depthOf, heightOf, requireRoom } from './change-dirs.ts';
import { freeDirName } from './dir-names.ts';
import { ancestorsOf, type DirRow, lockDirs, readDirRows, requireDir, subtreeOf } from './dir.queries.ts';
import { dir } from './dir.tables.ts';

type Parts = Pick<App, 'db' | 'followers' | 'streams'>;
type By = { space_id: string; user: UserInfo };
type Binned = { item_count: number } & Pick<DirRow, 'kind' | 'project_id'>;

/** Deletes a directory with all that is in it and below it: they bear the same moment, and come back together. */
export async function binDir(app: Parts, { space_id, user }: By, dir_id: string): Promise<Binned> {
  return app.db.transaction(async (tx) => {
    const { project_id, kind } = await requireDir(tx, space_id, dir_id);
    await lockDirs(tx, project_id);
    const rows = await readDirRows(tx, project_id, kind);
    const ids = subtreeOf(rows, dir_id, ({ deleted_at }) => deleted_at === null);
    // The directories first: whoever is filing something in one of them holds it, and is waited for here.
    await tx
      .update(dir)
      .set({ deleted_at: now })
      .where(and(inArray(dir.dir_id, ids), isNull(dir.deleted_at)));
    const item_count =
      kind === 'artwork'
        ? await tellAbove(app, tx, 'dirs', { space_id, dir_ids: ids, back_from: null, by: user })
        : await binMaterials(app, tx, space_id, ids);
    return { item_count, kind, project_id };
  });
}

async function binMaterials(app: Parts, tx: Queryable, space_id: string, dir_ids: string[]): Promise<number> {
  const { rows } = await tx.execute<{ material_id: string }>(sql`
    select material_id from material where dir_id = any(${sql.param(dir_ids)}::text[]) and deleted_at is null`);
  const ids = rows.map(({ material_id }) => material_id);
  await tellAbove(app, tx, 'materials', { space_id, material_ids: ids });
  await tx.execute(sql`update material set deleted_at = now() where material_id = any(${sql.param(ids)}::text[])`);
  await hideShots(tx, ids, true);
  return ids.length;
}

/** Brings back a directory and what was deleted with it; below the nearest one that is left of those above it. */
export async function restoreDir(app: Parts, { space_id, user }: By, dir_id: string): Promise<Binned> {
  return app.db.transaction(async (tx) => {
    const { project_id } = await requireDir(tx, space_id, dir_id, { isDeleted: true });
    await lockDirs(tx, project_id);
    const { deleted_at, kind } = await requireDir(tx, space_id, dir_id, { isDeleted: true });
    const rows = await readDirRows(tx, project_id, kind);
    const gone = rows.get(dir_id)!;
    const ids = subtreeOf(rows, dir_id, (row) => row.deleted_at === deleted_at);
    requireRoom(kind, rows, ids.length);
    const height = heightOf(rows, dir_id, ids);
    const parent = ancestorsOf(rows, dir_id).find(
      (row) => row.deleted_at === null && depthOf(rows, row.dir_id) + height <= DIR_DEPTH_MAX,
    );
    const parent_id = parent?.dir_id ?? null;
    const dir_name = freeDirName(rows, parent_id, gone.dir_name, dir_id);
    await tx.update(dir).set({ deleted_at: null }).where(inArray(dir.dir_id, ids));
    await tx.update(dir).set({ parent_id, dir_name }).where(eq(dir.dir_id, dir_id));
    const item_count =
      kind === 'artwork'
        ? await tellAbove(app, tx, 'dirs', { space_id, dir_ids: ids, back_from: deleted_at, by: user })
        : await restoreMaterials(app, tx, { space_id, dir_ids: ids, deleted_at: deleted_at! });
    return { item_count, kind, project_id };
  });
}

async function restoreMaterials(
  app: Parts,
  tx: Queryable,
  { space_id, dir_ids, deleted_at }: { space_id: string; dir_ids: string[]; deleted_at: string },
): Promise<number> {
  const { rows } = await tx.execute<{ material_id: string }>(sql`
    select material_id from material
    where dir_id = any(${sql.param(dir_ids)}::text[]) and deleted_at = ${deleted_at}::timestamptz`);
  const ids = rows.map(({ material_id }) => material_id);
  await tellAbove(app, tx, 'materials', { space_id, material_ids: ids });
  await tx.execute(sql`update material set deleted_at = null where material_id = any(${sql.param(ids)}::text[])`);
  await hideShots(tx, ids, false);
  return ids.length;
}

async function hideShots(tx: Queryable, material_ids: string[], is_hidden: boolean): Promise<void> {
  await tx.execute(sql`
    update shot set is_hidden = ${is_hidden} where material_id = any(${sql.param(material_ids)}::text[])`);
}

/** With the project that they were in. */
export async function binDirsOf(tx: Queryable, { project_id }: { project_id: string }): Promise<void> {
  await tx
    .update(dir)
    .set({ deleted_at: now })
    .where(and(eq(dir.project_id, project_id), isNull(dir.deleted_at)));
}
