import type { App } from '#context.ts';
import { tellChange } from '#features/mix/tell-change.ts';

/** Tells everybody who looks at the mixes of these videos that something happened to what was made of them. */
export async function tellMixes(
  app: Pick<App, 'db' | 'streams'>,
  artworks: { mproject_id: string | null }[],
  by: { user_uid: string; name: string },
): Promise<void> {
  const ids = new Set(artworks.flatMap(({ mproject_id }) => mproject_id ?? []));
  for (const mproject_id of ids) await tellChange(app, app.db, mproject_id, 'exports', by);
}
