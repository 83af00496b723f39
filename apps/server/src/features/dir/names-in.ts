import type { Queryable } from '#db/connect.ts';
import { and, inArray, isNull, notInArray } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';

/** What else lies in these directories. */
export async function namesIn(tx: Queryable, dir_ids: string[], except: string[]): Promise<string[]> {
  const rows = await tx
    .select({ name: artwork.artwork_name })
    .from(artwork)
    .where(
      and(
        inArray(artwork.dir_id, dir_ids),
        isNull(artwork.deleted_at),
        except.length > 0 ? notInArray(artwork.artwork_id, except) : undefined,
      ),
    );
  return rows.map(({ name }) => name);
}
