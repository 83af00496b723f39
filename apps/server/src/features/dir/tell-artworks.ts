import type { ArtworkChange } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';

export function artworkTopic(space_id: string): string {
  return `artworks:${space_id}`;
}

type Parts = Pick<App, 'streams'> & { db: Queryable };

/** Tells everybody who looks at finished videos of a space that these are new or others; none: directories or marks are. */
export async function tellArtworks(
  { db, streams }: Parts,
  space_id: string,
  artworks: { artwork_id: string }[] = [],
): Promise<void> {
  const change: ArtworkChange = { artwork_ids: artworks.map(({ artwork_id }) => artwork_id) };
  await streams.publish(db, artworkTopic(space_id), 'message', change);
}
