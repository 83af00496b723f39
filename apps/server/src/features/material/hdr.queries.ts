import type { Queryable } from '#db/connect.ts';
import { and, inArray, sql } from '#db/orm.ts';
import { material_facts } from './material.tables.ts';

/** What somebody is told before a film in HDR is worked on: everything here encodes H.264 with eight bits. */
export const HDR_NOTE = '原视频是 HDR，结果会转成普通画面（SDR、H.264），亮部层次会变少；原视频不变';

/** Those of these materials whose picture is HDR, as far as they have been analysed. */
export async function readHdr(db: Queryable, material_ids: string[]): Promise<string[]> {
  const hdr = sql<string>`${material_facts.facts} -> 'video' ->> 'hdr'`;
  const rows = await db
    .select({ material_id: material_facts.material_id })
    .from(material_facts)
    .where(and(inArray(material_facts.material_id, material_ids), sql`${hdr} in ('pq', 'hlg')`));
  return rows.map(({ material_id }) => material_id);
}

export async function readHdrNote(db: Queryable, material_id: string): Promise<string | null> {
  return (await readHdr(db, [material_id])).length > 0 ? HDR_NOTE : null;
}
