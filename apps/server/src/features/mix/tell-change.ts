import type { MixChange } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';

export function mixTopic(mproject_id: string): string {
  return `mix:${mproject_id}`;
}

type By = { user_uid: string; name: string } | null;

/** Tells everybody who looks at a mix that a part of it is new. In a transaction it is heard when that is committed. */
export async function tellChange(
  { streams }: Pick<App, 'streams'>,
  db: Queryable,
  mproject_id: string,
  part: MixChange['part'],
  by: By = null,
): Promise<void> {
  const change: MixChange = { mproject_id, part, user_uid: by?.user_uid ?? null, user_name: by?.name ?? '' };
  await streams.publish(db, mixTopic(mproject_id), 'message', change);
}

/** In place of the revision that candidates were chosen for: they were chosen for another seed. */
export const OTHER_SEED = -1;
