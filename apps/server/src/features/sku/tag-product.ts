import { type Tag, tagKey } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, sql } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { materialTags } from '#features/analysis/tags.ts';
import { material } from '#features/material/material.tables.ts';
import { indexWords } from '#features/search/index-shot.ts';
import type { SkuRow } from './compare-shots.ts';

/** From this confidence on a shot counts as showing the product. */
export const SHOWS = 0.5;

/** A person's word decides, whatever the machine thinks. */
export const VERDICT_OF_HIT = sql`(
  select v.verdict from sku_verdict v
  where v.sku_mark_id = h.sku_mark_id and v.material_id = s.material_id and v.at_ms between s.start_ms and s.end_ms
  order by v.created_at desc limit 1)`;

/** Gives the product's tag to the shots that show it, and takes it from those that no longer do. */
export async function tagProduct(
  tx: Queryable,
  { sku_mark_id, sku_name, project_id }: Pick<SkuRow, 'sku_mark_id' | 'sku_name' | 'project_id'>,
): Promise<void> {
  const { rows } = await tx.execute<{ shot_id: string; confidence: number; verdict: string | null }>(sql`
    select s.shot_id, h.confidence, ${VERDICT_OF_HIT} as verdict
    from sku_hit h join shot s using (shot_id) where h.sku_mark_id = ${sku_mark_id}`);
  const showing = new Map(
    rows
      .filter(({ confidence, verdict }) => verdict === 'confirmed' || (verdict === null && confidence >= SHOWS))
      .map(({ shot_id, confidence, verdict }) => [shot_id, verdict ? null : confidence]),
  );
  await setTag(tx, { project_id, name: sku_name }, showing);
}

/** Takes a product's tag from everything: it was forgotten or has another name now. */
export async function untagProduct(
  tx: Queryable,
  { sku_name, project_id }: Pick<SkuRow, 'sku_name' | 'project_id'>,
): Promise<void> {
  await setTag(tx, { project_id, name: sku_name }, new Map());
}

async function setTag(
  tx: Queryable,
  { project_id, name }: { project_id: string; name: string },
  showing: Map<string, number | null>,
): Promise<void> {
  const key = tagKey({ tag_type: 'product', name });
  const wanted = [...showing.keys()];
  const rows = await tx
    .select({ shot_id: shot.shot_id, material_id: shot.material_id, tags: shot.tags })
    .from(shot)
    .where(
      and(
        eq(shot.project_id, project_id),
        wanted.length > 0
          ? sql`(${shot.tag_keys} @> ${sql.param([key])}::text[] or ${inArray(shot.shot_id, wanted)})`
          : sql`${shot.tag_keys} @> ${sql.param([key])}::text[]`,
      ),
    );
  const changed = new Set<string>();
  for (const { shot_id, material_id, tags } of rows) {
    const others = tags.filter((tag) => tagKey(tag) !== key || tag.source === 'user');
    const byHand = others.some((tag) => tagKey(tag) === key);
    const score = showing.get(shot_id);
    const tag: Tag = {
      tag_type: 'product',
      name,
      source: 'ai',
      score: Math.round((score ?? 1) * 100) / 100,
    };
    const next = showing.has(shot_id) && !byHand ? [...others, tag] : others;
    if (JSON.stringify(next) === JSON.stringify(tags)) continue;
    await tx.update(shot).set({ tags: next }).where(eq(shot.shot_id, shot_id));
    changed.add(material_id);
  }
  await retag(tx, [...changed]);
}

async function retag(tx: Queryable, material_ids: string[]): Promise<void> {
  if (material_ids.length === 0) return;
  const materials = await tx
    .select({ material_id: material.material_id, tags: material.tags, duration: material.duration })
    .from(material)
    .where(inArray(material.material_id, material_ids))
    .orderBy(material.material_id);
  for (const { material_id, tags, duration } of materials) {
    const shots = await tx
      .select({ start_ms: shot.start_ms, end_ms: shot.end_ms, tags: shot.tags })
      .from(shot)
      .where(eq(shot.material_id, material_id));
    await tx
      .update(material)
      .set(materialTags(tags, shots, { duration: duration ?? 0 }))
      .where(eq(material.material_id, material_id));
  }
  await indexWords(tx, material_ids);
}
