import type { TimelineCut } from '@mixreel/contract';
import type { Shown } from '@mixreel/media';
import type { Queryable } from '#db/connect.ts';
import { inArray, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';

type Row = { artwork_id: string; cuts: TimelineCut[]; fps: number };

/** Which parts of which files finished videos show, by id; those that were made elsewhere are missing. */
export async function readShown(db: Queryable, artwork_ids: string[]): Promise<Map<string, Shown[]>> {
  if (artwork_ids.length === 0) return new Map();
  const rows: Row[] = await db
    .select({
      artwork_id: artwork.artwork_id,
      cuts: sql<TimelineCut[]>`coalesce(${artwork.timeline} -> 'cuts', '[]')`,
      fps: sql<number>`coalesce((${artwork.timeline} ->> 'fps')::int, 30)`,
    })
    .from(artwork)
    .where(inArray(artwork.artwork_id, artwork_ids));
  const files = [...new Set(rows.flatMap(({ cuts }) => cuts.map(({ vlc_id }) => vlc_id)))];
  const known =
    files.length > 0
      ? await db
          .select({ vlc_id: vlc_file.vlc_id, sha256: vlc_file.sha256 })
          .from(vlc_file)
          .where(inArray(vlc_file.vlc_id, files))
      : [];
  const contents = new Map(known.map(({ vlc_id, sha256 }) => [vlc_id, sha256]));
  return new Map(
    rows
      .filter(({ cuts }) => cuts.length > 0)
      .map(({ artwork_id, cuts, fps }) => [
        artwork_id,
        cuts.map(({ vlc_id, material_id, source_start, frames, speed }) => ({
          content: contents.get(vlc_id) ?? material_id,
          fromSeconds: source_start,
          toSeconds: source_start + (frames / fps) * speed,
          seconds: frames / fps,
        })),
      ]),
  );
}
