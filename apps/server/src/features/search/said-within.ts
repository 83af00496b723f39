import type { SpokenWord } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { sql } from '#db/orm.ts';
import { material_sound } from '#features/material/material.tables.ts';

/** A part of a material. */
export type Part = { material_id: string; start_ms: number; end_ms: number };

/** Punctuation is read by what stands around it. */
const AROUND_MS = 2000;

/**
 * What is said in parts of materials, each with its own words. The database picks them: two hours of talking are thirty
 * thousand words, and ten clips of it would have them read here ten times, while everybody else waits.
 */
export async function readSaidWithin(db: Queryable, parts: Part[]): Promise<SpokenWord[][]> {
  if (parts.length === 0) return [];
  const ids = sql.param(parts.map(({ material_id }) => material_id));
  const from = sql.param(parts.map(({ start_ms }) => (start_ms - AROUND_MS) / 1000));
  const to = sql.param(parts.map(({ end_ms }) => (end_ms + AROUND_MS) / 1000));
  const { rows } = await db.execute<{ n: string; words: SpokenWord[] }>(sql`
    select part.n, jsonb_path_query_array(${material_sound.words}, '$[*] ? (@.end > $from && @.start < $to)',
      jsonb_build_object('from', part.from_s, 'to', part.to_s)) as words
    from unnest(${ids}::text[], ${from}::float8[], ${to}::float8[]) with ordinality as part(id, from_s, to_s, n)
    join ${material_sound} on ${material_sound.material_id} = part.id`);
  const said = parts.map((): SpokenWord[] => []);
  for (const { n, words } of rows) said[Number(n) - 1] = words;
  return said;
}
