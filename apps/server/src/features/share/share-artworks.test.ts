import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { addDir, addVideo, videoWorld } from '#testing/finished-videos.ts';
import { labelIn } from '#testing/read-label.ts';

const bytesOf = async (app: { url: string }, url: string | null | undefined) => {
  const answer = await fetch(`${app.url}${url}`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

test('a finished video is shown by a small copy that says what the video says, and its file is handed to nobody', async () => {
  const { app, ann, dir_id, place } = await videoWorld({ work: true });
  const content = await readFile(await app.media.film());
  const artwork_id = await addVideo(app, place, { dir_id, content, artwork_name: '夏季一', ai_origin: true });
  const input = { team_id: place.space_id, artwork_ids: [artwork_id], origin: 'http://192.168.1.5:8080' };
  const { data: link } = await app.call('share.add', input, ann);
  const { record_uuid } = link;
  expect(link).toMatchObject({ kind: 'artwork', title: '夏季一', quality: 'preview', item_count: 1 });
  expect(link.url).toBe(`http://192.168.1.5:8080/materialShare?record_uuid=${record_uuid}`);

  const look = async () => (await app.call('share.list', { record_uuid }, null)).data.items[0];
  const [row] = await app.db.select().from(artwork).where(eq(artwork.artwork_id, artwork_id));
  expect(JSON.stringify(await look())).not.toContain(row?.vlc_id);
  await expect.poll(async () => (await look())?.preview_url, { interval: 100 }).toBeTruthy();
  const small = await bytesOf(app, (await look())?.preview_url);
  expect(small.equals(content)).toBe(false);
  expect(await labelIn(app, 'a.mp4', small)).toMatchObject({ Label: '2', ContentPropagator: app.config.aigcProducer });
  const { data: taken } = await app.call('share.download', { record_uuid }, null);
  expect((await bytesOf(app, taken.url)).equals(small)).toBe(true);
  expect(JSON.stringify(taken)).not.toContain(row?.vlc_id);
});

test('a shared directory shows what lies in it when it is opened, folder by folder, and no other', async () => {
  const { app, ann, stranger, dir_id, place } = await videoWorld();
  const below = await addDir(app, place, '第二批', dir_id);
  const beside = await addDir(app, place, '别的');
  const one = await addVideo(app, place, { dir_id, content: Buffer.from('one'), artwork_name: '一' });
  await addVideo(app, place, { dir_id: beside, content: Buffer.from('secret'), artwork_name: '秘密' });
  const { data: link } = await app.call('share.add', { team_id: place.space_id, dir_id, quality: 'source' }, ann);
  const { record_uuid } = link;
  expect(link).toMatchObject({ kind: 'artwork_dir', title: '夏季' });
  // Came after the link was made.
  await addVideo(app, place, { dir_id: below, content: Buffer.from('two'), artwork_name: '二' });

  const { data: top } = await app.call('share.list', { record_uuid }, null);
  expect(top.items.map(({ name }) => name)).toEqual(['一']);
  expect(top.dirs).toEqual([{ dir_id: below, dir_name: '第二批', item_count: 1 }]);
  const { data: inside } = await app.call('share.list', { record_uuid, dir_id: below }, null);
  expect(inside.items.map(({ name }) => name)).toEqual(['二']);
  expect(inside.path.map(({ dir_name }) => dir_name)).toEqual(['夏季', '第二批']);
  expect((await app.call('share.detail', { record_uuid }, null)).data).toMatchObject({ item_count: 2, total_bytes: 6 });
  for (const other of [beside, 'nowhere']) {
    expect((await app.call('share.list', { record_uuid, dir_id: other }, null)).code).toBe(404);
    expect((await app.call('share.download', { record_uuid, dir_id: other }, null)).code).toBe(404);
  }

  const { data: all } = await app.call('share.download', { record_uuid }, null);
  const files = Object.entries(unzipSync(await bytesOf(app, all.url))).map(([name, bytes]) => [
    name,
    Buffer.from(bytes).toString(),
  ]);
  expect(files).toEqual([
    ['一.mp4', 'one'],
    ['第二批/二.mp4', 'two'],
  ]);
  // A link that was given ends when its video is moved away, or its directory goes.
  const given = top.items[0]?.preview_url;
  const look = async () => (await fetch(`${app.url}${given}`)).text();
  await app.call('artwork.update', { artwork_ids: [one], dir_id: beside }, ann);
  expect(await look()).toContain('已不在分享里');
  await app.call('artwork.update', { artwork_ids: [one], dir_id: below }, ann);
  expect(await look()).toBe('one');
  await app.call('dir.delete', { dir_id }, ann);
  expect(await look()).toContain('已不在分享里');
  expect((await app.call('share.list', { record_uuid }, null)).message).toBe('分享的内容已被删除，请联系分享人');
  await app.call('dir.restore', { dir_id }, ann);
  expect((await app.call('share.list', { record_uuid }, null)).code).toBe(0);
  expect((await app.call('share.add', { dir_id }, stranger)).code).toBe(404);
  expect((await app.call('share.add', { dir_id, material_ids: ['x'] }, ann)).code).toBe(400);
  await app.call('project.delete', { project_id: place.project_id }, ann);
  expect((await app.call('share.list', { record_uuid }, null)).message).toBe('分享的内容已被删除，请联系分享人');
  expect(await look()).toContain('已不在分享里');
  await app.call('share.revoke', { record_uuid, team_id: place.space_id }, ann);
  const refused = (await (await fetch(`${app.url}${all.url}`)).json()) as { code: number };
  expect(refused.code).toBe(404);
});
