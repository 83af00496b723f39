import type { MaterialUse } from '@mixreel/contract';
import { toIso } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { sql } from '#db/orm.ts';
import type { material } from './material.tables.ts';

const USES_MAX = 200;
/** A clip of a mix can be in every one of its videos. */
const ARTWORKS_MAX = 50;

type Used = Pick<typeof material.$inferSelect, 'space_id' | 'material_id' | 'vlc_id'>;

/** Everything that uses a material, the latest first. */
export async function readUses(db: Queryable, { space_id, material_id, vlc_id }: Used): Promise<MaterialUse[]> {
  const { rows } = await db.execute<MaterialUse>(sql`
    select 'audio' as kind, ai_audio_id as id, audio_name as name, project_id, updated_at as used_at
    from ai_audio where space_id = ${space_id} and material_id = ${material_id} and deleted_at is null
    union all
    select 'share', s.record_uuid, s.title, null, s.created_at
    from share_item i join share s using (record_uuid) where i.material_id = ${material_id} and s.revoked_at is null
    union all
    select 'sku', k.sku_mark_id, k.sku_name, k.project_id, k.created_at
    from sku_picture p join sku_mark k using (sku_mark_id) where p.vlc_id = ${vlc_id}
    union all
    select 'mix', m.mproject_id, m.mproject_name, m.project_id, m.updated_at
    from mproject m where m.space_id = ${space_id} and m.deleted_at is null and ${shownIn([material_id])}
    union all
    (select 'artwork', a.artwork_id, a.artwork_name, a.project_id, a.created_at
    from artwork a
    where a.space_id = ${space_id} and a.deleted_at is null
      -- What was ever a clip of the mix may be in its videos; the timeline says in which.
      and a.mproject_id in (select c.mproject_id from video_clip c where c.material_id = ${material_id})
      and a.timeline @> ${JSON.stringify({ cuts: [{ material_id }] })}::jsonb
    order by a.artwork_id desc limit ${ARTWORKS_MAX})
    order by used_at desc limit ${USES_MAX}`);
  // Rows of the query builder's own `execute` come as the database writes them.
  return rows.map((row) => ({ ...row, used_at: toIso(row.used_at) }));
}

/** The mixes that would miss these materials, the latest first, and how many there are. */
export async function readMixesOf(db: Queryable, space_id: string, material_ids: string[]) {
  const { rows } = await db.execute<{ mproject_id: string; mproject_name: string; total: number }>(sql`
    select m.mproject_id, m.mproject_name, count(*) over ()::int as total
    from mproject m where m.space_id = ${space_id} and m.deleted_at is null and ${shownIn(material_ids)}
    order by m.updated_at desc limit 5`);
  return {
    mixes: rows.map(({ mproject_id, mproject_name }) => ({ mproject_id, mproject_name })),
    total: rows[0]?.total ?? 0,
  };
}

/** Whether the mix `m` uses one of the materials: as a clip, as its music or logo, or as a recorded line. */
function shownIn(material_ids: string[]) {
  return sql`(
      m.mproject_id in (
        select c.mproject_id from video_clip c left join shooting s using (shooting_id)
        where c.material_id in ${material_ids} and c.deleted_at is null and s.deleted_at is null)
      or m.config #>> '{music,material_id}' in ${material_ids}
      or m.config #>> '{logo,material_id}' in ${material_ids}
      or exists (
        select from shooting s join script line using (shooting_id)
        where s.mproject_id = m.mproject_id and s.deleted_at is null
          and line.recording_material_id in ${material_ids}))`;
}
