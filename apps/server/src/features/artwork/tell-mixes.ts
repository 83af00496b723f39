import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { tellArtworks } from '#features/dir/tell-artworks.ts';
import { tellChange } from '#features/mix/tell-change.ts';

/** Tells those who look at finished videos, and those who look at the mixes that they were made of. */
export async function tellArtworksAndMixes(
  app: Pick<App, 'streams'> & { db: Queryable },
  space_id: string,
  artworks: { artwork_id: string; mproject_id: string | null }[],
  by: { user_uid: string; name: string },
): Promise<void> {
  await tellArtworks(app, space_id, artworks);
  const ids = new Set(artworks.flatMap(({ mproject_id }) => mproject_id ?? []));
  for (const mproject_id of ids) await tellChange(app, app.db, mproject_id, 'exports', by);
}
