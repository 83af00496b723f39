import type { Pool } from 'pg';

/** How common words are, as PostgreSQL's statistics know it. */
export type Frequencies = {
  /** Shots in all; 0 when it was never counted. */
  shots: number;
  /** The share of shots that have a lexeme; for those that are too rare to be listed, the share below which they are. */
  of(lexeme: string): number;
};

const KEEP_MS = 60_000;
const kept = new WeakMap<Pool, { frequencies: Promise<Frequencies>; until: number }>();

export function readFrequencies(pool: Pool): Promise<Frequencies> {
  const known = kept.get(pool);
  if (known && known.until > performance.now()) return known.frequencies;
  const frequencies = read(pool);
  kept.set(pool, { frequencies, until: performance.now() + KEEP_MS });
  frequencies.catch(() => kept.delete(pool));
  return frequencies;
}

async function read(pool: Pool): Promise<Frequencies> {
  const { rows } = await pool.query<{ shots: number; words: string[] | null; shares: number[] | null }>(`
    select greatest(c.reltuples, 0)::float8 as shots, s.most_common_elems::text::text[] as words,
      s.most_common_elem_freqs as shares
    from pg_class c left join pg_stats s
      on s.schemaname = current_schema() and s.tablename = c.relname and s.attname = 'words'
    where c.oid = 'shot'::regclass`);
  const [found] = rows;
  const shares = found?.shares ?? [];
  const words = found?.words ?? [];
  const known = new Map(words.map((word, n) => [word, shares[n] ?? 0]));
  // The last numbers are the least and the greatest share.
  const least = shares[words.length] ?? 0.001;
  return { shots: found?.shots ?? 0, of: (lexeme) => known.get(lexeme) ?? least / 2 };
}
