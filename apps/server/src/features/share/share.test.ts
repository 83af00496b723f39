import { Readable } from 'node:stream';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { wrong_code } from '#features/auth/auth.tables.ts';
import { addFile } from '#features/file/add-file.ts';
import { material } from '#features/material/material.tables.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';

type Given = { name?: string; content?: string; preview?: string; type?: 'video' | 'image' | 'audio' };

/** A material with a real stored file, and a small copy where one is given. */
async function addMaterial(
  app: TestApp,
  user: TestUser,
  { name = '镜头.mp4', content = '原片', preview, type = 'video' }: Given = {},
) {
  const store = (file_name: string, text: string) =>
    addFile(app.db, app.storage, {
      space_id: user.space_id,
      file_name,
      content_type: 'video/mp4',
      created_by: user.user_uid,
      source: Readable.from([Buffer.from(text)]),
    });
  const file = await store(name, content);
  const small = preview ? await store('preview.mp4', preview) : null;
  const material_id = newId();
  await app.db.insert(material).values({
    material_id,
    space_id: user.space_id,
    vlc_id: file.vlc_id,
    preview_vlc_id: small?.vlc_id ?? null,
    material_name: name,
    material_type: type,
    material_source: 'user_upload',
    bytes: file.bytes,
    created_by: user.user_uid,
  });
  return material_id;
}

async function world() {
  const app = await createTestApp();
  const user = await app.signIn({ name: '小美' });
  return { app, user };
}

test('a link shows its materials to somebody who is not signed in, and nothing else', async () => {
  const { app, user } = await world();
  const shown = await addMaterial(app, user, { name: '开箱.mp4', content: '原片 A', preview: '小片 A' });
  await addMaterial(app, user, { name: '秘密.mp4' });
  const { data: link } = await app.call('share.add', { material_ids: [shown], title: '给客户' }, user);
  expect(link).toMatchObject({
    title: '给客户',
    quality: 'preview',
    has_password: false,
    item_count: 1,
    view_count: 0,
  });
  expect(link.record_uuid).toMatch(/^[\w-]{22}$/);

  const { record_uuid } = link;
  const { data: detail } = await app.call('share.detail', { record_uuid }, null);
  expect(detail).toMatchObject({ title: '给客户', need_password: false, item_count: 1, owner_name: '小美' });
  const { data: list } = await app.call('share.list', { record_uuid }, null);
  expect(list.items.map(({ name }) => name)).toEqual(['开箱.mp4']);
  expect(list.items[0]?.bytes).toBeNull();

  const played = await fetch(`${app.url}${list.items[0]?.preview_url}`);
  expect(await played.text()).toBe('小片 A');
  const { data: download } = await app.call('share.download', { record_uuid }, null);
  const taken = await fetch(`${app.url}${download.url}`);
  expect(taken.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(await taken.text()).toBe('小片 A');

  const { data: mine } = await app.call('share.mine', {}, user);
  expect(mine.items[0]).toMatchObject({ view_count: 1, download_count: 1 });
});

test('several files come as one archive of exactly the announced size, each under a name of its own', async () => {
  const { app, user } = await world();
  const ids = [
    await addMaterial(app, user, { name: '镜头.mp4', content: 'one' }),
    await addMaterial(app, user, { name: '镜头.mp4', content: 'two' }),
    await addMaterial(app, user, { name: '口播', content: 'three', type: 'audio' }),
    await addMaterial(app, user, { name: '不要.mp4', content: 'four' }),
  ];
  const { data: link } = await app.call('share.add', { material_ids: ids, quality: 'source' }, user);
  expect(link.title).toBe('镜头.mp4 等 4 个素材');
  const { record_uuid } = link;
  const { data } = await app.call('share.download', { record_uuid, item_ids: ids.slice(0, 3) }, null);
  const response = await fetch(`${app.url}${data.url}`);
  const archive = new Uint8Array(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(archive.length));
  const files = Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]);
  expect(files).toEqual([
    ['镜头.mp4', 'one'],
    ['镜头 (2).mp4', 'two'],
    ['口播', 'three'],
  ]);

  const other = data.url.replace(/items=[^&]*/, 'items=_w');
  expect((await fetch(`${app.url}${other}`)).status).toBe(403);
});

test('without the password even the title stays unknown, and guessing ends after ten tries', async () => {
  const { app, user } = await world();
  const id = await addMaterial(app, user, { preview: '小片' });
  const { data: link } = await app.call('share.add', { material_ids: [id], title: '机密', password: '春天来了' }, user);
  const { record_uuid } = link;
  const asked = await app.call('share.detail', { record_uuid }, null);
  expect(asked.data).toMatchObject({ title: '', need_password: true, item_count: 0 });
  expect((await app.call('share.list', { record_uuid }, null)).message).toBe('请输入分享密码');
  expect((await app.call('share.download', { record_uuid, password: '猜' }, null)).message).toBe(
    '密码不正确，请重新输入',
  );
  const right = { record_uuid, password: '春天来了' };
  expect((await app.call('share.detail', right, null)).data).toMatchObject({ title: '机密', need_password: false });
  expect((await app.call('share.list', right, null)).data.items).toHaveLength(1);

  for (let n = 0; n < 9; n += 1) await app.call('share.list', { record_uuid, password: `猜${n}` }, null);
  expect((await app.call('share.list', right, null)).code).toBe(429);
});

test('of many passwords tried at the same moment only ten are tried; another browser beside it still comes in', async () => {
  const { app, user } = await world();
  const id = await addMaterial(app, user, { preview: '小片' });
  const { data: link } = await app.call('share.add', { material_ids: [id], password: '0042' }, user);
  const { record_uuid } = link;
  const visit = (password: string, visitor: string) => app.call('share.list', { record_uuid, password, visitor }, null);
  const known = 'a-browser-that-came-before';
  expect((await visit('0042', known)).code).toBe(0);

  const guesses = Array.from({ length: 40 }, (_, n) => String(n + 100).padStart(4, '0'));
  const answers = await Promise.all(guesses.map((guess) => visit(guess, 'a-browser-that-guesses')));
  expect(answers.filter(({ code }) => code === 30007)).toHaveLength(10);
  expect(answers.filter(({ code }) => code === 429)).toHaveLength(30);
  expect((await visit('0042', 'a-browser-that-guesses')).code).toBe(429);
  expect((await visit('0042', 'a-colleague-at-the-next-desk')).code).toBe(0);

  // Guessing under ever new names ends as well, and not for whoever is in already.
  await app.db.insert(wrong_code).values(guesses.map(() => ({ address: `share ${record_uuid} 127.0.0.1` })));
  expect((await visit('0042', 'somebody-quite-new-here')).code).toBe(429);
  expect((await visit('0042', known)).code).toBe(0);
});

test('a link that was stopped, has expired or never was gives nothing, not even by links made before', async () => {
  const { app, user } = await world();
  const ids = [await addMaterial(app, user, { content: 'a' }), await addMaterial(app, user, { content: 'b' })];
  const { data: link } = await app.call('share.add', { material_ids: ids, quality: 'source', expire: '1d' }, user);
  const { record_uuid } = link;
  expect(Date.parse(link.expires_at ?? '') - Date.now()).toBeGreaterThan(86_000_000);
  const { data: zip } = await app.call('share.download', { record_uuid }, null);
  const { data: one } = await app.call('share.download', { record_uuid, item_ids: ids.slice(0, 1) }, null);
  const read = async (url: string) => ((await (await fetch(`${app.url}${url}`)).json()) as { code: number }).code;
  expect(await (await fetch(`${app.url}${one.url}`)).text()).toBe('a');

  await app.pool.query(`update share set expires_at = now() - interval '1 second'`);
  expect((await app.call('share.detail', { record_uuid }, null)).message).toBe('分享已过期，请联系分享人重新分享');
  expect([await read(zip.url), await read(one.url)]).toEqual([404, 404]);
  await app.pool.query(`update share set expires_at = null, password_hash = 'another'`);
  expect([await read(zip.url), await read(one.url)]).toEqual([403, 403]);
  await app.pool.query(`update share set password_hash = null`);
  expect(await (await fetch(`${app.url}${one.url}`)).text()).toBe('a');

  const stranger = await app.signIn();
  expect((await app.call('share.revoke', { record_uuid }, stranger)).code).toBe(404);
  expect((await app.call('share.revoke', { record_uuid }, user)).code).toBe(0);
  expect((await app.call('share.list', { record_uuid }, null)).message).toBe('分享已被停止，请联系分享人');
  expect([await read(zip.url), await read(one.url)]).toEqual([404, 404]);
  expect((await app.call('share.detail', { record_uuid: 'no-such-link' }, null)).message).toBe(
    '分享不存在，请检查链接是否完整',
  );
});

test('password and time of a link can be changed: what the old ones opened ends, and one that was over opens again', async () => {
  const { app, user } = await world();
  const id = await addMaterial(app, user, { content: 'a' });
  const { data: link } = await app.call('share.add', { material_ids: [id], quality: 'source', password: '0042' }, user);
  const { record_uuid } = link;
  const { data: file } = await app.call('share.download', { record_uuid, password: '0042' }, null);
  const stranger = await app.signIn();
  expect((await app.call('share.update', { record_uuid, password: null }, stranger)).code).toBe(404);

  expect((await app.call('share.update', { record_uuid, password: 'another' }, user)).code).toBe(0);
  expect((await app.call('share.list', { record_uuid, password: '0042' }, null)).code).toBe(30007);
  expect((await app.call('share.list', { record_uuid, password: 'another' }, null)).code).toBe(0);
  expect((await fetch(`${app.url}${file.url}`)).status).toBe(403);

  await app.pool.query(`update share set expires_at = now() - interval '1 second'`);
  const changes = { record_uuid, expire: '1d' as const, password: null, title: '第二版' };
  expect((await app.call('share.update', changes, user)).code).toBe(0);
  const { data: detail } = await app.call('share.detail', { record_uuid }, null);
  expect(detail).toMatchObject({ need_password: false, title: '第二版' });

  await app.call('share.revoke', { record_uuid }, user);
  expect((await app.call('share.update', { record_uuid, expire: 'forever' }, user)).code).toBe(404);
});

test('what was deleted leaves the link; downloads that are not allowed are refused', async () => {
  const { app, user } = await world();
  const add = (name: string) => addMaterial(app, user, { name, preview: name });
  const ids = [await add('甲.mp4'), await add('乙.mp4')];
  const input = { material_ids: ids, quality: 'source' as const, allow_download: false };
  const { data: link } = await app.call('share.add', input, user);
  const { record_uuid } = link;
  const listed = async () => (await app.call('share.list', { record_uuid }, null)).data.items;
  const given = (await listed()).map(({ preview_url }) => `${app.url}${preview_url}`);
  const bodies = () => Promise.all(given.map(async (url) => (await fetch(url)).text()));
  expect(await bodies()).toEqual(['甲.mp4', '乙.mp4']);
  await app.pool.query('update material set deleted_at = now() where material_id = $1', [ids[0]]);
  expect((await listed()).map(({ name }) => name)).toEqual(['乙.mp4']);
  expect(await bodies()).toEqual([expect.stringContaining('已不在分享里'), '乙.mp4']);
  expect((await app.call('share.download', { record_uuid }, null)).message).toBe('分享人没有开放下载');
  const again = await app.call('share.add', { material_ids: ids }, user);
  expect(again.message).toBe('有素材已在回收站里，请恢复后再分享');
});

test('a board is read by whoever has the link, as it is now, and taken as PDF while that is allowed', async () => {
  const { app, user } = await world();
  const { data: project } = await app.call('project.add', { project_name: '夏季' }, user);
  const { project_id } = project;
  const rows = [{ line: '早上起不来？', shot_size: 'close_up' as const, duration_ms: 2500 }];
  const { data: board } = await app.call('story.add', { project_id, board_name: '冷萃', rows }, user);
  const { story_board_id } = board;
  const { data: link } = await app.call('share.add', { story_board_id, password: '2468' }, user);
  expect(link).toMatchObject({ kind: 'story', title: '冷萃', item_count: 1 });
  const { record_uuid } = link;
  expect((await app.call('share.board', { record_uuid }, null)).code).not.toBe(0);
  const visit = { record_uuid, password: '2468' };
  expect((await app.call('share.detail', visit, null)).data).toMatchObject({ kind: 'story', item_count: 1 });
  await app.call('story.addRows', { story_board_id, rows: [{ picture: '倒咖啡' }] }, user);
  const { data: shown } = await app.call('share.board', visit, null);
  expect(shown.rows.map(({ line, picture }) => line || picture)).toEqual(['早上起不来？', '倒咖啡']);
  expect(JSON.stringify(shown)).not.toContain(project_id);

  const { data: taken } = await app.call('share.download', visit, null);
  expect(taken.file_name).toBe('冷萃.pdf');
  const fetchPdf = () => fetch(`${app.url}${taken.url}`);
  expect(
    Buffer.from(await (await fetchPdf()).arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await app.call('share.update', { record_uuid, allow_download: false }, user);
  expect((await fetchPdf()).status).toBe(403);
  await app.call('story.delete', { story_board_ids: [story_board_id] }, user);
  expect((await app.call('share.board', visit, null)).message).toBe('分享的故事板已被删除，请联系分享人');
});
