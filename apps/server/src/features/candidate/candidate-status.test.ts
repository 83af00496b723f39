import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { unheld } from '#db/nested.ts';
import { asc, eq, sql } from '#db/orm.ts';
import { addArtwork, addDirRow } from '#testing/artworks.ts';
import { filmMix, listOf, until } from '#testing/mixed-films.ts';
import { lockMix } from './candidate.queries.ts';
import { candidate, export_video } from './candidate.tables.ts';

test('each candidate tells its own failure, and is free again when its video is deleted', async () => {
  const { app, ann, project_id, mproject_id } = await filmMix([2, 2]);
  await app.call('candidate.plan', { mproject_id, count: 3 }, ann);
  const { data: started } = await app.call('candidate.export', { mproject_id }, ann);
  const of = eq(candidate.mproject_id, mproject_id);
  const rows = await app.db.select().from(candidate).where(of).orderBy(asc(candidate.number));
  const [first, second, third] = rows.map(({ candidate_id }) => candidate_id);
  for (const [candidate_id, error] of [
    [first!, '素材不见了'],
    [second!, '磁盘满了'],
  ] as const) {
    await app.db
      .update(export_video)
      .set({ status: 'failed', error })
      .where(eq(export_video.candidate_id, candidate_id));
  }
  const { space_id } = ann;
  const dir_id = await addDirRow(app, { space_id, project_id, dir_name: newId() });
  const artwork_id = await addArtwork(app, { space_id, project_id, dir_id, mproject_id, candidate_id: third! });
  await app.db.update(export_video).set({ status: 'done' }).where(eq(export_video.candidate_id, third!));
  await app.db.update(candidate).set({ artwork_id }).where(eq(candidate.candidate_id, third!));
  await app.call('task.cancel', { task_id: started.task_id }, ann);

  const states = async () => (await listOf(app, mproject_id, ann)).map(({ status, error }) => [status, error]);
  expect(await states()).toEqual([
    ['failed', '素材不见了'],
    ['failed', '磁盘满了'],
    ['exported', null],
  ]);
  await app.call('artwork.delete', { artwork_ids: [artwork_id] }, ann);
  expect((await states())[2]).toEqual(['planned', null]);
  await app.call('artwork.restore', { artwork_ids: [artwork_id] }, ann);
  expect((await states())[2]).toEqual(['exported', null]);
});

test('a candidate is left out while all of its mix are being compared anew, and neither is refused', async () => {
  const { app, ann, mproject_id } = await filmMix([2, 2]);
  await app.call('candidate.plan', { mproject_id, count: 3 }, ann);
  const [first, , third] = (await listOf(app, mproject_id, ann)).map(({ candidate_id }) => candidate_id);
  const waiting = () =>
    app.db.execute(sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  const excluding = await app.db.transaction(async (tx) => {
    await lockMix(tx, mproject_id);
    await tx.execute(compare(first!));
    const asked = app.call('candidate.update', { candidate_ids: [third!], is_excluded: true }, ann);
    await unheld(() => until(waiting, ({ rows }) => rows.length > 0));
    await tx.execute(compare(third!));
    return { asked };
  });
  expect((await excluding.asked).data).toEqual({ changed: 1 });
});

function compare(candidate_id: string) {
  return sql`update ${candidate} set duration = 1 where ${eq(candidate.candidate_id, candidate_id)}`;
}
