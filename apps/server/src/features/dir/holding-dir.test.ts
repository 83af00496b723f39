import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { unheld } from '#db/nested.ts';
import { addDirRow, artworkWorld } from '#testing/artworks.ts';
import { requireDirLeft, requireDirOf } from './holding-dir.ts';

test('exports of a mix that begin together find one directory, with a name of its own', async () => {
  const { app, owner, space_id, project_id } = await artworkWorld();
  const mix = { space_id, project_id, mproject_id: 'mix', mproject_name: '夏季' };
  const begin = () =>
    app.db.transaction((tx) => requireDirOf(tx, mix, { dir_id: undefined, user_uid: owner.user_uid }));
  const found = await Promise.all([begin(), begin(), begin()]);
  expect(new Set(found).size).toBe(1);
  const { data } = await app.call('dir.tree', { project_id }, owner);
  expect(data.dirs.map(({ dir_name, mproject_id }) => [dir_name, mproject_id])).toEqual([
    ['夏季', null],
    ['夏季 2', 'mix'],
  ]);
});

test('whoever files a video is waited for by whoever deletes its directory, and the video goes along', async () => {
  const { app, owner, space_id, project_id, dir_id, video } = await artworkWorld();
  const child = await addDirRow(app, { space_id, project_id, parent_id: dir_id, dir_name: '下面' });
  let deleting: Promise<{ code: number }> | null = null;
  await app.db.transaction(async (tx) => {
    expect(await requireDirLeft(tx, child)).toBe(child);
    deleting = app.call('dir.delete', { dir_id: child }, owner);
    // Long enough for a deletion that waits for nobody.
    await delay(500);
    await unheld(() => video({ dir_id: child }));
  });
  expect(await deleting!).toMatchObject({ code: 0, data: { item_count: 1 } });
  // Whoever comes later is sent one up.
  expect(await app.db.transaction((tx) => requireDirLeft(tx, child))).toBe(dir_id);
});
