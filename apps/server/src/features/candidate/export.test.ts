import { readFile, writeFile } from 'node:fs/promises';
import { integratedLoudness, runFfmpeg } from '@mixreel/media';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { realFilm } from '#testing/films.ts';
import { filmMix, listOf, save, until } from '#testing/mixed-films.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';
import { render_cost } from './candidate.tables.ts';
import { learnCost } from './estimate.ts';

const ENDED = ['succeeded', 'partial', 'failed', 'canceled'];

async function ended(app: TestApp, user: TestUser, task_id: string) {
  return until(
    async () => (await app.call('task.check', { task_ids: [task_id] }, user)).data.items[0],
    (task) => ENDED.includes(task?.status ?? ''),
  );
}

async function rowsOf(app: TestApp, user: TestUser, mproject_id: string) {
  return (await app.call('candidate.exports', { mproject_id, page_size: 100 }, user)).data.items;
}

test('a film that is gone fails its own videos and says so; a retry makes only those', async () => {
  const { app, ann, mproject_id, films } = await filmMix([2, 1], { work: true });
  await app.call('candidate.plan', { mproject_id, count: 2 }, ann);
  const [file] = await app.db
    .select({ sha256: vlc_file.sha256 })
    .from(vlc_file)
    .innerJoin(material, eq(material.vlc_id, vlc_file.vlc_id))
    .where(eq(material.material_id, films[1]!));
  const source = await app.storage.open(file!.sha256);
  const bytes = await readFile(source.path);
  await source.release();
  await app.storage.remove(file!.sha256);

  const { data: started } = await app.call('candidate.export', { mproject_id }, ann);
  const first = await ended(app, ann, started.task_id);
  expect(first?.status).toBe('partial');
  const before = await rowsOf(app, ann, mproject_id);
  expect(before.map(({ status }) => status).toSorted()).toEqual(['done', 'failed']);
  expect(before.find(({ status }) => status === 'failed')?.error).toBeTruthy();

  const path = app.scratch.file('.mp4');
  await writeFile(path, bytes);
  await app.storage.put({ path }, { maxBytes: bytes.length });
  await app.call('task.retry', { task_id: started.task_id }, ann);
  expect((await ended(app, ann, started.task_id))?.status).toBe('succeeded');
  const after = await rowsOf(app, ann, mproject_id);
  expect(after.map(({ status }) => status)).toEqual(['done', 'done']);
  const done = before.find(({ status }) => status === 'done');
  expect(after.find(({ candidate_id }) => candidate_id === done?.candidate_id)?.artwork_id).toBe(done?.artwork_id);
}, 120_000);

test('a cancelled export keeps what is done, and its candidates are free again', async () => {
  const { app, ann, mproject_id } = await filmMix([2, 2]);
  await app.call('candidate.plan', { mproject_id, count: 4 }, ann);
  const { data: started } = await app.call('candidate.export', { mproject_id }, ann);
  expect((await listOf(app, mproject_id, ann)).map(({ status }) => status)).toEqual(Array(4).fill('rendering'));
  await app.call('task.cancel', { task_id: started.task_id }, ann);
  expect((await rowsOf(app, ann, mproject_id)).map(({ status }) => status)).toEqual(Array(4).fill('canceled'));
  expect((await listOf(app, mproject_id, ann)).map(({ status }) => status)).toEqual(Array(4).fill('planned'));
});

test('a changed caption costs only the shots it stands on', async () => {
  const { app, ann, mproject_id } = await filmMix([1, 1]);
  await app.call('candidate.plan', { mproject_id, count: 1 }, ann);
  const [one] = await listOf(app, mproject_id, ann);
  await app.call('candidate.preview', { mproject_id, candidate_id: one!.candidate_id, quality: 'full' }, ann);
  expect((await listOf(app, mproject_id, ann))[0]).toMatchObject({ readiness: 1, status: 'previewable' });
  const { shootings } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const { shooting_id, revision, scripts } = shootings[1]!;
  const changed = scripts.map((script) => ({ ...script, text: '换一句' }));
  await app.call('shooting.update', { shooting_id, revision, scripts: changed }, ann);
  expect((await listOf(app, mproject_id, ann))[0]?.readiness).toBeCloseTo(0.5, 1);
}, 60_000);

test('a recording is heard when its shot begins, at the loudness that was asked for', async () => {
  const { app, ann, project_id, mproject_id } = await filmMix([1, 1]);
  const recording = await realFilm(app, ann, project_id, await app.media.sound({ seconds: 1 }));
  const { shootings, revision } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const second = shootings[1]!;
  const scripts = second.scripts.map((script) => ({ ...script, recording_material_id: recording }));
  await app.call('shooting.update', { shooting_id: second.shooting_id, revision: second.revision, scripts }, ann);
  const config = { duration: { rule: 'fixed' as const, fixed_ms: 1500 }, sound: { own_volume: 0, target_lufs: -16 } };
  await app.call('mix.updateConfig', { mproject_id, revision, config }, ann);
  const { data: preview } = await app.call('candidate.preview', { mproject_id }, ann);
  const path = app.scratch.file('.mp4');
  await save(app.url + preview.url, path);
  const sound = app.scratch.file('.f32');
  await runFfmpeg(app.tools, [['-i', path, '-map', '0:a', '-ar', 48_000, '-ac', 2, '-f', 'f32le', sound]]);
  const raw = await readFile(sound);
  const samples = new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength));
  expect(integratedLoudness(samples)).toBeCloseTo(-16, 0);
  const onset = samples.findIndex((value) => Math.abs(value) > 0.05) / 2 / 48_000;
  expect(Math.abs(onset - 1.5)).toBeLessThan(0.02);
  expect(preview.duration).toBe(3);
  expect(preview.cuts[1]?.start_ms).toBe(1500);
}, 60_000);

test('what making a second of picture costs is learnt from every batch', async () => {
  const app = await createTestApp();
  for (const cpu_seconds of [2, 4, 4]) await learnCost(app.db, cpu_seconds);
  const [cost] = await app.db.select().from(render_cost);
  expect(cost?.cpu_seconds).toBeCloseTo(3.02, 2);
  expect(cost?.samples).toBe(3);
});
