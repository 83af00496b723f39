import type { Queryable } from '#db/connect.ts';
import { type Statement, statement } from '#db/statement.ts';

type Range = { material_id: string; start_ms: number; end_ms: number };

/** Counts clips as uses of their materials, and of the shots that they show at least half of or lie half inside of. */
export async function countClipUse(tx: Queryable, clips: Range[]): Promise<void> {
  for (const use of countUse(clips)) await tx.execute(use.asSql());
}

/** The same as statements, each with a condition at its end that others may be added to. */
export function countUse(clips: Range[]): Statement[] {
  if (clips.length === 0) return [];
  const ranges = statement`jsonb_to_recordset(${JSON.stringify(clips)}::jsonb)
    as c(material_id text, start_ms integer, end_ms integer)`;
  return [
    statement`
    update material m set used_count = m.used_count + n.uses, last_used_at = now()
    from (select material_id, count(*)::int as uses from ${ranges} group by material_id) n
    where m.material_id = n.material_id`,
    statement`
    update shot s set used_count = s.used_count + n.uses, last_used_at = now()
    from (
      select h.shot_id, count(*)::int as uses
      from ${ranges} join shot h using (material_id)
      where h.material_type in ('image', 'ai_image') or 2 * (least(c.end_ms, h.end_ms) - greatest(c.start_ms, h.start_ms))
        >= least(c.end_ms - c.start_ms, h.end_ms - h.start_ms)
      group by h.shot_id) n
    where s.shot_id = n.shot_id`,
  ];
}
