import type { AgentBrief, AgentKeyword } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { sql } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { artwork, artwork_mark } from '#features/artwork/artwork.tables.ts';
import { agent_row, agent_video } from './agent.tables.ts';

const EACH_MAX = 20;

/** Words worth saying: those of the brief, those that the footage shows, and those of videos that did well. */
export async function readKeywords(
  db: Queryable,
  { space_id, project_id, brief }: { space_id: string; project_id: string; brief: AgentBrief },
): Promise<AgentKeyword[]> {
  const { product, brand } = brief;
  const own = [product.name, product.category, brand, product.audience, ...product.points]
    .flatMap((text) => text.split(/[，,。；;、\s]+/u))
    .filter((word) => /\p{L}/u.test(word) && Array.from(word).length <= 12);
  const shown = await db.execute<{ keyword: string; count: number }>(sql`
    select tag ->> 'name' as keyword, count(*)::int as count
    from ${shot} s, jsonb_array_elements(s.tags) tag
    where s.space_id = ${space_id} and s.project_id = ${project_id}
    group by 1 order by 2 desc, 1 limit ${EACH_MAX}`);
  // Taken away by somebody, or marked: what people do with what they like.
  const liked = await db.execute<{ keyword: string; count: number }>(sql`
    select word as keyword, count(*)::int as count
    from ${artwork} a
    join ${agent_video} v on v.mproject_id = a.mproject_id
    join ${agent_row} r on r.agent_batch_config_id = v.agent_batch_config_id and r.row_id = v.row_id
    cross join regexp_split_to_table(r.topics, '[\\s#＃,，、]+') word
    where a.space_id = ${space_id} and a.deleted_at is null and word <> ''
      and (a.download_count > 0 or exists (select from ${artwork_mark} m where m.artwork_id = a.artwork_id))
    group by 1 order by 2 desc, 1 limit ${EACH_MAX}`);
  const brief_words = [...new Set(own)].slice(0, EACH_MAX).map((keyword) => ({ keyword, count: 1 }));
  const all = [...from('results', liked.rows), ...from('brief', brief_words), ...from('library', shown.rows)];
  return [...new Map(all.toReversed().map((one) => [one.keyword, one])).values()].toReversed();
}

function from(source: AgentKeyword['source'], rows: { keyword: string; count: number }[]): AgentKeyword[] {
  return rows.map(({ keyword, count }) => ({ keyword, source, count }));
}
