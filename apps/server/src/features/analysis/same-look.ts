import type { Tag } from '@mixreel/contract';
import type { App } from '#context.ts';
import { eq, inArray } from '#db/orm.ts';
import { findLookAlikes, readModel } from '#features/search/find-look-alikes.ts';
import { indexWords } from '#features/search/index-shot.ts';
import { SAME_LOOK } from '#features/search/lessons.ts';
import { shot } from './analysis.tables.ts';
import { holdAll, reapply, writeCorrections } from './correct-shot.ts';

const MOST = 200;

/** Other shots of the space that look the same and have the same tag. */
export async function findSameLook(
  app: Pick<App, 'db' | 'pool'>,
  space_id: string,
  shot_id: string,
  tag_key: string,
): Promise<string[]> {
  const model = await readModel(app, space_id, shot_id);
  if (!model.look) return [];
  const alike = await findLookAlikes(app, { space_id, tags: [tag_key] }, model);
  return alike.flatMap((one) => (one.score >= SAME_LOOK ? one.shot_id : [])).slice(0, MOST);
}

/** Takes a tag from all of them, or gives it back; says which shots it was about. */
export async function removeAlike(
  app: Pick<App, 'db' | 'pool'>,
  { space_id, user_uid }: { space_id: string; user_uid: string },
  { shot_id, tag_key, give_back }: { shot_id: string; tag_key: string; give_back?: string[] | undefined },
): Promise<string[]> {
  const { db } = app;
  const ids = give_back ?? (await findSameLook(app, space_id, shot_id, tag_key));
  if (ids.length === 0) return [];
  const rows = await db.select().from(shot).where(inArray(shot.shot_id, ids));
  const theirs = rows.filter((row) => row.space_id === space_id);
  const at = tag_key.indexOf(':');
  const tag = { tag_type: tag_key.slice(0, at) as Tag['tag_type'], name: tag_key.slice(at + 1) };
  const wish = give_back
    ? { add_tags: [tag], remove_tags: [], reset: [] }
    : { add_tags: [], remove_tags: [tag_key], reset: [] };
  for (const [material_id, shots] of Map.groupBy(theirs, (row) => row.material_id)) {
    await db.transaction(async (tx) => {
      await holdAll(tx, [material_id]);
      for (const { shot_id: one } of shots) {
        const [now] = await tx.select().from(shot).where(eq(shot.shot_id, one));
        if (now) await writeCorrections(tx, user_uid, now, wish);
      }
      await reapply(tx, material_id);
      await indexWords(tx, [material_id]);
    });
  }
  return theirs.map((row) => row.shot_id);
}
