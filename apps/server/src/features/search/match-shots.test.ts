import { join } from 'node:path';
import { writeTinyMatcher } from '@mixreel/ai/testing';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { addFile } from '#features/file/add-file.ts';
import { material } from '#features/material/material.tables.ts';
import { testProject } from '#testing/materials.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';
import { indexWords } from './index-shot.ts';
import { matchInIdle } from './match-shots.ts';

/** A shot of which nothing is known but its picture, all of one colour. */
async function addShot(app: TestApp, { space_id, user_uid }: TestUser, project_id: string, colour: string) {
  const { dir, remove } = makeTempDir();
  const path = join(dir, 'cover.jpg');
  await sharp({ create: { width: 64, height: 36, channels: 3, background: colour } }).toFile(path);
  const content = { file_name: 'cover.jpg', content_type: 'image/jpeg', source: { path } };
  const cover = await addFile(app.db, app.storage, { space_id, created_by: user_uid, ...content });
  remove();
  const owner = { material_id: newId(), space_id, project_id, material_type: 'video' as const };
  const material_name = '素材.mp4';
  await app.db
    .insert(material)
    .values({ ...owner, material_name, material_source: 'user_upload', created_by: user_uid });
  const shot_id = newId();
  const length = { index: 0, start_ms: 0, end_ms: 5000, duration: 5 };
  await app.db.insert(shot).values({ ...owner, shot_id, ...length, cover_vlc_id: cover.vlc_id });
  await indexWords(app.db, [owner.material_id]);
  return shot_id;
}

test("an administrator's own CLIP finds what no tag says, with a reason, and nothing that is not there", async () => {
  const { dir, remove } = makeTempDir();
  await writeTinyMatcher(join(dir, 'clip'));
  const app = await createTestApp({ env: { PACKS_DIR: dir } });
  const user = await app.signIn();
  const project_id = await testProject(app, user);
  const red = await addShot(app, user, project_id, '#ff0000');
  const blue = await addShot(app, user, project_id, '#0000ff');
  const find = async (q: string) => (await app.call('search.clips', { project_id, q }, user)).data;
  expect((await find('红色的汽车')).items).toEqual([]);

  expect(await matchInIdle(app)).toBe(2);
  expect(await matchInIdle(app)).toBe(0);
  const { items, understood } = await find('红色的汽车');
  expect(items.map(({ shot_id }) => shot_id)).toEqual([red]);
  expect(items[0]?.reasons).toContainEqual({ kind: 'caption', text: '像这句话说的 100%', words: [] });
  expect(understood.missing).toEqual([]);
  expect((await find('蓝')).items.map(({ shot_id }) => shot_id)).toEqual([blue]);
  expect((await find('一头大象')).items).toEqual([]);
  // What must not be there is no picture to look for.
  expect((await find('不是红色的汽车')).items.map(({ shot_id }) => shot_id)).not.toEqual([red]);
  remove();
});
