import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { SameNameChoice } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { sql } from '#db/orm.ts';
import { addFile } from '#features/file/add-file.ts';
import { readQuota } from '#features/file/file.queries.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material, material_like } from '#features/material/material.tables.ts';
import { addArtwork, addDirRow } from '#testing/artworks.ts';
import { addProject, filmOf, upload, uploadWorld } from '#testing/uploads.ts';

test('a second file of a name is skipped, kept beside it or put in its place, as was chosen', async () => {
  const { app, user, project_id } = await uploadWorld();
  const named = (content: Buffer, same_name: SameNameChoice = 'keep_both') =>
    upload(app, user, project_id, content, { file_name: '口播.mp4', same_name });
  const [a, b, c] = [await filmOf(app, 1000), await filmOf(app, 2000), await filmOf(app, 3000)];
  const first = await named(a);
  const skipped = await named(b, 'skip');
  expect(skipped).toMatchObject({ status: 'completed', message: '已有同名素材，已跳过' });
  expect(skipped.material_data?.material_id).toBe(first.material_data?.material_id);
  expect(await app.db.$count(vlc_file)).toBe(1);
  expect((await named(b)).material_data?.material_name).toBe('口播 (2).mp4');
  expect((await named(c)).material_data?.material_name).toBe('口播 (3).mp4');
});

test('a file that replaces another keeps likes and hand-given tags, and the old one is in the bin', async () => {
  const { app, user, project_id } = await uploadWorld();
  const { db } = app;
  const [a, b] = [await filmOf(app, 1000), await filmOf(app, 2000)];
  const first = await upload(app, user, project_id, a, { file_name: '口播.mp4' });
  const material_id = first.material_data?.material_id ?? '';
  const hand = { tag_type: 'custom' as const, name: '主推', source: 'user' as const, score: null };
  const seen = { tag_type: 'object' as const, name: '杯子', source: 'ai' as const, score: 0.9 };
  await db
    .update(material)
    .set({ tags: [hand, seen], tag_keys: ['custom:主推', 'object:杯子'], like_count: 1, used_count: 3, note: '要用' });
  await db.insert(material_like).values({ material_id, user_uid: user.user_uid });

  const replaced = await upload(app, user, project_id, b, { file_name: '口播.mp4', same_name: 'replace' });
  expect(replaced.material_data).toMatchObject({
    material_id,
    material_name: '口播.mp4',
    source_info: { bytes: 2000 },
    tags: [hand],
    liked: true,
    like_count: 1,
    used_count: 3,
    analysis_status: 'waiting',
  });
  const bin = await db
    .select()
    .from(material)
    .where(sql`deleted_at is not null`);
  expect(bin).toMatchObject([
    { material_name: '口播.mp4', bytes: 1000, tags: [hand, seen], vlc_id: first.material_data?.vlc_id },
  ]);
  expect((await readQuota(db, user.space_id)).used_bytes).toBe(3000);
});

test('twenty files of one name at once get twenty names', async () => {
  const { app, user, project_id } = await uploadWorld();
  const contents = await Promise.all(Array.from({ length: 20 }, (_, n) => filmOf(app, 1000 + n)));
  const records = await Promise.all(
    contents.map((content) => upload(app, user, project_id, content, { file_name: '一样.mp4' })),
  );
  const names = records.map(({ material_data }) => material_data?.material_name);
  expect(new Set(names).size).toBe(20);
  const expected = ['一样.mp4', ...Array.from({ length: 19 }, (_, n) => `一样 (${n + 2}).mp4`)];
  expect(new Set(names)).toEqual(new Set(expected));
});

test('a file of the space is pushed into a project without being paid twice', async () => {
  const { app, user, project_id } = await uploadWorld();
  const { db, storage } = app;
  const { space_id } = user;
  const content = readFileSync(await app.media.film());
  const naming = { space_id, file_name: '成片.mp4', content_type: 'video/mp4', created_by: user.user_uid };
  const { vlc_id } = await addFile(db, storage, { ...naming, source: Readable.from([content]) });
  const pushed = await app.call('upload.push', { vlc_id, target: { project_id, material_name: '第一版' } }, user);
  expect(pushed.data).toMatchObject({
    project_id,
    material_name: '第一版.mp4',
    material_source: 'vlc_push',
    analysis_status: 'waiting',
  });
  const dir_id = await addDirRow(app, { space_id, project_id });
  const artwork_id = await addArtwork(app, { space_id, project_id, dir_id, vlc_id });
  const again = await app.call('upload.push', { artwork_id, target: { project_id } }, user);
  expect(again.data).toMatchObject({ material_name: '成片.mp4', material_source: 'vlc_push' });
  expect((await readQuota(db, space_id)).used_bytes).toBe(content.length);

  const stranger = await app.signIn();
  const taken = await app.call('upload.push', { artwork_id, target: { project_id } }, stranger);
  expect(taken).toMatchObject({ code: 404, message: '成片不存在或已被删除' });
  const both = await app.call('upload.push', { artwork_id, vlc_id, target: { project_id } }, user);
  expect(both).toMatchObject({ code: 400, message: '请给出一个文件或一条成片' });
  const theirs = await addProject(app, stranger);
  const over = await app.call('upload.push', { vlc_id, target: { project_id: theirs } }, user);
  expect(over).toMatchObject({ code: 404, message: '项目不存在或已被删除' });
  const text = await addFile(db, storage, { ...naming, file_name: '稿.txt', source: Readable.from(['只是文字']) });
  const refused = await app.call('upload.push', { vlc_id: text.vlc_id, target: { project_id } }, user);
  expect(refused).toMatchObject({ code: 415, message: expect.stringContaining('文件内容是文本文件') });
});
