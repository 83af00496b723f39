import { expect, test } from 'vitest';
import { asc, eq } from '#db/orm.ts';
import { material_sound } from '#features/material/material.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { analysed, testMaterial, testProject } from '#testing/materials.ts';
import { createTestApp } from '#testing/test-app.ts';
import { shot } from './analysis.tables.ts';
import { ANALYSIS_VERSION } from './understand.jobs.ts';

test('a film is understood by the models, and its twin costs nothing', async () => {
  const app = await createTestApp({ work: true, ai: {} });
  const user = await app.signIn();
  const project_id = await testProject(app, user);
  // The moving test picture shows a clock in figures.
  const film = await app.media.film({ width: 640, height: 360, seconds: 2 });
  const material_id = await testMaterial(app, user, project_id, film);
  const row = await analysed(app, material_id);
  expect(row).toMatchObject({ analysis_status: 'done', analysis_message: null, analysis_version: ANALYSIS_VERSION });
  expect(row.has_speech).toBe(false);
  expect(row.tag_keys).toEqual(expect.arrayContaining(['person:无人', 'sound:有音乐或环境声', 'text:有水印']));
  const [one] = await app.db.select().from(shot).where(eq(shot.material_id, material_id));
  expect(one?.ocr_text).toMatch(/00:00:0\d/);
  expect(one).toMatchObject({ people: 0, has_speech: false });
  expect([one?.caption.length, one?.look?.length, one?.meaning?.length].every(Boolean)).toBe(true);
  expect(one?.words).toContain('无人');

  const before = await app.db.$count(task);
  const twin = await testMaterial(app, user, project_id, film);
  const copied = await analysed(app, twin);
  expect(copied).toMatchObject({ analysis_status: 'done', analysis_version: ANALYSIS_VERSION, tags: row.tags });
  expect(copied.cover_vlc_id).not.toBe(row.cover_vlc_id);
  // One look at what is known already; nothing is decoded and no model is asked.
  expect(await app.db.$count(task)).toBe(before + 1);
  const shots = await app.db.select().from(shot).orderBy(asc(shot.shot_id));
  expect(shots).toHaveLength(2);
  expect(shots[1]).toMatchObject({ material_id: twin, caption: one?.caption, ocr_text: one?.ocr_text });
  expect(await app.db.$count(material_sound)).toBe(2);
});
