import type { App } from '#context.ts';
import { recent } from '#memory.ts';

const KEEP_MS = 60_000;
/** Ids, times and entries of indexes, besides what is written. */
const ROW_BYTES = 200;

type Kept = { bytes: number; until: number };
const sizesOf = recent<Kept>(2000);

/** What the history of documents takes in the database, for each of some spaces. Nobody's quota pays for it. */
export async function readHistorySizes(
  app: Pick<App, 'pool' | 'memory'>,
  space_ids: string[],
): Promise<Map<string, number>> {
  const kept = sizesOf(app);
  const now = performance.now();
  const isKnown = (space_id: string) => (kept.get(space_id)?.until ?? 0) > now;
  const asked = space_ids.filter((space_id) => !isKnown(space_id));
  if (asked.length > 0) {
    const { rows } = await app.pool.query<{ space_id: string; bytes: number }>(
      `select d.space_id, sum(kept.bytes)::float8 as bytes from document d
       join lateral (
         select sum(pg_column_size(a.operations) + pg_column_size(a.words) + $2) as bytes
           from document_act a where a.document_id = d.document_id
         union all
         select sum(pg_column_size(v.state) + $2) from document_version v where v.document_id = d.document_id
       ) kept on true
       where d.space_id = any($1::text[]) group by d.space_id`,
      [asked, ROW_BYTES],
    );
    const found = new Map(rows.map(({ space_id, bytes }) => [space_id, bytes ?? 0]));
    for (const space_id of asked) kept.set(space_id, { bytes: found.get(space_id) ?? 0, until: now + KEEP_MS });
  }
  return new Map(space_ids.map((space_id) => [space_id, kept.get(space_id)?.bytes ?? 0]));
}
