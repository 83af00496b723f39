import type { FaceUse } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull, or, sql } from '#db/orm.ts';
import { tellInfo } from '#features/analysis/analysis-info.ts';
import { tellArtworks } from '#features/dir/tell-artworks.ts';
import { readWithheld, withhold } from '#features/label/withheld.ts';
import { material } from '#features/material/material.tables.ts';
import { video_clip } from '#features/mix/mix.tables.ts';
import { tellChange } from '#features/mix/tell-change.ts';
import { endTask } from './change-swap.ts';
import { requireFace } from './face.queries.ts';
import { face, face_swap, face_use } from './face.tables.ts';
import { findShown } from './find-shown.ts';
import { tellSwaps } from './tell-swaps.ts';

type Who = { space_id: string; user_uid: string; user_name: string };

/**
 * Takes a consent back. From here on no job takes the face, and whatever shows it (`find-shown.ts`) stays in the space: all
 * in one transaction, whichever way it would leave.
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
  const isChosen = sql<boolean>`${face_swap.groups} @> ${JSON.stringify([{ face_id }])}::jsonb`;
  const shown = app.db.select({ swap_id: face_use.swap_id }).from(face_use).where(eq(face_use.face_id, face_id));
  const swaps = await app.db
    .select({ make_task_id: face_swap.make_task_id, project_id: face_swap.project_id, isChosen })
    .from(face_swap)
    .where(and(eq(face_swap.space_id, space_id), or(isChosen, inArray(face_swap.swap_id, shown))));
  for (const one of swaps) if (one.isChosen && one.make_task_id) await endTask(app, one.make_task_id);
  const uses = await readUses(app.db, space_id, face_id);
  for (const project_id of new Set(swaps.map((one) => one.project_id))) await tellSwaps(app, project_id);
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

/** Longer than anything is on its way that was not told what it shows before: what is made after that is refused by `noteShown`. */
const LATE_HOURS = 48;

/** What was under way when a consent was withdrawn, and finished since, is kept from leaving, too. */
export async function withholdLate({ db }: Pick<App, 'db'>): Promise<void> {
  const withdrawn = await db
    .select()
    .from(face)
    .where(sql`(${face.withdrawal} ->> 'at')::timestamptz > now() - make_interval(hours => ${LATE_HOURS})`);
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
    .where(
      and(
        inArray(material.material_id, materials),
        sql`(${material.rights} ->> 'consent', ${material.rights} ->> 'note') is distinct from ('missing', ${reason}::text)`,
      ),
    );
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
