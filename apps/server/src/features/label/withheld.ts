import { AppError } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, ne, sql } from '#db/orm.ts';
import { content_source, stored_part, vlc_file, withheld_content } from '#features/file/file.tables.ts';

/** Keeps contents from leaving a space, and with them the archives that hold one of them. */
export async function withhold(tx: Queryable, space_id: string, hashes: string[], reason: string): Promise<void> {
  if (hashes.length === 0) return;
  const holding = await tx
    .select({ sha256: stored_part.sha256 })
    .from(stored_part)
    .innerJoin(vlc_file, and(eq(vlc_file.sha256, stored_part.sha256), eq(vlc_file.space_id, space_id)))
    .where(inArray(stored_part.part_sha256, hashes));
  const all = new Set([...hashes, ...holding.map(({ sha256 }) => sha256)]);
  // One by one they would be more than a statement takes: a face is in as many videos as a space has.
  await tx.execute(sql`
    insert into withheld_content (space_id, sha256, reason)
    select ${space_id}, sha256, ${reason} from unnest(${sql.param([...all])}::text[]) as sha256
    on conflict do nothing`);
}

/** Which of the contents may not leave, with the reason. */
export async function readWithheld(db: Queryable, space_id: string, hashes: string[]): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .select()
    .from(withheld_content)
    .where(and(eq(withheld_content.space_id, space_id), inArray(withheld_content.sha256, [...new Set(hashes)])));
  return new Map(rows.map(({ sha256, reason }) => [sha256, reason]));
}

/** Refuses whatever holds one that may not leave. */
export async function requireFree(db: Queryable, space_id: string, hashes: string[]): Promise<void> {
  const [reason] = (await readWithheld(db, space_id, hashes)).values();
  if (reason) throw new AppError('forbidden', reason);
}

/**
 * Writes down what a content shows, and what is known to be shown by that, so that it is found when one of these may not leave
 * any more: what lies between may be gone for good by then. Refuses what shows one that may not leave already: every file that
 * is made comes by here.
 */
export async function noteShown(tx: Queryable, space_id: string, sha256: string, shows: string[]): Promise<void> {
  const sources = [...new Set(shows)].filter((source) => source !== sha256);
  if (sources.length === 0) return;
  await requireFree(tx, space_id, sources);
  const behind = await tx
    .select({ source_sha256: content_source.source_sha256 })
    .from(content_source)
    .where(
      and(
        eq(content_source.space_id, space_id),
        inArray(content_source.sha256, sources),
        ne(content_source.source_sha256, sha256),
      ),
    );
  const all = new Set([...sources, ...behind.map(({ source_sha256 }) => source_sha256)]);
  const rows = [...all].map((source_sha256) => ({ space_id, sha256, source_sha256 }));
  await tx.insert(content_source).values(rows).onConflictDoNothing();
}
