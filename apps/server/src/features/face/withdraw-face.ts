import type { FaceUse } from '@mixreel/contract';
import type { App } from '#context.ts';
import { toIso } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNotNull, isNull, sql } from '#db/orm.ts';
import { tellInfo } from '#features/analysis/analysis-info.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { tellArtworks } from '#features/dir/tell-artworks.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { readWithheld, withhold } from '#features/label/withheld.ts';
import { material } from '#features/material/material.tables.ts';
import { video_clip } from '#features/mix/mix.tables.ts';
import { tellChange } from '#features/mix/tell-change.ts';
import { endTask } from './change-swap.ts';
import { requireFace } from './face.queries.ts';
import { face, face_swap, face_use } from './face.tables.ts';

type Who = { space_id: string; user_uid: string; user_name: string };
/** With the contents that must not leave once the face may not be shown. */
type Shown = Omit<FaceUse, 'is_withheld'> & { hashes: string[] };

/**
 * Takes a consent back. From here on no job takes the face, and whatever shows it (results, materials saved of them and made
 * of those, finished videos with one of these) stays in the space: all in one transaction, whichever way it would leave.
 */
export async function withdrawFace(app: App, who: Who, face_id: string): Promise<FaceUse[]> {
  const { space_id, user_uid, user_name } = who;
  await app.db.transaction(async (tx) => {
    const { face_name, withdrawal } = await requireFace(tx, space_id, face_id);
    const at = new Date().toISOString();
    if (!withdrawal) {
      const said = { user_uid, user_name, at };
      await tx
        .update(face)
        .set({ withdrawal: said })
        .where(and(eq(face.face_id, face_id), isNull(face.withdrawal)));
    }
    await withholdUses(tx, space_id, face_id, face_name);
  });
  // What is being made with it now would be refused at its end; it need not go on until then.
  const busy = await app.db
    .select({ make_task_id: face_swap.make_task_id })
    .from(face_swap)
    .where(and(eq(face_swap.space_id, space_id), sql`${face_swap.groups} @> ${JSON.stringify([{ face_id }])}::jsonb`));
  for (const { make_task_id } of busy) if (make_task_id) await endTask(app, make_task_id);
  const uses = await readUses(app.db, space_id, face_id);
  await tellUses(app, space_id, uses);
  return uses;
}

/** Whoever looks at something with the face now sees at once that it stays: in the library, among videos, in a mix. */
async function tellUses(app: App, space_id: string, uses: FaceUse[]): Promise<void> {
  const { db } = app;
  const idsOf = (kind: FaceUse['kind']) => uses.filter((use) => use.kind === kind).map(({ id }) => id);
  const [material_ids, artwork_ids] = [idsOf('material'), idsOf('artwork')];
  if (artwork_ids.length > 0) {
    await tellArtworks(
      app,
      space_id,
      artwork_ids.map((artwork_id) => ({ artwork_id })),
    );
  }
  if (material_ids.length === 0) return;
  const materials = await db
    .select({
      material_id: material.material_id,
      project_id: material.project_id,
      analysis_status: material.analysis_status,
    })
    .from(material)
    .where(inArray(material.material_id, material_ids));
  for (const [project_id, some] of Map.groupBy(materials, (row) => row.project_id)) {
    const changed = some.map(({ material_id, analysis_status }) => ({ material_id, analysis_status, progress: 100 }));
    await tellInfo(app, db, project_id, changed);
  }
  const mixes = await db
    .selectDistinct({ mproject_id: video_clip.mproject_id })
    .from(video_clip)
    .where(and(eq(video_clip.space_id, space_id), inArray(video_clip.material_id, material_ids)));
  for (const { mproject_id } of mixes) await tellChange(app, db, mproject_id, 'mproject');
}

/** What was under way when a consent was withdrawn, and finished since, is kept from leaving, too. */
export async function withholdLate({ db }: Pick<App, 'db'>): Promise<void> {
  const withdrawn = await db.select().from(face).where(isNotNull(face.withdrawal));
  for (const { space_id, face_id, face_name } of withdrawn) {
    await db.transaction((tx) => withholdUses(tx, space_id, face_id, face_name));
  }
}

async function withholdUses(tx: Queryable, space_id: string, face_id: string, face_name: string): Promise<void> {
  const shown = await findShown(tx, space_id, face_id);
  const reason = `画面里「${face_name}」的人脸使用同意已撤回，不能再下载或导出`;
  await withhold(
    tx,
    space_id,
    shown.flatMap(({ hashes }) => hashes),
    reason,
  );
  const materials = shown.filter(({ kind }) => kind === 'material').map(({ id }) => id);
  if (materials.length === 0) return;
  // What clips are refused by: mixes, batches and other tools ask the rights of a material.
  const rights = sql`coalesce(${material.rights}, '{"licence":"own","region":"","note":""}'::jsonb) || ${JSON.stringify(
    {
      consent: 'missing',
      expires_at: new Date().toISOString(),
      note: reason,
    },
  )}::jsonb`;
  await tx
    .update(material)
    .set({ rights, rights_expires_at: sql`now()` })
    .where(inArray(material.material_id, materials));
}

export async function readUses(db: Queryable, space_id: string, face_id: string): Promise<FaceUse[]> {
  const shown = await findShown(db, space_id, face_id);
  const withheld = await readWithheld(
    db,
    space_id,
    shown.flatMap(({ hashes }) => hashes),
  );
  return shown.map(({ hashes, ...one }) => ({ ...one, is_withheld: hashes.some((sha256) => withheld.has(sha256)) }));
}

async function findShown(db: Queryable, space_id: string, face_id: string): Promise<Shown[]> {
  const uses = await db.select().from(face_use).where(eq(face_use.face_id, face_id));
  if (uses.length === 0) return [];
  const results = uses.map(({ sha256, swap_id, made_name, created_at }): Shown => {
    return { kind: 'result', id: swap_id, name: made_name, project_id: null, created_at, hashes: [sha256] };
  });
  const hashes = uses.map(({ sha256 }) => sha256);
  const { rows } = await db.execute<{ material_id: string }>(sql`
    with recursive shown as (
      select m.material_id from material m join vlc_file f on f.vlc_id = m.vlc_id
      where m.space_id = ${space_id} and f.sha256 in ${hashes}
      union
      select m.material_id from material m join shown s on m.made_of_id = s.material_id where m.space_id = ${space_id})
    select material_id from shown`);
  const material_ids = rows.map((row) => row.material_id);
  const materials: Shown[] = [];
  const videos: Shown[] = [];
  if (material_ids.length > 0) {
    const found = await db.select().from(material).where(inArray(material.material_id, material_ids));
    for (const row of found) {
      const files = [row.vlc_id, row.preview_vlc_id, row.mezzanine_vlc_id].filter((id) => id !== null);
      materials.push({
        kind: 'material',
        id: row.material_id,
        name: row.material_name,
        project_id: row.project_id,
        created_at: row.created_at,
        hashes: await hashesOf(db, files),
      });
    }
    const holds = material_ids.map((id) => sql`timeline @> ${JSON.stringify({ cuts: [{ material_id: id }] })}::jsonb`);
    const films = await db
      .select()
      .from(artwork)
      .where(and(eq(artwork.space_id, space_id), sql`(${sql.join(holds, sql` or `)})`));
    for (const row of films) {
      const files = [row.vlc_id, row.preview_vlc_id].filter((id) => id !== null);
      videos.push({
        kind: 'artwork',
        id: row.artwork_id,
        name: row.artwork_name,
        project_id: row.project_id,
        created_at: toIso(row.created_at),
        hashes: await hashesOf(db, files),
      });
    }
  }
  return [...videos, ...materials, ...results];
}

async function hashesOf(db: Queryable, vlc_ids: string[]): Promise<string[]> {
  if (vlc_ids.length === 0) return [];
  const rows = await db.select({ sha256: vlc_file.sha256 }).from(vlc_file).where(inArray(vlc_file.vlc_id, vlc_ids));
  return rows.map(({ sha256 }) => sha256);
}
