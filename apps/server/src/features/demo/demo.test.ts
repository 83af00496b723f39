import { locateFfmpeg, probe } from '@mixreel/media';
import { expect, test } from 'vitest';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp } from '#testing/test-app.ts';
import { DEMO_CLIPS, DEMO_PICTURES } from './clips.ts';
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
    await renderClip(tools, clip, path, { folder: dir, signal: AbortSignal.timeout(60_000) });
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
  expect(again.project_id).toBe(back.project_id);
});
