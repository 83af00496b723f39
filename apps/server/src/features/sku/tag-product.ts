import { isDeepStrictEqual } from 'node:util';
import { type Tag, tagKey } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, eq, sql } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { changeFoundTags } from '#features/analysis/correct-shot.ts';
import type { SkuRow } from './compare-shots.ts';
import { sku_mark } from './sku.tables.ts';

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
  { sku_mark_id, sku_name, project_id }: Pick<SkuRow, 'sku_mark_id' | 'sku_name' | 'project_id'>,
): Promise<void> {
  // Before any material, as everybody does who needs both.
  await tx.select().from(sku_mark).where(eq(sku_mark.sku_mark_id, sku_mark_id)).for('update');
  await setTag(tx, { project_id, name: sku_name }, new Map());
}

async function setTag(
  tx: Queryable,
  { project_id, name }: { project_id: string; name: string },
  showing: Map<string, number | null>,
): Promise<void> {
  const key = tagKey({ tag_type: 'product', name });
  const tagged = JSON.stringify([{ tag_type: 'product', name }]);
  const concerned = and(
    eq(shot.project_id, project_id),
    sql`(${shot.tag_keys} @> ${sql.param([key])}::text[] or ${shot.found} -> 'tags' @> ${tagged}::jsonb
      or ${shot.shot_id} = any(${sql.param([...showing.keys()])}::text[]))`,
  );
  await changeFoundTags(tx, concerned, (tags, shot_id) => {
    const others = tags.filter((tag) => tagKey(tag) !== key);
    if (!showing.has(shot_id)) return others;
    const score = Math.round((showing.get(shot_id) ?? 1) * 100) / 100;
    const tag: Tag = { tag_type: 'product', name, source: 'ai', score };
    return tags.some((one) => isDeepStrictEqual(one, tag)) ? tags : [...others, tag];
  });
}
