import { expect, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { addFilm, addProject, mixWorld } from '#testing/mixes.ts';

/** A mix with a film of ten seconds, and a function that puts ranges of it into a shooting. */
async function clipWorld() {
  const world = await mixWorld({ lines: ['甲', '乙'] });
  const { app, ann, space_id, project_id, mproject_id, mix } = world;
  const film = await addFilm(app, space_id, project_id);
  const [first = '', second = ''] = mix.shootings.map(({ shooting_id }) => shooting_id);
  const { material_id } = film;
  const add = async (shooting_id: string, ranges: [number, number][], position?: number) => {
    const clips = ranges.map(([start_ms, end_ms]) => ({ material_id, start_ms, end_ms }));
    const { data } = await app.call(
      'clip.add',
      { mproject_id, shooting_id, clips, ...(position === undefined ? {} : { position }) },
      ann,
    );
    return data.clips;
  };
  const startsOf = async (n: number) => (await world.read()).shootings[n]?.clips.map(({ start_ms }) => start_ms);
  return { ...world, film, material_id, first, second, add, startsOf };
}

test('a clip is the range asked for, else the shot, else the whole; a picture lasts three seconds', async () => {
  const { app, ann, mproject_id, first, film, material_id, space_id, project_id } = await clipWorld();
  const picture = await addFilm(app, space_id, project_id, { material_type: 'image', material_name: '图.png' });
  const clips = [
    { material_id, start_ms: 1234, end_ms: 5678 },
    { material_id, shot_id: film.shots[2]?.shot_id },
    { material_id },
    { material_id: picture.material_id },
  ];
  const { data } = await app.call('clip.add', { mproject_id, shooting_id: first, clips }, ann);
  expect(data.clips.map(({ start_ms, end_ms, source_ms }) => [start_ms, end_ms, source_ms])).toEqual([
    [1234, 5678, 10_000],
    [4000, 6000, 10_000],
    [0, 10_000, 10_000],
    [0, 3000, 0],
  ]);
  expect(data.clips[0]).toMatchObject({ shot_id: film.shots[1]?.shot_id, has_sound: true, problem: null, position: 0 });
  expect(data.clips[0]?.cover_url).toContain(film.cover_vlc_id);
});

test('sound, what is in the bin and what is not analysed yet is left out with a word about it', async () => {
  const { app, ann, mproject_id, first, material_id, space_id, project_id } = await clipWorld();
  const sound = await addFilm(app, space_id, project_id, { material_type: 'audio', material_name: '歌.mp3' });
  const waiting = await addFilm(app, space_id, project_id, { duration: null, material_name: '新.mp4' });
  const binned = await addFilm(app, space_id, project_id, { material_name: '旧.mp4' });
  await app.call('material.delete', { material_ids: [binned.material_id] }, ann);
  const ids = [material_id, sound.material_id, waiting.material_id, binned.material_id];
  const clips = ids.map((id) => ({ material_id: id }));
  const { data } = await app.call('clip.add', { mproject_id, shooting_id: first, clips }, ann);
  expect(data.clips).toHaveLength(1);
  expect(data.notices).toEqual([
    '「歌.mp3」是音频，没有画面，请放到音乐或录音里用',
    '「新.mp4」还在分析，稍后就能添加',
    '「旧.mp4」在回收站里，请先恢复',
  ]);
  const only = await app.call('clip.add', { mproject_id, shooting_id: first, clips: clips.slice(1, 2) }, ann);
  expect(only).toMatchObject({ code: 400, message: data.notices[0] });
});

test('a picture that a machine made is a picture; a clip that a shorter file no longer has is told', async () => {
  const { app, ann, mproject_id, first, material_id, space_id, project_id, read, add } = await clipWorld();
  const drawn = await addFilm(app, space_id, project_id, { material_type: 'ai_image', duration: null });
  const place = { mproject_id, shooting_id: first };
  const { data } = await app.call('clip.add', { ...place, clips: [{ material_id: drawn.material_id }] }, ann);
  expect(data.clips[0]).toMatchObject({ start_ms: 0, end_ms: 3000, source_ms: 0, problem: null });

  await add(first, [[2000, 4000]]);
  await app.db.update(material).set({ duration: 3 }).where(eq(material.material_id, material_id));
  const problems = (await read()).shootings[0]?.clips.map(({ problem }) => problem);
  expect(problems).toEqual([null, '素材的文件换过了，现在只有 3.0 秒，请重新选这一段']);
});

test("nobody can put a stranger's material, shooting or clip into their mix", async () => {
  const { app, ann, stranger, mproject_id, first, material_id, add } = await clipWorld();
  const project_id = await addProject(app, stranger, stranger.space_id);
  const theirs = await addFilm(app, stranger.space_id, project_id);
  const foreign = await app.call('mix.add', { project_id, mproject_name: '外', lines: ['外'] }, stranger);
  const shooting_id = foreign.data.shootings[0]?.shooting_id ?? '';
  const put = (place: object, id: string) =>
    app.call('clip.add', { mproject_id, ...place, clips: [{ material_id: id }] }, ann);
  expect(await put({ shooting_id: first }, theirs.material_id)).toMatchObject({ code: 404 });
  expect(await put({ shooting_id }, material_id)).toMatchObject({ code: 404 });
  expect(await put({}, material_id)).toMatchObject({ code: 400 });

  const [own] = await add(first, [[0, 1000]]);
  const there = { mproject_id: foreign.data.mproject_id, shooting_id, video_clip_ids: [own?.video_clip_id ?? ''] };
  expect(await app.call('clip.move', there, stranger)).toMatchObject({ code: 404 });
  expect(await app.call('clip.move', { ...there, mproject_id, shooting_id }, ann)).toMatchObject({ code: 404 });
});

test('a used material says so: how often, when, and in which mix', async () => {
  const { app, ann, film, first, second, add, material_id, mproject_id } = await clipWorld();
  await add(first, [[2000, 4000]]);
  const added = await add(second, [[2100, 3900]]);
  const { data } = await app.call('material.detail', { material_id }, ann);
  expect(data.used_count).toBe(2);
  expect(data.uses).toMatchObject([{ kind: 'mix', id: mproject_id, name: '夏季上新' }]);
  const rows = await app.db.select().from(shot).where(eq(shot.material_id, film.material_id)).orderBy(shot.index);
  expect(rows.map(({ used_count }) => used_count)).toEqual([0, 2, 0, 0, 0]);
  expect(rows[1]?.last_used_at).not.toBeNull();

  const all = (await app.call('mix.detail', { mproject_id }, ann)).data.shootings.flatMap(({ clips }) => clips);
  expect(added).toHaveLength(1);
  await app.call('clip.delete', { video_clip_ids: all.map(({ video_clip_id }) => video_clip_id) }, ann);
  expect((await app.call('material.detail', { material_id }, ann)).data.uses).toEqual([]);
});

test('a trim stays inside the material and keeps its milliseconds; a stale one gets the newest', async () => {
  const { app, ann, ben, first, add } = await clipWorld();
  const [one] = await add(first, [[0, 4000]]);
  const video_clip_id = one?.video_clip_id ?? '';
  const trim = (start_ms: number, end_ms: number, revision: number, who = ann) =>
    app.call('clip.update', { video_clip_id, revision, start_ms, end_ms }, who);
  expect((await trim(1033, 9967, 1)).data).toMatchObject({ start_ms: 1033, end_ms: 9967, revision: 2 });
  expect(await trim(0, 2000, 1, ben)).toMatchObject({ code: 409, data: { start_ms: 1033, end_ms: 9967, revision: 2 } });
  expect((await trim(1033, 10_030, 2)).data.end_ms).toBe(10_000);
  expect(await trim(1033, 12_000, 3)).toMatchObject({ code: 400 });
  expect(await trim(5000, 5050, 3)).toMatchObject({ code: 400 });
});

test('a clip is either pinned or excluded, as was said last', async () => {
  const { app, ann, first, add } = await clipWorld();
  const [one] = await add(first, [[0, 4000]]);
  const video_clip_id = one?.video_clip_id ?? '';
  await app.call('clip.update', { video_clip_id, revision: 1, is_pinned: true }, ann);
  const { data } = await app.call('clip.update', { video_clip_id, revision: 2, is_excluded: true }, ann);
  expect(data).toMatchObject({ is_pinned: false, is_excluded: true });
  const crop = { x: 0.5, y: 0, width: 0.8, height: 1 };
  expect(await app.call('clip.update', { video_clip_id, revision: 3, crop }, ann)).toMatchObject({ code: 400 });
});

test('a split makes two clips that follow one another and keep what was set', async () => {
  const { app, ann, first, add, startsOf } = await clipWorld();
  const [one] = await add(first, [
    [1000, 5000],
    [8000, 9000],
  ]);
  const video_clip_id = one?.video_clip_id ?? '';
  await app.call('clip.update', { video_clip_id, revision: 1, speed: 1.5, is_mirrored: true }, ann);
  const { data } = await app.call('clip.split', { video_clip_id, at_ms: 2345 }, ann);
  expect(data.clips).toMatchObject([
    { video_clip_id, start_ms: 1000, end_ms: 2345, speed: 1.5, revision: 3 },
    { start_ms: 2345, end_ms: 5000, speed: 1.5, is_mirrored: true, revision: 1 },
  ]);
  expect(await startsOf(0)).toEqual([1000, 2345, 8000]);
  expect(await app.call('clip.split', { video_clip_id, at_ms: 2300 }, ann)).toMatchObject({ code: 400 });
});

test('clips move inside a shooting, to another one, and to the openings', async () => {
  const { app, ann, mproject_id, first, second, add, startsOf, read } = await clipWorld();
  const clips = await add(first, [
    [0, 900],
    [1000, 1900],
    [2000, 2900],
    [3000, 3900],
  ]);
  const ids = clips.map(({ video_clip_id }) => video_clip_id);
  await add(second, [[5000, 5900]]);
  await app.call('clip.move', { mproject_id, shooting_id: first, video_clip_ids: [ids[0] ?? ''], position: 2 }, ann);
  expect(await startsOf(0)).toEqual([1000, 2000, 0, 3000]);
  const two = { mproject_id, video_clip_ids: [ids[3] ?? '', ids[1] ?? ''], position: 0 };
  await app.call('clip.move', { ...two, shooting_id: second }, ann);
  expect(await startsOf(0)).toEqual([2000, 0]);
  expect(await startsOf(1)).toEqual([3000, 1000, 5000]);
  await app.call('clip.move', { mproject_id, pool: 'header', video_clip_ids: [ids[1] ?? ''] }, ann);
  expect((await read()).header.map(({ start_ms }) => start_ms)).toEqual([1000]);
  expect(await startsOf(1)).toEqual([3000, 5000]);
});

test('deleted clips come back where they were', async () => {
  const { app, ann, first, add, startsOf } = await clipWorld();
  const clips = await add(first, [
    [0, 900],
    [1000, 1900],
    [2000, 2900],
  ]);
  const video_clip_ids = clips.slice(0, 2).map(({ video_clip_id }) => video_clip_id);
  await app.call('clip.delete', { video_clip_ids }, ann);
  expect(await startsOf(0)).toEqual([2000]);
  await add(first, [[7000, 8000]]);
  const { data } = await app.call('clip.restore', { video_clip_ids }, ann);
  expect(data.clips.map(({ video_clip_id }) => video_clip_id)).toEqual(video_clip_ids);
  expect(await startsOf(0)).toEqual([0, 1000, 2000, 7000]);

  await app.call('clip.delete', { video_clip_ids }, ann);
  await app.call('shooting.delete', { shooting_ids: [first] }, ann);
  expect(await app.call('clip.restore', { video_clip_ids }, ann)).toMatchObject({ code: 409 });
});

test('a material in the bin makes its clips unusable, and takes them along when it goes for good', async () => {
  const { app, ann, first, add, material_id, read } = await clipWorld();
  await add(first, [[0, 900]]);
  const planned = await app.db.select({ revision: mproject.plan_revision }).from(mproject);
  await app.call('material.delete', { material_ids: [material_id] }, ann);
  const outdated = await app.db.select({ revision: mproject.plan_revision }).from(mproject);
  expect(outdated[0]?.revision).toBe((planned[0]?.revision ?? 0) + 1);
  expect((await read()).shootings[0]?.clips[0]?.problem).toBe('素材在回收站里，请恢复素材或换一个片段');
  await app.call('material.restore', { material_ids: [material_id] }, ann);
  expect((await read()).shootings[0]?.clips[0]?.problem).toBeNull();
  await app.call('material.delete', { material_ids: [material_id] }, ann);
  await app.call('material.delete', { material_ids: [material_id], is_final: true }, ann);
  expect((await read()).shootings[0]?.clips).toEqual([]);
  expect(await app.db.$count(material, eq(material.material_id, material_id))).toBe(0);
});
