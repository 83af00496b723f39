import { planClip, planMix, planNewClips, planRemove, planText, shootingsOf, UNTOUCHED_CLIP } from '@mixreel/contract';
import type { Operation, State } from '@mixreel/document';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { addFilm, addProject, mixWorld } from '#testing/mixes.ts';
import type { TestUser } from '#testing/test-app.ts';
import { mproject, video_clip } from './mix.tables.ts';

async function openWorld() {
  const world = await mixWorld();
  const { app, ann, mproject_id, space_id, project_id, mix } = world;
  const open = async (who: TestUser = ann) =>
    (await app.call('document.open', { document_id: mproject_id }, who)).data as { sequence: number; state: State };
  const perform = async (operations: Operation[], sequence: number, who: TestUser = ann) =>
    app.call('document.perform', { document_id: mproject_id, sequence, acts: [{ act_id: newId(), operations }] }, who);
  const [first, second] = mix.shootings.map(({ shooting_id }) => shooting_id) as [string, string];
  const film = await addFilm(app, space_id, project_id);
  const clipOf = (video_clip_id: string, material_id = film.material_id) => ({
    ...UNTOUCHED_CLIP,
    video_clip_id,
    material_id,
    material_name: '海边.mp4',
    shot_id: null,
    start_ms: 0,
    end_ms: 2000,
  });
  return { ...world, open, perform, first, second, film, clipOf };
}

test('pages and calls write in one history, each under its own name, and rows follow', async () => {
  const { app, ann, ben, mproject_id, open, perform, first, clipOf, read } = await openWorld();
  const { sequence, state } = await open();
  const done = await perform(planNewClips(state, first, [clipOf('clip-a')]), sequence);
  expect(done.data).toMatchObject({ refused: null, acts: [{ words: '添加片段「海边.mp4」', user_name: '小安' }] });
  const named = { mproject_id, revision: 1, mproject_name: '改名' };
  expect(await app.call('mix.update', named, ben)).toMatchObject({ code: 0, data: { revision: 2 } });
  await app.call('clip.move', { mproject_id, pool: 'header', video_clip_ids: ['clip-a'] }, ben);
  const { data } = await app.call('document.history', { document_id: mproject_id }, ann);
  expect(data.items.map(({ words, user_name, cause }) => [words, user_name, cause])).toEqual([
    ['移动片段「海边.mp4」', '小本', 'api'],
    ['修改名称', '小本', 'api'],
    ['添加片段「海边.mp4」', '小安', null],
    ['最早的内容', '', 'kept'],
  ]);
  expect((await read()).header.map(({ video_clip_id }) => video_clip_id)).toEqual(['clip-a']);
  expect(await app.db.select({ pool: video_clip.pool, shooting_id: video_clip.shooting_id }).from(video_clip)).toEqual([
    { pool: 'header', shooting_id: null },
  ]);
});

test('two who write in one line both keep their letters, and a call that did not see them gets the newest', async () => {
  const { app, ann, ben, open, perform, first, read } = await openWorld();
  const { sequence, state } = await open();
  const { script_id, text } = shootingsOf(state)[0]!.scripts[0]!;
  await perform(planText(state, script_id, `大家好，${text}`), sequence, ann);
  const second = await perform(planText(state, script_id, `${text}快来！`), sequence, ben);
  expect(second.data.acts).toHaveLength(2);
  const [shot] = (await read()).shootings;
  expect(shot?.scripts[0]?.text).toBe(`大家好，${text}快来！`);
  const stale = { shooting_id: first, revision: 1, shooting_name: '开场' };
  expect(await app.call('shooting.update', stale, ben)).toMatchObject({ code: 409, data: { revision: 3 } });
  expect(await app.call('shooting.update', { ...stale, revision: 3 }, ben)).toMatchObject({ code: 0 });
});

test('what is not of the space, or of another mix, is refused with a sentence and changes nothing', async () => {
  const { app, ann, stranger, project_id, open, perform, first, clipOf } = await openWorld();
  const own = await addProject(app, stranger, stranger.space_id);
  const theirs = await addFilm(app, stranger.space_id, own);
  const { sequence, state } = await open();
  const foreign = await perform(planNewClips(state, first, [clipOf('clip-a', theirs.material_id)]), sequence);
  expect(foreign.data.refused?.message).toBe('素材不存在或已被删除，请重新选择');
  const long = { ...clipOf('clip-a'), end_ms: 9_000_000 };
  expect((await perform(planNewClips(state, first, [long]), sequence)).data.refused?.message).toContain('请缩短范围');
  expect(await perform(planMix(state, { mproject_name: '偷改' }), sequence, stranger)).toMatchObject({ code: 404 });

  await perform(planNewClips(state, first, [clipOf('clip-a')]), sequence);
  const { data: other } = await app.call('mix.add', { project_id, mproject_name: '另一个', lines: ['一句'] }, ann);
  const { data: opened } = await app.call('document.open', { document_id: other.mproject_id }, ann);
  const slot = other.shootings[0]?.shooting_id ?? '';
  const operations = planNewClips(opened.state, slot, [clipOf('clip-a')]);
  const taken = { document_id: other.mproject_id, sequence: 1, acts: [{ act_id: newId(), operations }] };
  expect(await app.call('document.perform', taken, ann)).toMatchObject({ code: 400 });
  expect(await app.db.select({ id: video_clip.mproject_id }).from(video_clip)).not.toContainEqual({
    id: other.mproject_id,
  });
});

test('a deleted shot comes back with its clips, also with those that somebody put in meanwhile', async () => {
  const { app, ann, open, perform, first, second, clipOf, read } = await openWorld();
  const { sequence, state } = await open();
  await perform(planNewClips(state, first, [clipOf('clip-a'), clipOf('clip-b')]), sequence);
  const now = await open();
  await perform(planRemove(now.state, 'shooting', [first]), now.sequence);
  const moved = await app.call(
    'clip.move',
    { mproject_id: (await read()).mproject_id, shooting_id: second, video_clip_ids: ['clip-b'] },
    ann,
  );
  expect(moved.code).toBe(0);
  await app.call('shooting.restore', { shooting_ids: [first] }, ann);
  const clips = (await read()).shootings.map((one) => one.clips.map(({ video_clip_id }) => video_clip_id));
  expect(clips).toEqual([['clip-a'], ['clip-b']]);
});

test('a mix as it was is read, compared and copied, with ids of its own', async () => {
  const { app, ann, mproject_id, open, perform, first, clipOf, read } = await openWorld();
  const start = await open();
  await perform(planNewClips(start.state, first, [clipOf('clip-a')]), start.sequence);
  const then = await open();
  await perform(planClip(then.state, 'clip-a', { speed: 2 }), then.sequence);
  const gone = await open();
  await perform(planRemove(gone.state, 'shooting', [first]), gone.sequence);

  const past = await app.call('mix.detail', { mproject_id, sequence: then.sequence }, ann);
  expect(past.data.shootings[0]?.clips).toMatchObject([{ video_clip_id: 'clip-a', speed: 1, problem: null }]);
  expect((await read()).shootings).toHaveLength(1);

  const copy = { document_id: mproject_id, sequence: then.sequence, name: '那时的副本' };
  const { data } = await app.call('document.branch', copy, ann);
  const made = (await app.call('mix.detail', { mproject_id: data.document_id }, ann)).data;
  expect(made).toMatchObject({ mproject_name: '那时的副本' });
  expect(made.shootings.map(({ scripts }) => scripts[0]?.text)).toEqual(
    past.data.shootings.map(({ scripts }) => scripts[0]?.text),
  );
  expect(made.shootings[0]?.shooting_id).not.toBe(first);
  expect(made.shootings[0]?.clips[0]?.video_clip_id).not.toBe('clip-a');
});

test('a deleted mix takes no acts, and a new name leaves the chosen videos as they are', async () => {
  const { app, ann, mproject_id, open, perform } = await openWorld();
  const plan = async () => (await app.db.select({ n: mproject.plan_revision }).from(mproject))[0]?.n;
  const before = await plan();
  const { sequence, state } = await open();
  await perform(planMix(state, { mproject_name: '新名' }), sequence);
  expect(await plan()).toBe(before);
  await app.call('mix.delete', { mproject_id }, ann);
  expect(await perform(planMix(state, { mproject_name: '再改' }), sequence)).toMatchObject({ code: 404 });
  await app.call('mix.restore', { mproject_id }, ann);
  expect(await perform(planMix(state, { mproject_name: '再改' }), sequence)).toMatchObject({ code: 0 });
});
