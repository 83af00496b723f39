import type { UserInfo } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';

/** What a wing does to its own that rows of wings above hang on. */
type Deeds = {
  /** Materials are about to be removed, brought back or replaced. */
  materials: { space_id: string; material_ids: string[] };
  /** Directories of finished videos went into the bin, or are back with what went into it at that moment. */
  dirs: { space_id: string; dir_ids: string[]; back_from: string | null; by: UserInfo };
  /** A material was analysed to its end, perhaps not for the first time. */
  analysed: { material_id: string; queue: App['queue'] };
  /** A project went. */
  project: { project_id: string };
};
type Deed = keyof Deeds;

/**
 * What the wings above do about it: in the same transaction, one after another, listed in `features/index.ts`. So rows
 * go together although whoever removes the lower ones knows nothing of the higher. Each may say how many of its own
 * went along.
 */
export type Followers = {
  [D in Deed]?: ((tx: Queryable, deed: Deeds[D], app: Pick<App, 'streams'>) => Promise<number | void>)[];
};

export async function tellAbove<D extends Deed>(
  app: Pick<App, 'followers' | 'streams'>,
  tx: Queryable,
  name: D,
  deed: Deeds[D],
): Promise<number> {
  let count = 0;
  for (const follow of app.followers[name] ?? []) count += (await follow(tx, deed, app)) ?? 0;
  return count;
}
