import type { MixOverrides } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { sql } from '#db/orm.ts';
import { document, document_version } from '#features/document/document.tables.ts';
import { firstPiece } from '#features/music/library.ts';
import { task } from '#features/task/task.tables.ts';
import { addFilm, addProject, mixWorld } from '#testing/mixes.ts';
import { removeOldMixes } from './mix.queries.ts';
import { mproject } from './mix.tables.ts';

test('a mix made of lines has a shooting for each, with an estimate of how long it is spoken', async () => {
  const { mix } = await mixWorld({ lines: ['大家好', '', '今天下单立减五十元'] });
  expect(mix.shootings.map(({ scripts }) => scripts[0]?.text)).toEqual(['大家好', '', '今天下单立减五十元']);
  expect(mix.shootings.map(({ position }) => position)).toEqual([0, 1, 2]);
  const [short, silent, long] = mix.shootings.map(({ narrations }) => narrations[0]);
  expect(short).toMatchObject({ is_estimate: true, audio_url: null });
  expect(long?.duration).toBeGreaterThan(short?.duration ?? 0);
  expect(silent?.duration).toBe(0);
  expect(mix).toMatchObject({ status: 'draft', creator_name: '小安', revision: 1, header: [], footer: [] });
});

test('a stale change of the settings gets the newest, and loses nothing that the other did', async () => {
  const { app, ann, ben, mproject_id } = await mixWorld();
  const first = await app.call(
    'mix.updateConfig',
    { mproject_id, revision: 1, config: { picture: { ratio: '1:1' } } },
    ann,
  );
  expect(first.data).toMatchObject({ revision: 2, config: { picture: { ratio: '1:1' } } });

  const stale = { mproject_id, revision: 1, config: { filter: { filter_key: 'clear' } } };
  const refused = await app.call('mix.updateConfig', stale, ben);
  expect(refused).toMatchObject({ code: 409, data: { revision: 2, config: { picture: { ratio: '1:1' } } } });
  const again = await app.call('mix.updateConfig', { ...stale, revision: 2 }, ben);
  expect(again.data.config).toEqual({ picture: { ratio: '1:1' }, filter: { filter_key: 'clear' } });

  const back = { mproject_id, revision: 3, config: { picture: { ratio: null } } };
  expect((await app.call('mix.updateConfig', back, ann)).data.config).toEqual({ filter: { filter_key: 'clear' } });
});

test('settings name only music, pictures and directories of the own space', async () => {
  const { app, ann, stranger, project_id, space_id, mproject_id } = await mixWorld();
  const own = await addProject(app, stranger, stranger.space_id);
  const theirs = await addFilm(app, stranger.space_id, own, { material_type: 'image' });
  const logo = (material_id: string) =>
    app.call('mix.updateConfig', { mproject_id, revision: 1, config: { logo: { material_id } } }, ann);
  expect(await logo(theirs.material_id)).toMatchObject({ code: 404 });
  const film = await addFilm(app, space_id, project_id);
  expect(await logo(film.material_id)).toMatchObject({ code: 400, message: '角标要用图片素材，请重新选择' });
  const picture = await addFilm(app, space_id, project_id, { material_type: 'image' });
  expect(await logo(picture.material_id)).toMatchObject({ code: 0 });
  const dir = { mproject_id, revision: 2, config: { output: { dir_id: 'nowhere' } } };
  expect(await app.call('mix.updateConfig', dir, ann)).toMatchObject({ code: 404 });
});

test('a directory of another space is named by no settings, also where its id has been written in a line', async () => {
  const { app } = await mixWorld();
  const eve = await app.signIn();
  const bob = await app.signIn();
  const theirs = await addProject(app, bob, bob.space_id);
  const { data: filed } = await app.call('dir.add', { project_id: theirs, dir_name: '别人的' }, bob);
  const { dir_id } = filed;
  const project_id = await addProject(app, eve, eve.space_id);
  const { data: mix } = await app.call('mix.add', { project_id, mproject_name: '借放', lines: [''] }, eve);
  const document_id = mix.mproject_id;
  const { data: opened } = await app.call('document.open', { document_id }, eve);
  const [line = ''] = Object.keys(opened.state['script'] ?? {});
  const operations = [
    { do: 'type' as const, table: 'script', id: line, path: ['text'], edit: [dir_id] },
    { do: 'set' as const, table: 'mix', id: 'mix', path: ['config', 'output', 'dir_id'], value: dir_id },
  ];
  const acts = operations.map((one, n) => ({ act_id: `a${n}`, operations: [one] }));
  const write = { document_id, sequence: opened.sequence, acts: acts.slice(0, 1) };
  expect((await app.call('document.perform', write, eve)).data.refused).toBeNull();
  const name = { document_id, sequence: opened.sequence + 1, acts: acts.slice(1) };
  expect((await app.call('document.perform', name, eve)).data.refused?.message).toContain('成片目录不存在');
});

test('a copy has shootings and clips of its own, and pairs that never meet are those of the copy', async () => {
  const { app, ann, project_id, space_id, mproject_id, mix, read } = await mixWorld();
  const film = await addFilm(app, space_id, project_id);
  const clips = await app.call(
    'clip.add',
    {
      mproject_id,
      shooting_id: mix.shootings[0]?.shooting_id,
      clips: [{ material_id: film.material_id }, { material_id: film.material_id, shot_id: film.shots[1]?.shot_id }],
    },
    ann,
  );
  const [a, b] = clips.data.clips.map(({ video_clip_id }) => video_clip_id);
  const config = {
    combine: {
      forbidden_pairs: [
        [a, b],
        [a, 'made-up'],
      ] as [string, string][],
    },
    vary: { opening: 'list' as const, opening_ids: [b!] },
  };
  const paired = await app.call('mix.updateConfig', { mproject_id, revision: 1, config }, ann);
  expect(paired.data.config.combine?.forbidden_pairs).toEqual([[a, b]]);

  const copy = await app.call('mix.add', { project_id, mproject_name: '副本', copy_of: mproject_id }, ann);
  const copied = copy.data.shootings[0]?.clips ?? [];
  expect(copied.map(({ start_ms, end_ms }) => [start_ms, end_ms])).toEqual([
    [0, 10_000],
    [2000, 4000],
  ]);
  expect(copied.map(({ video_clip_id }) => video_clip_id)).not.toContain(a);
  expect(copy.data.config.combine?.forbidden_pairs).toEqual([copied.map(({ video_clip_id }) => video_clip_id)]);
  expect(copy.data.config.vary?.opening_ids).toEqual([copied[1]?.video_clip_id]);

  await app.call('clip.delete', { video_clip_ids: copied.map(({ video_clip_id }) => video_clip_id) }, ann);
  expect((await read()).shootings[0]?.clips).toHaveLength(2);
});

test('a mix made from nothing lets voices and music take turns; what is asked for stays as asked', async () => {
  const { app, ann, project_id } = await mixWorld();
  const make = async (config: MixOverrides) =>
    (await app.call('mix.add', { project_id, mproject_name: '新', lines: ['一句'], config }, ann)).data.config;
  const { music, ...rest } = await make({});
  expect(rest).toEqual({ vary: { voice: 'free', music: 'free' } });
  expect(music?.music_id ?? '').toBe(firstPiece(app));
  expect(await make({ vary: { voice: 'fixed' }, music: { volume: 0.5 } })).toEqual({
    vary: { voice: 'fixed' },
    music: { volume: 0.5 },
  });
});

test('starting again from lines loses nothing: the old shootings come back with their clips', async () => {
  const { app, ann, project_id, space_id, mproject_id, mix, read } = await mixWorld();
  const film = await addFilm(app, space_id, project_id);
  const [old] = mix.shootings;
  const place = { mproject_id, shooting_id: old?.shooting_id };
  await app.call('clip.add', { ...place, clips: [{ material_id: film.material_id }] }, ann);
  const fresh = await app.call('mix.reinit', { mproject_id, lines: ['新的一句'] }, ann);
  expect(fresh.data.shootings.map(({ scripts }) => scripts[0]?.text)).toEqual(['新的一句']);

  await app.call('shooting.restore', { shooting_ids: [old?.shooting_id ?? ''] }, ann);
  const back = await read();
  expect(back.shootings).toHaveLength(2);
  expect(back.shootings.find(({ shooting_id }) => shooting_id === old?.shooting_id)?.clips).toHaveLength(1);
});

test('a deleted mix is gone from the list, comes back whole, and goes for good after thirty days', async () => {
  const { app, ann, project_id, mproject_id } = await mixWorld();
  await app.call('mix.update', { mproject_id, revision: 1, mproject_name: '改名' }, ann);
  await app.call('mix.delete', { mproject_id }, ann);
  expect(await app.call('mix.detail', { mproject_id }, ann)).toMatchObject({ code: 404 });
  expect((await app.call('mix.list', { project_id }, ann)).data.items).toEqual([]);
  const bin = await app.call('mix.list', { project_id, is_deleted: true }, ann);
  expect(bin.data.items.map((card) => card.mproject_id)).toEqual([mproject_id]);
  await removeOldMixes(app);
  expect((await app.call('mix.restore', { mproject_id }, ann)).data.shootings).toHaveLength(2);

  await app.call('mix.delete', { mproject_id }, ann);
  await app.db.update(document).set({ deleted_at: sql`now() - interval '31 days'` });
  await removeOldMixes(app);
  expect(await app.call('mix.restore', { mproject_id }, ann)).toMatchObject({ code: 404 });
  for (const table of [mproject, document, document_version]) expect(await app.db.$count(table)).toBe(0);
});

test('cards say what is in a mix and are found by a word of a line', async () => {
  const { app, ann, project_id, space_id, mproject_id, mix } = await mixWorld({ lines: ['冰镇西瓜', '再来一块'] });
  const film = await addFilm(app, space_id, project_id);
  const place = { mproject_id, shooting_id: mix.shootings[1]?.shooting_id };
  await app.call('clip.add', { ...place, clips: [{ material_id: film.material_id }] }, ann);
  const { data } = await app.call('mix.list', { project_id, keyword: '西瓜' }, ann);
  expect(data.items).toMatchObject([
    { mproject_name: '夏季上新', shooting_count: 2, clip_count: 1, ratio: '9:16', progress: null, exported_count: 0 },
  ]);
  expect(data.items[0]?.cover_url).toContain(film.cover_vlc_id);
  expect((await app.call('mix.list', { project_id, keyword: '冬瓜' }, ann)).data.items).toEqual([]);
});

test('the mixes of a deleted project are gone with it', async () => {
  const { app, ann, project_id, mproject_id } = await mixWorld();
  await app.call('project.delete', { project_id }, ann);
  expect(await app.call('mix.detail', { mproject_id }, ann)).toMatchObject({ code: 404 });
  expect(await app.call('mix.restore', { mproject_id }, ann)).toMatchObject({
    code: 404,
    message: '项目不存在或已被删除',
  });
});

test('whoever looks at a mix hears who changed what', async () => {
  const { app, ann, ben, mproject_id } = await mixWorld();
  await app.call('shooting.add', { mproject_id, lines: ['新'] }, ben);
  await app.call('mix.update', { mproject_id, revision: 1, mproject_name: '改名' }, ann);
  const { rows } = await app.pool.query<{ data: object }>(
    `select data from stream_event where topic = 'mix:' || $1 order by 1 desc`,
    [mproject_id],
  );
  expect(rows.map(({ data }) => data)).toEqual(
    expect.arrayContaining([
      { mproject_id, part: 'shootings', user_uid: ben.user_uid, user_name: '小本' },
      { mproject_id, part: 'mproject', user_uid: ann.user_uid, user_name: '小安' },
    ]),
  );
});

test('the tasks of a mix are seen by its team, whatever space they are in at the moment, and by nobody else', async () => {
  const { app, ann, ben, stranger, space_id, project_id, mproject_id } = await mixWorld();
  const export_task = { space_id, user_uid: ann.user_uid, title: '导出', task_type: 'mix_export' as const };
  const rows = [mproject_id, 'another'].map((id) => ({
    ...export_task,
    task_id: newId(),
    mproject_id: id,
    job_name: 'none',
    job_input: {},
    status: 'running' as const,
    progress: 40,
  }));
  await app.db.insert(task).values(rows);
  const { data } = await app.call('task.listByMixProject', { mproject_id }, ben);
  expect(data.items.map(({ task_id }) => task_id)).toEqual([rows[0]?.task_id]);
  expect(await app.call('task.listByMixProject', { mproject_id }, stranger)).toMatchObject({ code: 404, data: null });
  const cards = await app.call('mix.list', { project_id }, ben);
  expect(cards.data.items).toMatchObject([{ status: 'producing', progress: 40 }]);
});

test('a new name leaves the chosen videos as good as they were; other settings do not', async () => {
  const { app, ann, mproject_id, mix } = await mixWorld();
  const planOf = async () => (await app.db.select().from(mproject))[0]?.plan_revision;
  const before = (await planOf()) ?? 0;
  await app.call('mix.update', { mproject_id, revision: 1, mproject_name: '改名' }, ann);
  await app.call('mix.updateConfig', { mproject_id, revision: 2, config: { output: { name_rule: '{n}' } } }, ann);
  const shooting_id = mix.shootings[0]?.shooting_id ?? '';
  await app.call('shooting.update', { shooting_id, revision: 1, shooting_name: '开场' }, ann);
  expect(await planOf()).toBe(before);
  await app.call('mix.updateConfig', { mproject_id, revision: 3, config: { combine: { count: 5 } } }, ann);
  expect(await planOf()).toBe(before + 1);
  await app.call('mix.updateConfig', { mproject_id, revision: 1, config: { combine: { count: 6 } } }, ann);
  expect(await planOf()).toBe(before + 1);
});
