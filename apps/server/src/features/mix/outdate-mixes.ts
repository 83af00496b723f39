import type { Queryable } from '#db/connect.ts';
import { sql } from '#db/orm.ts';

/**
 * Which videos a mix can give changes with its materials: combinations that were chosen before are out of date. Comes
 * before the materials are changed, and in order: whoever adds a clip holds the mix first and the material then.
 */
export async function outdateMixes(tx: Queryable, space_id: string, material_ids: string[]): Promise<void> {
  if (material_ids.length === 0) return;
  await tx.execute(sql`
    update mproject m set plan_revision = m.plan_revision + 1
    from (
      select p.mproject_id from mproject p
      where p.space_id = ${space_id} and p.mproject_id in (
        select c.mproject_id from video_clip c where c.material_id = any(${sql.param(material_ids)}::text[]) and c.deleted_at is null)
      order by p.mproject_id for update) held
    where m.mproject_id = held.mproject_id`);
}
