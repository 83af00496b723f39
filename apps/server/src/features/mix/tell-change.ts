import type { MixChange } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import type { Told } from '#http/streams.ts';

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
  const { topic, event, data } = mixChange(mproject_id, part, by);
  await streams.publish(db, topic, event, data);
}

export function mixChange(mproject_id: string, part: MixChange['part'], by: By): Told {
  const data: MixChange = { mproject_id, part, user_uid: by?.user_uid ?? null, user_name: by?.name ?? '' };
  return { topic: mixTopic(mproject_id), event: 'message', data };
}

/** In place of the revision that candidates were chosen for: they were chosen for another seed. */
export const OTHER_SEED = -1;
