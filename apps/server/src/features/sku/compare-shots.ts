import { calibrate, productConfidence, productLikeness, type Prototypes } from '@mixreel/ai';
import type { App } from '#context.ts';
import type { Db, Queryable } from '#db/connect.ts';
import { and, eq, inArray, sql } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { seeShots, unpackVectors } from './looks.ts';
import { sku_hit, sku_mark, sku_verdict } from './sku.tables.ts';
import { tagProduct } from './tag-product.ts';

export type SkuRow = typeof sku_mark.$inferSelect;

/** Which shots are to be compared: those of some materials, or those of the project behind one that were not yet. */
export type Scope = { material_ids?: string[]; after?: string };

const BATCH = 200;

/** Compares shots with what was learnt of a product, and remembers how alike they are. Says how many there were. */
export async function compareShots(
  app: Pick<App, 'ai' | 'db' | 'storage'>,
  { sku_mark_id, project_id, prototypes }: SkuRow,
  scope: Scope,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (done: number) => void },
): Promise<number> {
  const shots = await readShots(app.db, { sku_mark_id, project_id }, scope);
  const looks = prototypes.map((numbers) => Float32Array.from(numbers));
  for (let n = 0; n < shots.length; n += BATCH) {
    const batch = shots.slice(n, n + BATCH);
    const part = (done: number) => onProgress?.((n + done * batch.length) / shots.length);
    const seen = await seeShots(app, batch, { signal, onProgress: part });
    const hits = batch.flatMap(({ shot_id }) => {
      const vectors = seen.get(shot_id);
      return vectors ? { sku_mark_id, shot_id, likeness: productLikeness(looks, vectors), confidence: 0 } : [];
    });
    if (hits.length === 0) continue;
    await app.db
      .insert(sku_hit)
      .values(hits)
      .onConflictDoUpdate({
        target: [sku_hit.sku_mark_id, sku_hit.shot_id],
        set: { likeness: sql`excluded.likeness` },
      });
  }
  return shots.length;
}

async function readShots(
  db: Db,
  { sku_mark_id, project_id }: Pick<SkuRow, 'sku_mark_id' | 'project_id'>,
  { material_ids, after }: Scope,
) {
  const rows = await db
    .select({ shot_id: shot.shot_id, cover_vlc_id: shot.cover_vlc_id })
    .from(shot)
    .innerJoin(material, eq(material.material_id, shot.material_id))
    .where(
      and(
        eq(shot.project_id, project_id),
        eq(shot.is_hidden, false),
        sql`${shot.cover_vlc_id} is not null`,
        // The pictures of the product itself would be found first, and tell nothing.
        eq(shot.material_type, 'video'),
        material_ids ? inArray(shot.material_id, material_ids) : undefined,
        after === undefined
          ? undefined
          : sql`${shot.shot_id} > ${after} and not exists (
              select 1 from sku_hit h where h.sku_mark_id = ${sku_mark_id} and h.shot_id = ${shot.shot_id})`,
      ),
    )
    .orderBy(shot.shot_id);
  return rows.flatMap(({ shot_id, cover_vlc_id }) => (cover_vlc_id ? { shot_id, cover_vlc_id } : []));
}

/**
 * Decides anew from which likeness on a shot shows the product: beyond what the library reaches by chance, moved by what
 * people said. Then confidences and tags follow. Needs no model, so that a judgement is felt at once. Tags are given by
 * themselves: whoever holds a material and makes its shots anew waits for the confidences of the old ones.
 */
export async function settleProduct(db: Db, sku_mark_id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(sku_mark).where(eq(sku_mark.sku_mark_id, sku_mark_id)).for('update');
    if (!row) return;
    const looks = row.prototypes.map((numbers) => Float32Array.from(numbers));
    const library = await tx
      .select({ likeness: sku_hit.likeness })
      .from(sku_hit)
      .where(eq(sku_hit.sku_mark_id, sku_mark_id));
    const { confirmed, rejected } = await readVerdicts(tx, sku_mark_id, looks);
    const found = calibrate(
      library.map(({ likeness }) => likeness),
      confirmed,
      rejected,
    );
    const { threshold, spread, precision_est } = found;
    await tx.update(sku_mark).set({ threshold, spread, precision_est }).where(eq(sku_mark.sku_mark_id, sku_mark_id));
    const hits = await tx.select().from(sku_hit).where(eq(sku_hit.sku_mark_id, sku_mark_id));
    const ids = hits.map(({ shot_id }) => shot_id);
    const confidences = hits.map(({ likeness }) => productConfidence(likeness, found));
    await tx.execute(sql`
      update sku_hit h set confidence = v.confidence
      from (select unnest(${sql.param(ids)}::text[]) as shot_id, unnest(${sql.param(confidences)}::real[]) as confidence) v
      where h.sku_mark_id = ${sku_mark_id} and h.shot_id = v.shot_id`);
  });
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(sku_mark).where(eq(sku_mark.sku_mark_id, sku_mark_id)).for('update');
    if (row) await tagProduct(tx, row);
  });
}

/** How alike the shots are that people said yes and no to, by what is known of the product now. */
async function readVerdicts(tx: Queryable, sku_mark_id: string, looks: Prototypes) {
  const rows = await tx.select().from(sku_verdict).where(eq(sku_verdict.sku_mark_id, sku_mark_id));
  const likenesses = (wanted: 'confirmed' | 'rejected') =>
    rows
      .filter(({ verdict }) => verdict === wanted)
      .map(({ vectors }) => productLikeness(looks, unpackVectors(vectors)));
  return { confirmed: likenesses('confirmed'), rejected: likenesses('rejected') };
}
