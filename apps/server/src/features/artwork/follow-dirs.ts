import type { UserInfo } from '@mixreel/contract';
import type { App } from '#context.ts';
import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull, sql } from '#db/orm.ts';
import { artwork } from './artwork.tables.ts';
import { tellArtworksAndMixes } from './tell-mixes.ts';

type Dirs = { space_id: string; dir_ids: string[]; back_from: string | null; by: UserInfo };

/** Finished videos go into the bin with their directories, and come back with them. */
export async function followDirs(
  tx: Queryable,
  { space_id, dir_ids, back_from, by }: Dirs,
  { streams }: Pick<App, 'streams'>,
): Promise<number> {
  const moved = await tx
    .update(artwork)
    .set({ deleted_at: back_from === null ? now : null })
    .where(
      and(
        inArray(artwork.dir_id, dir_ids),
        back_from === null ? isNull(artwork.deleted_at) : eq(artwork.deleted_at, sql`${back_from}::timestamptz`),
      ),
    )
    .returning({ artwork_id: artwork.artwork_id, mproject_id: artwork.mproject_id });
  await tellArtworksAndMixes({ db: tx, streams }, space_id, moved, by);
  return moved.length;
}

/** And with their project. */
export async function binArtworksOf(tx: Queryable, { project_id }: { project_id: string }): Promise<void> {
  await tx
    .update(artwork)
    .set({ deleted_at: now })
    .where(and(eq(artwork.project_id, project_id), isNull(artwork.deleted_at)));
}
