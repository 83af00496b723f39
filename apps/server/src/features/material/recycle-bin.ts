import { AppError, RECYCLE_DAYS } from '@mixreel/contract';
import type { App } from '#context.ts';
import { now } from '#db/columns.ts';
import type { Db, Queryable } from '#db/connect.ts';
import { type SQL, and, eq, inArray, isNotNull, isNull, notExists, sql } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { recount, removeFaces } from '#features/analysis/persons.ts';
import { dir } from '#features/dir/dir.tables.ts';
import { readFolderLeft } from '#features/dir/holding-dir.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { project } from '#features/project/project.tables.ts';
import { tellAbove } from '#followers.ts';
import { material } from './material.tables.ts';
import { lookForProducts } from './product-marks.ts';

const BATCH = 200;

type Parts = Pick<App, 'db' | 'followers' | 'streams'>;

/** Puts materials into the recycle bin: they and their shots are in no list and in no search. Says how many. */
export async function binMaterials(app: Parts, space_id: string, material_ids: string[]): Promise<number> {
  return app.db.transaction(async (tx) => {
    await tellAbove(app, tx, 'materials', { space_id, material_ids });
    const gone = await tx
      .update(material)
      .set({ deleted_at: now })
      .where(and(theirs(space_id, material_ids), isNull(material.deleted_at)))
      .returning({ material_id: material.material_id });
    await hideShots(tx, gone, true);
    return gone.length;
  });
}

export async function restoreMaterials(app: Parts, space_id: string, material_ids: string[]): Promise<number> {
  return app.db.transaction(async (tx) => {
    const orphans = await tx
      .select({ project_name: project.project_name })
      .from(material)
      .innerJoin(project, eq(project.project_id, material.project_id))
      .where(and(theirs(space_id, material_ids), isNotNull(project.deleted_at)))
      .limit(1);
    if (orphans[0]) {
      throw new AppError('conflict', `项目「${orphans[0].project_name}」已被删除，请先把素材移到别的项目再恢复`);
    }
    await tellAbove(app, tx, 'materials', { space_id, material_ids });
    const binned = await tx
      .select({ material_id: material.material_id, dir_id: material.dir_id, project_id: material.project_id })
      .from(material)
      .where(and(theirs(space_id, material_ids), isNotNull(material.deleted_at)));
    await lookForProducts(tx, [...new Set(binned.flatMap(({ project_id }) => project_id ?? []))]);
    const folders = new Map<string | null, string | null>();
    // Folders before materials, as everybody does who needs both.
    for (const { dir_id } of binned) if (!folders.has(dir_id)) folders.set(dir_id, await readFolderLeft(tx, dir_id));
    const back = await tx
      .update(material)
      .set({ deleted_at: null })
      .where(and(theirs(space_id, material_ids), isNotNull(material.deleted_at)))
      .returning({ material_id: material.material_id, dir_id: material.dir_id });
    await hideShots(tx, back, false);
    // One whose folder was deleted since goes to what is left above it.
    for (const [gone, rows] of Map.groupBy(back, ({ dir_id }) => dir_id)) {
      const left = folders.get(gone) ?? null;
      if (left === gone) continue;
      const ids = rows.map(({ material_id }) => material_id);
      await tx.update(material).set({ dir_id: left }).where(inArray(material.material_id, ids));
    }
    return back.length;
  });
}

async function hideShots(tx: Queryable, materials: { material_id: string }[], is_hidden: boolean): Promise<void> {
  const ids = materials.map(({ material_id }) => material_id);
  if (ids.length > 0) await tx.update(shot).set({ is_hidden }).where(inArray(shot.material_id, ids));
}

/** Removes what is in the bin for good, with its files. What is not in the bin stays. Says how many went. */
export async function removeMaterials(app: Parts, space_id: string, material_ids: string[]): Promise<number> {
  let removed = 0;
  for (let n = 0; n < material_ids.length; n += BATCH) {
    const batch = material_ids.slice(n, n + BATCH);
    removed += await app.db.transaction(async (tx) => {
      const { rows: covers } = await tx.execute<{ vlc_id: string }>(sql`
        select s.cover_vlc_id as vlc_id from shot s join material m using (material_id)
        where m.material_id in ${batch} and m.space_id = ${space_id} and m.deleted_at is not null
          and s.cover_vlc_id is not null`);
      await tellAbove(app, tx, 'materials', { space_id, material_ids: batch });
      const binned = and(theirs(space_id, batch), isNotNull(material.deleted_at));
      const held = await tx
        .select({ material_id: material.material_id })
        .from(material)
        .where(binned)
        .orderBy(material.material_id)
        .for('update');
      const ids = held.map(({ material_id }) => material_id);
      // Strangers are not remembered for longer than they are seen.
      await recount(tx, await removeFaces(tx, space_id, inArray(shot.material_id, ids)));
      const gone = await tx.delete(material).where(binned).returning({
        vlc_id: material.vlc_id,
        cover: material.cover_vlc_id,
        preview: material.preview_vlc_id,
        sprite: material.sprite_vlc_id,
        mezzanine: material.mezzanine_vlc_id,
      });
      const files = [...covers.map(({ vlc_id }) => vlc_id), ...gone.flatMap((row) => Object.values(row))];
      await removeFiles(tx, space_id, await unusedFiles(tx, space_id, files));
      return gone.length;
    });
  }
  return removed;
}

/** A file may be in use elsewhere too: another material's, a picture of a product, a rendered piece, music. */
export async function unusedFiles(tx: Queryable, space_id: string, files: (string | null)[]): Promise<string[]> {
  const ids = [...new Set(files.filter((id) => id !== null))];
  if (ids.length === 0) return [];
  const { rows } = await tx.execute<{ vlc_id: string }>(sql`
    select vlc_id from material where vlc_id in ${ids}
    union select vlc_id from sku_picture where vlc_id in ${ids}
    union select vlc_id from own_music where vlc_id in ${ids}
    union select vlc_id from speech where vlc_id in ${ids}
    union select f.value from ai_audio a, jsonb_each_text(a.rendition -> 'files') f
      where a.space_id = ${space_id} and jsonb_typeof(a.rendition -> 'files') = 'object' and f.value in ${ids}`);
  const used = new Set(rows.map(({ vlc_id }) => vlc_id));
  return ids.filter((id) => !used.has(id));
}

/** What was in a project that went, as from the recycle bin: out of every search and share now, its files after the same days. */
export async function binMaterialsOf(tx: Queryable, { project_id }: { project_id: string }): Promise<void> {
  await tx
    .update(material)
    .set({ deleted_at: now })
    .where(and(eq(material.project_id, project_id), isNull(material.deleted_at)));
  await tx.update(shot).set({ is_hidden: true }).where(eq(shot.project_id, project_id));
}

/** Everything in the bin of a project. */
export async function emptyBin(app: Parts, space_id: string, project_id: string): Promise<void> {
  const binned = await app.db
    .select({ material_id: material.material_id })
    .from(material)
    .where(and(eq(material.space_id, space_id), eq(material.project_id, project_id), isNotNull(material.deleted_at)));
  await removeMaterials(
    app,
    space_id,
    binned.map(({ material_id }) => material_id),
  );
  await removeFolders(app.db, eq(dir.project_id, project_id));
}

/** Folders in the bin that hold nothing any more. */
async function removeFolders(db: Db, which: SQL): Promise<void> {
  const holds = (state: SQL) =>
    notExists(
      db
        .select({ one: sql`1` })
        .from(material)
        // As the two indexes say it.
        .where(and(eq(material.dir_id, dir.dir_id), state)),
    );
  await db
    .delete(dir)
    .where(
      and(
        eq(dir.kind, 'material'),
        isNotNull(dir.deleted_at),
        which,
        holds(isNull(material.deleted_at)),
        holds(isNotNull(material.deleted_at)),
      ),
    );
}

/** What has been in a bin for longer than it is kept. */
export async function emptyOldBins(app: Parts): Promise<void> {
  const old = await app.db
    .select({ material_id: material.material_id, space_id: material.space_id })
    .from(material)
    .where(sql`${material.deleted_at} < now() - ${`${RECYCLE_DAYS} days`}::interval`);
  for (const [space_id, rows] of Map.groupBy(old, (row) => row.space_id)) {
    await removeMaterials(
      app,
      space_id,
      rows.map(({ material_id }) => material_id),
    );
  }
  await removeFolders(app.db, sql`${dir.deleted_at} < now() - ${`${RECYCLE_DAYS} days`}::interval`);
}

function theirs(space_id: string, material_ids: string[]) {
  return and(eq(material.space_id, space_id), inArray(material.material_id, material_ids));
}
