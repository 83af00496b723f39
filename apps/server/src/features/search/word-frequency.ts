import type { Pool } from 'pg';
import type { App } from '#context.ts';
import { perApp } from '#memory.ts';

/** How common words are, as PostgreSQL's statistics know it. */
export type Frequencies = {
  /** Rows in all; 0 when it was never counted. */
  rows: number;
  /** The share of rows that have a lexeme; for those that are too rare to be listed, the share below which they are. */
  of(lexeme: string): number;
};

/** What is indexed by words: shots, and materials with their tags and parts of their names. */
const SOURCES = {
  shot: { table: 'shot', relation: 'shot', attribute: 'words' },
  material: { table: 'material', relation: 'material_keys', attribute: 'material_keys' },
} as const;
type Source = keyof typeof SOURCES;

const KEEP_MS = 60_000;
type Kept = { frequencies: Promise<Frequencies>; until: number };
const keptIn = perApp(() => new Map<Source, Kept>());

export function readFrequencies(app: Pick<App, 'pool' | 'memory'>, source: Source): Promise<Frequencies> {
  const sources = keptIn(app);
  const known = sources.get(source);
  if (known && known.until > performance.now()) return known.frequencies;
  const frequencies = read(app.pool, source);
  sources.set(source, { frequencies, until: performance.now() + KEEP_MS });
  frequencies.catch(() => sources.delete(source));
  return frequencies;
}

async function read(pool: Pool, source: Source): Promise<Frequencies> {
  const { table, relation, attribute } = SOURCES[source];
  const { rows } = await pool.query<{ rows: number; words: string[] | null; shares: number[] | null }>(
    `select greatest(c.reltuples, 0)::float8 as rows, s.most_common_elems::text::text[] as words,
       s.most_common_elem_freqs as shares
     from pg_class c left join pg_stats s
       on s.schemaname = current_schema() and s.tablename = $2 and s.attname = $3
     where c.oid = $1::regclass`,
    [table, relation, attribute],
  );
  const [found] = rows;
  const shares = found?.shares ?? [];
  const words = found?.words ?? [];
  const known = new Map(words.map((word, n) => [word, shares[n] ?? 0]));
  // Behind the shares of the words stand the least and the greatest of them.
  const least = shares[words.length] ?? 0.001;
  return { rows: found?.rows ?? 0, of: (lexeme) => known.get(lexeme) ?? least / 2 };
}

/** So many entries of a word's list are read by the index in the time that it takes to look at one row. */
export const ENTRIES_A_ROW = 600;

/**
 * How many of these words to ask an index for, when they are sorted by their share of all rows, rarest first. The list
 * of a common word takes longer to read than the rows do that it would spare; that word is looked at in the rows.
 */
export function worthAsking(shares: number[], rows: number): { asked: number; found: number } {
  let found = rows * (shares[0] ?? 1);
  let asked = Math.min(1, shares.length);
  for (const share of shares.slice(1)) {
    if (found * (1 - share) * ENTRIES_A_ROW < rows * share) break;
    found *= share;
    asked += 1;
  }
  return { asked, found };
}
