import type { Queryable } from '#db/connect.ts';
import { inArray, sql } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { changeFoundTags } from '#features/analysis/correct-shot.ts';
import { sku_hit, sku_mark } from '#features/sku/sku.tables.ts';

/**
 * Has the products of the projects into which materials come looked for in all that they were not compared with yet.
 * Products are held before materials, as everybody does who needs both.
 */
export async function lookForProducts(tx: Queryable, project_ids: string[]): Promise<void> {
  if (project_ids.length === 0) return;
  await tx.update(sku_mark).set({ seen_until: '' }).where(inArray(sku_mark.project_id, project_ids));
}

/** The products of a project are nothing to materials that have left it. */
export async function leaveProducts(tx: Queryable, material_ids: string[]): Promise<void> {
  const theirs = sql`${shot.material_id} = any(${sql.param(material_ids)}::text[])`;
  await tx
    .delete(sku_hit)
    .where(inArray(sku_hit.shot_id, tx.select({ shot_id: shot.shot_id }).from(shot).where(theirs)));
  await changeFoundTags(tx, theirs, (tags) => tags.filter(({ tag_type }) => tag_type !== 'product'));
}
