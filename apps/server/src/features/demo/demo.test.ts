import { DEFAULT_LIKENESS, ERRORS } from '@mixreel/contract';
import { adviseMix, locateFfmpeg, planCandidates, probe } from '@mixreel/media';
import { expect, test } from 'vitest';
import { readState } from '#features/candidate/choose.ts';
import { addFilm, addProject } from '#testing/mixes.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp } from '#testing/test-app.ts';
import { DEMO_CLIPS, DEMO_PICTURES } from './clips.ts';
import { FILMS_OF_MIX, growDemoMix } from './demo-mix.ts';
import { bringFirstDemo } from './demo-project.ts';
import { renderClip, renderPicture } from './render-clip.ts';

test('the example has films in several shapes and rates, an opening, an ending and pictures to learn from', () => {
  expect(DEMO_CLIPS.length).toBeGreaterThanOrEqual(16);
  expect(new Set(DEMO_CLIPS.map(({ width, height }) => `${width}×${height}`)).size).toBe(3);
  expect(new Set(DEMO_CLIPS.map(({ fps }) => fps))).toEqual(new Set([24, 25, 30, 60]));
  expect(DEMO_CLIPS.map(({ material_sub_type }) => material_sub_type)).toEqual(
    expect.arrayContaining(['header_video', 'footer_video', 'inspiration_video']),
  );
  expect(DEMO_PICTURES.length).toBeGreaterThanOrEqual(3);
  const names = [...DEMO_CLIPS, ...DEMO_PICTURES].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('a drawn film has the length, shape and rate it promises, with sound', async () => {
  const tools = await locateFfmpeg({});
  const { dir, remove } = makeTempDir();
  try {
    const clip = DEMO_CLIPS.find(({ name }) => name.startsWith('片尾'));
    if (!clip) throw new Error('The ending is gone');
    const path = `${dir}/ending.mp4`;
    await renderClip(tools, clip, path, { folder: dir, signal: AbortSignal.timeout(600_000) });
    const facts = await probe(tools, path);
    expect(facts).toMatchObject({ video: { width: 720, height: 1280, fps: 30, codec: 'h264' } });
    expect(facts.seconds).toBeCloseTo(2.5, 1);
    expect(facts.audio).toHaveLength(1);
    await renderPicture(DEMO_PICTURES[0] ?? clip, `${dir}/picture.jpg`);
    expect((await probe(tools, `${dir}/picture.jpg`)).video).toMatchObject({ width: 720, height: 720 });
  } finally {
    remove();
  }
});

test('it comes by itself only once and only with an own database, and can be brought back', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  await bringFirstDemo(app);
  expect((await app.call('project.list', {}, admin)).data.items).toEqual([]);

  const own = { ...app, config: { ...app.config, database: { ...app.config.database, url: null } } };
  await bringFirstDemo(own);
  await bringFirstDemo(own);
  const { data: first } = await app.call('project.list', {}, admin);
  expect(first.items.map(({ project_name }) => project_name)).toEqual(['示例项目']);

  const project_id = first.items[0]?.project_id ?? '';
  await app.call('project.delete', { project_id }, admin);
  await bringFirstDemo(own);
  expect((await app.call('project.list', {}, admin)).data.items).toEqual([]);

  const { data: back } = await app.call('demo.restore', {}, admin);
  expect(back.project_id).not.toBe(project_id);
  const { data: again } = await app.call('demo.restore', {}, admin);
  // Asked for again while it is still to be drawn, it is not drawn twice.
  expect(again).toEqual(back);
  // Drawing films is work: whoever asks without end is told to wait.
  const asked = await Promise.all(Array.from({ length: 12 }, () => app.call('demo.restore', {}, admin)));
  expect(asked.filter(({ code }) => code === ERRORS.too_many.code).length).toBeGreaterThanOrEqual(4);
});

test('the example mix is there with the first film of each shooting, and grows; what a person removes stays out', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { space_id, user_uid } = user;
  const project_id = await addProject(app, user, space_id);
  const grow = () => growDemoMix(app, { space_id, project_id, user_uid });
  const draw = (film: string) => addFilm(app, space_id, project_id, { material_name: film });
  const mixes = async () => (await app.call('mix.list', { project_id }, user)).data.items;

  const [last, ...first] = FILMS_OF_MIX.slice(0, 5).toReversed();
  for (const film of first) await draw(film);
  await grow();
  expect(await mixes()).toEqual([]);

  await draw(last!);
  await grow();
  const [mix] = await mixes();
  const read = async () => (await app.call('mix.detail', { mproject_id: mix!.mproject_id }, user)).data.shootings;
  expect((await read()).map(({ clips }) => clips.length)).toEqual([1, 1, 1, 1, 1]);

  const [removed] = (await read())[0]!.clips;
  await app.call('clip.delete', { video_clip_ids: [removed!.video_clip_id] }, user);
  for (const film of FILMS_OF_MIX.slice(5)) await draw(film);
  await grow();
  await grow();
  const clips = (await read()).map((one) => one.clips.map(({ material_name }) => material_name));
  expect(clips.map((names) => names.length)).toEqual([3, 4, 4, 4, 4]);
  expect(clips.flat()).not.toContain(removed!.material_name);
  expect(await mixes()).toHaveLength(1);

  await app.call('mix.delete', { mproject_id: mix!.mproject_id }, user);
  await grow();
  expect(await mixes()).toEqual([]);
});

const PIECES = ['a', 'b', 'c'].map((id) => ({ id, content: id, startSeconds: 0, underSpeech: 21 }));

test('the first twelve videos of the example are publishable by our own judge, with and without music', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { space_id, user_uid } = user;
  const project_id = await addProject(app, user, space_id);
  for (const film of FILMS_OF_MIX) await addFilm(app, space_id, project_id, { material_name: film });
  await growDemoMix(app, { space_id, project_id, user_uid });
  const { mproject_id } = (await app.call('mix.list', { project_id }, user)).data.items[0]!;
  const { plan } = await readState(app, space_id, mproject_id);
  expect(plan.header).toEqual([]);
  expect(plan.footer).toEqual([]);
  expect(plan.voices!.length).toBeGreaterThanOrEqual(2);
  for (const music of [[], PIECES]) {
    const chosen = planCandidates({ ...plan, music }, { count: 12 });
    expect(chosen).toHaveLength(12);
    const worst = Math.max(...chosen.map(({ mostLikeness }) => mostLikeness));
    expect(worst).toBeLessThan(DEFAULT_LIKENESS.levels[1]);
    // What the bar promises before anything is chosen.
    expect(adviseMix({ ...plan, music }, { wanted: 12 })).toMatchObject({ ways: [] });
  }
});
