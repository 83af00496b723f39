import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { asc, eq } from '#db/orm.ts';
import { addArtwork, addDirRow } from '#testing/artworks.ts';
import { filmMix, listOf } from '#testing/mixed-films.ts';
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
