import { stat, truncate } from 'node:fs/promises';
import type { CallOf } from '@mixreel/contract';
import { runFfmpeg } from '@mixreel/media';
import { expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import { newId } from '#db/id.ts';
import { eq, sql } from '#db/orm.ts';
import { artworkTopic } from '#features/dir/tell-artworks.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { space } from '#features/team/team.tables.ts';
import { addDirRow, artworkWorld } from '#testing/artworks.ts';
import { testMaterial, testProject } from '#testing/materials.ts';
import { addProject } from '#testing/mixes.ts';
import { createTestApp } from '#testing/test-app.ts';
import { removeOldArtworks } from './artwork-bin.ts';
import { artwork } from './artwork.tables.ts';

type World = Awaited<ReturnType<typeof artworkWorld>>;
type Asked = Omit<z.input<CallOf<'artwork.list'>['input']>, 'project_id'>;

async function names({ app, owner, project_id }: World, asked: Asked = {}): Promise<string[]> {
  const { data, message } = await app.call('artwork.list', { project_id, ...asked }, owner);
  if (!data) throw new Error(message);
  expect(data.page_info.total).toBeGreaterThanOrEqual(data.items.length);
  return data.items.map(({ artwork_name }) => artwork_name);
}

test('finished videos are found by directory, words, review, marks, comments, shape, age and origin', async () => {
  const world = await artworkWorld();
  const { app, owner, editor, viewer, project_id, space_id, dir_id, video } = world;
  const child = await addDirRow(app, { space_id, project_id, parent_id: dir_id, dir_name: '下面' });
  const other = await addDirRow(app, { space_id, project_id, dir_name: '别处' });
  const a = await video({ artwork_name: 'A 100%', dir_id: child });
  const b = await video({ artwork_name: 'B', width: 1920, height: 1080, ai_origin: true });
  const c = await video({ artwork_name: 'C', dir_id: other, created_at: '2020-01-01T00:00:00Z' });
  const { data: mark } = await app.call('dir.addCheckbox', { project_id, checkbox_name: '已投放' }, editor);
  const { data: second } = await app.call('dir.addCheckbox', { project_id, checkbox_name: '爆款' }, editor);
  const tick = (artwork_ids: string[], checkbox_id: string) =>
    app.call('artwork.update', { artwork_ids, mark: { checkbox_id, is_ticked: true } }, editor);
  await tick([a, b], mark.checkbox_id);
  await tick([b], second.checkbox_id);
  await app.call('artwork.update', { artwork_ids: [b, c], review_state: 'approved', note: '给抖音' }, editor);
  const said = await app.call('artwork.addComment', { artwork_id: a, text: '字大一点', at_ms: 2000 }, viewer);
  await app.call('artwork.addComment', { artwork_id: b, text: '好', at_ms: null }, viewer);

  expect(await names(world)).toEqual(['C', 'B', 'A 100%']);
  expect(await names(world, { order: 'oldest' })).toEqual(['A 100%', 'B', 'C']);
  expect(await names(world, { dir_id })).toEqual(['B', 'A 100%']);
  expect(await names(world, { keyword: '100%' })).toEqual(['A 100%']);
  expect(await names(world, { keyword: '抖音' })).toEqual(['C', 'B']);
  expect(await names(world, { review_state: ['waiting', 'rejected'] })).toEqual(['A 100%']);
  expect(await names(world, { checkbox_ids: [mark.checkbox_id] })).toEqual(['B', 'A 100%']);
  expect(await names(world, { checkbox_ids: [mark.checkbox_id, second.checkbox_id] })).toEqual(['B']);
  expect(await names(world, { without_checkbox_ids: [second.checkbox_id] })).toEqual(['C', 'A 100%']);
  expect(await names(world, { ai_origin: true })).toEqual(['B']);
  expect(await names(world, { days: 30 })).toEqual(['B', 'A 100%']);
  expect(await names(world, { orientation: 'landscape' })).toEqual(['B']);
  expect(await names(world, { has_open_comments: true })).toEqual(['B', 'A 100%']);
  await app.call('artwork.updateComment', { comment_id: said.data.comment_id, is_resolved: true }, editor);
  expect(await names(world, { has_open_comments: true })).toEqual(['B']);
  expect(await names(world, { has_open_comments: false, dir_id })).toEqual(['A 100%']);
  const { data } = await app.call('artwork.list', { project_id, keyword: '100', page_size: 1 }, owner);
  expect(data.items[0]).toMatchObject({ comment_count: 1, open_comment_count: 0, dir_name: '下面' });
  expect(data.items[0]!.marks.map(({ checkbox_name }) => checkbox_name)).toEqual(['已投放']);
});

test('pages follow one another without gaps, in every order', async () => {
  const world = await artworkWorld();
  const { app, owner, project_id, video } = world;
  for (const [n, name] of ['b', 'a', 'c'].entries()) await video({ artwork_name: name, duration: 10 + n });
  const walk = async (order: 'name' | 'longest' | 'newest') => {
    const pages = [1, 2, 3].map((page_index) =>
      app.call('artwork.list', { project_id, order, page_size: 1, page_index }, owner),
    );
    return (await Promise.all(pages))
      .flatMap(({ data }) => data.items.map(({ artwork_name }) => artwork_name))
      .join('');
  };
  expect([await walk('name'), await walk('longest'), await walk('newest')]).toEqual(['abc', 'cab', 'cab']);
});

test('one is renamed by hand, many by a pattern, and no two in a directory become alike', async () => {
  const world = await artworkWorld();
  const { app, editor, video } = world;
  const [a, b] = [await video({ artwork_name: '甲' }), await video({ artwork_name: '乙' })];
  await video({ artwork_name: '夏季_02' });
  const one = await app.call('artwork.update', { artwork_ids: [a], artwork_name: '新名' }, editor);
  expect(one.data.items.map(({ artwork_name }) => artwork_name)).toEqual(['新名']);
  const many = await app.call('artwork.update', { artwork_ids: [a, b], artwork_name: '同名' }, editor);
  expect(many.message).toContain('命名规则');
  const named = await app.call('artwork.update', { artwork_ids: [b, a], name_rule: '{dir}_{n}' }, editor);
  expect(named.data.items.map(({ artwork_name }) => artwork_name)).toEqual(['夏季_01', '夏季_02_02']);
  const same = await app.call('artwork.update', { artwork_ids: [b, a], name_rule: '一样' }, editor);
  expect(same.data.items.map(({ artwork_name }) => artwork_name)).toEqual(['一样', '一样_02']);
  expect(named.data.names_before).toEqual(['乙', '新名']);
  const artwork_names = same.data.names_before;
  expect(artwork_names).toEqual(['夏季_01', '夏季_02_02']);
  const back = await app.call('artwork.update', { artwork_ids: [b, a], artwork_names }, editor);
  expect(back.data.items.map(({ artwork_name }) => artwork_name)).toEqual(artwork_names);
  const short = await app.call('artwork.update', { artwork_ids: [a], artwork_names }, editor);
  expect(short.message).toContain('一一对应');
  // A day is the one of whoever asks.
  const dayIn = async (time_zone: string) => {
    const { data } = await app.call('artwork.update', { artwork_ids: [a], name_rule: '{date}', time_zone }, editor);
    return data.items[0]!.artwork_name;
  };
  expect(await dayIn('Pacific/Kiritimati')).not.toBe(await dayIn('Etc/GMT+12'));
  const nowhere = { artwork_ids: [a], name_rule: '{date}', time_zone: 'Mars/Olympus' };
  expect((await app.call('artwork.update', nowhere, editor)).message).toContain('时区');
  const { download_url } = named.data.items[0]!;
  expect(decodeURIComponent(download_url)).toContain('夏季_01.mp4');
  expect((await app.call('artwork.update', { artwork_ids: [a] }, editor)).code).not.toBe(0);
});

test('whoever looks at the finished videos hears what others do to them, their directories and their marks', async () => {
  const { app, editor, viewer, project_id, space_id, video } = await artworkWorld();
  const artwork_id = await video({ duration: 10 });
  const heard: unknown[] = [];
  onTestFinished(await app.streams.subscribe(artworkTopic(space_id), null, ({ data }) => heard.push(data)));
  const one = { artwork_ids: [artwork_id] };
  await app.call('artwork.update', { ...one, review_state: 'rejected' }, editor);
  await app.call('artwork.addComment', { artwork_id, text: '太暗', at_ms: 1000 }, viewer);
  await app.call('artwork.delete', one, editor);
  await app.call('artwork.restore', one, editor);
  await app.call('dir.add', { project_id, dir_name: '秋季' }, editor);
  await app.call('dir.addCheckbox', { project_id, checkbox_name: '爆款' }, editor);
  const none = { artwork_ids: [] };
  await expect.poll(() => heard).toEqual([one, one, one, one, none, none]);
});

test('a review says who decided and when, and can be taken back', async () => {
  const { app, editor, video } = await artworkWorld();
  const artwork_id = await video();
  const review = async (review_state: 'waiting' | 'rejected') => {
    await app.call('artwork.update', { artwork_ids: [artwork_id], review_state, note: '重录配音' }, editor);
    const [row] = await app.db.select().from(artwork).where(eq(artwork.artwork_id, artwork_id));
    return row!;
  };
  expect(await review('rejected')).toMatchObject({
    review_state: 'rejected',
    reviewed_by: editor.user_uid,
    reviewed_at: expect.any(String),
    note: '重录配音',
  });
  expect(await review('waiting')).toMatchObject({ review_state: 'waiting', reviewed_by: null, reviewed_at: null });
});

test('a video moves inside its project only, and ids of other spaces are unknown', async () => {
  const world = await artworkWorld();
  const { app, owner, editor, stranger, space_id, project_id, video } = world;
  const artwork_id = await video();
  const other = await addProject(app, owner, space_id);
  const there = await addDirRow(app, { space_id, project_id: other });
  const moved = await app.call('artwork.update', { artwork_ids: [artwork_id], dir_id: there }, editor);
  expect(moved.message).toContain('别的项目');
  const theirs = await addProject(app, stranger, stranger.space_id);
  const dir_id = await addDirRow(app, { space_id: stranger.space_id, project_id: theirs });
  const { data: mark } = await app.call('dir.addCheckbox', { project_id: theirs, checkbox_name: '别人的' }, stranger);
  const mine = await testMaterial(app, stranger, theirs, await app.media.film({ seconds: 1 }));
  const [file] = await app.db.select().from(vlc_file).where(eq(vlc_file.space_id, stranger.space_id));
  const answers = await Promise.all([
    app.call('artwork.update', { artwork_ids: [artwork_id], dir_id }, editor),
    app.call('artwork.update', { artwork_ids: [artwork_id], mark: { ...mark, is_ticked: true } }, editor),
    app.call('artwork.save', { project_id, material_id: mine }, editor),
    app.call('artwork.save', { project_id, vlc_id: file!.vlc_id }, editor),
    app.call('artwork.update', { artwork_ids: [artwork_id, newId()], note: '一' }, editor),
    app.call('artwork.detail', { artwork_id }, stranger),
  ]);
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 404));
  const inDir = await app.call('artwork.list', { project_id: other, dir_id: there }, owner);
  expect(inDir.data.items).toEqual([]);
});

test('everybody in the team may comment on a moment; who wrote it may change it, editors settle it', async () => {
  const { app, owner, editor, viewer, video } = await artworkWorld();
  const artwork_id = await video({ duration: 10 });
  const add = (as: typeof owner, text: string, at_ms: number | null) =>
    app.call('artwork.addComment', { artwork_id, text, at_ms }, as);
  const late = await add(viewer, '这里太暗', 8000);
  await add(editor, '开头', 500);
  await add(owner, '整体不错', null);
  expect((await add(viewer, '太晚', 11_000)).message).toContain('超过了视频的长度');
  const { data } = await app.call('artwork.comments', { artwork_id }, viewer);
  expect(data.comments.map(({ text, user_name }) => `${user_name} ${text}`)).toEqual([
    '小安 整体不错',
    '小本 开头',
    '看客 这里太暗',
  ]);

  const { comment_id } = late.data;
  const update = (as: typeof owner, change: object) => app.call('artwork.updateComment', { comment_id, ...change }, as);
  expect((await update(viewer, { is_resolved: true })).code).toBe(403);
  expect((await update(owner, { text: '改别人的' })).code).toBe(403);
  expect((await update(viewer, { text: '这里太亮' })).data.text).toBe('这里太亮');
  expect((await update(editor, { is_resolved: true })).data).toMatchObject({ text: '这里太亮', is_resolved: true });
  expect((await app.call('artwork.deleteComment', { comment_id }, editor)).code).toBe(403);
  expect((await app.call('artwork.deleteComment', { comment_id }, owner)).code).toBe(0);
  expect((await app.call('artwork.deleteComment', { comment_id }, owner)).code).toBe(404);
});

test('what is deleted waits in the bin, and comes back where it was or as near as there is', async () => {
  const world = await artworkWorld();
  const { app, owner, project_id, space_id, dir_id, video } = world;
  const child = await addDirRow(app, { space_id, project_id, parent_id: dir_id, dir_name: '下面' });
  const [a, b] = [await video({ artwork_name: 'A', dir_id: child }), await video({ artwork_name: 'B' })];
  expect((await app.call('artwork.delete', { artwork_ids: [a, b] }, owner)).data.changed).toBe(2);
  expect((await app.call('artwork.delete', { artwork_ids: [a] }, owner)).data.changed).toBe(0);
  expect([await names(world), await names(world, { is_deleted: true })]).toEqual([[], ['B', 'A']]);
  expect((await app.call('artwork.update', { artwork_ids: [a], note: '一' }, owner)).message).toContain('回收站');

  await app.call('artwork.restore', { artwork_ids: [b] }, owner);
  await app.call('dir.delete', { dir_id: child }, owner);
  await app.call('artwork.restore', { artwork_ids: [a] }, owner);
  expect(await names(world, { dir_id })).toEqual(['B', 'A']);

  await app.call('dir.delete', { dir_id }, owner);
  await app.call('artwork.restore', { artwork_ids: [a] }, owner);
  const { data: tree } = await app.call('dir.tree', { project_id }, owner);
  expect(tree.dirs).toMatchObject([{ dir_id, dir_name: '夏季', item_count: 1 }]);
});

test('after thirty days in the bin a video is gone with its files; a day less is not enough', async () => {
  const app = await createTestApp();
  const ann = await app.signIn();
  const project_id = await testProject(app, ann);
  const film = await testMaterial(app, ann, project_id, await app.media.film({ seconds: 1 }));
  const ids: string[] = [];
  for (const artwork_name of ['旧', '新']) {
    const { data } = await app.call('artwork.save', { project_id, material_id: film, artwork_name }, ann);
    ids.push(data.artwork_id);
  }
  await app.call('artwork.delete', { artwork_ids: ids }, ann);
  const age = (artwork_id: string, days: number) =>
    app.db
      .update(artwork)
      .set({ deleted_at: sql`now() - ${`${days} days`}::interval` })
      .where(eq(artwork.artwork_id, artwork_id));
  await age(ids[0]!, 31);
  await age(ids[1]!, 29);
  const files = await app.db.$count(vlc_file);
  await removeOldArtworks(app);
  const { data } = await app.call('artwork.list', { project_id, is_deleted: true }, ann);
  expect(data.items.map(({ artwork_name }) => artwork_name)).toEqual(['新']);
  // The video, and its cover in both sizes.
  expect(await app.db.$count(vlc_file)).toBe(files - 3);
});

test('a video of the library is filed without a copy, with its cover, its length and what made it', async () => {
  const app = await createTestApp();
  const ann = await app.signIn();
  const project_id = await testProject(app, ann);
  const path = await app.media.film({ seconds: 2 });
  const plain = await testMaterial(app, ann, project_id, path);
  const used = async () => (await app.db.select().from(space).where(eq(space.space_id, ann.space_id)))[0]!.used_bytes;
  const before = await used();
  const { data: saved } = await app.call('artwork.save', { project_id, material_id: plain, artwork_name: '首支' }, ann);
  expect(saved).toMatchObject({ artwork_name: '首支', dir_name: '其他成片', ai_origin: false, mproject_id: null });
  expect(saved.duration).toBeCloseTo(2, 1);
  expect(saved.width).toBeGreaterThan(0);
  expect(await used()).toBe(before);
  expect((await fetch(app.url + saved.cover_url)).headers.get('content-type')).toBe('image/jpeg');
  expect((await fetch(app.url + saved.video_url)).status).toBe(200);
  expect((await app.call('artwork.detail', { artwork_id: saved.artwork_id }, ann)).data.origin).toBeNull();

  const made = await testMaterial(app, ann, project_id, await app.media.film({ seconds: 1 }), { ai_origin: true });
  const { data: labelled } = await app.call('artwork.save', { project_id, material_id: made }, ann);
  expect(labelled).toMatchObject({ ai_origin: true, dir_id: saved.dir_id });
  const again = await app.call('artwork.save', { project_id, vlc_id: labelled.vlc_id, artwork_name: '再存' }, ann);
  expect(again.data).toMatchObject({ ai_origin: true, artwork_name: '再存' });
  const picture = await testMaterial(app, ann, project_id, await app.media.picture());
  expect((await app.call('artwork.save', { project_id, material_id: picture }, ann)).message).toContain('只有视频');

  // Cut off behind the header, which still tells of two seconds.
  const cut = app.scratch.file('.mp4');
  await runFfmpeg(app.tools, [
    ['-i', path],
    ['-c', 'copy', '-movflags', '+faststart', cut],
  ]);
  const { size } = await stat(cut);
  await truncate(cut, Math.floor(size / 2));
  const broken = await testMaterial(app, ann, project_id, cut);
  const { data: short } = await app.call('artwork.save', { project_id, material_id: broken }, ann);
  expect(short.duration).toBeGreaterThan(0.3);
  expect(short.duration).toBeLessThan(1.5);
});
