import { chmod, readFile, writeFile } from 'node:fs/promises';
import { ERRORS, RATIOS } from '@mixreel/contract';
import { integratedLoudness, probe, runFfmpeg, runProgram } from '@mixreel/media';
import { expect, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { render_cost } from '#features/task/task.tables.ts';
import { inJob } from '#testing/coffee-agent.ts';
import { realFilm } from '#testing/films.ts';
import { filmMix, listOf, save, SHOT_MS, until } from '#testing/mixed-films.ts';
import { shownIn } from '#testing/shown-in.ts';
import { drawSmall } from '#testing/small-canvas.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';
import { candidate } from './candidate.tables.ts';
import { learnCost } from './estimate.ts';
import { exportMix } from './export.jobs.ts';

drawSmall();

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
  expect(before.find(({ status }) => status === 'failed')?.error).toMatch(/^「.+」的文件已不存在/);

  const path = app.scratch.file('.mp4');
  await writeFile(path, bytes);
  await app.storage.put({ path }, { maxBytes: bytes.length });
  await app.call('task.retry', { task_id: started.task_id }, ann);
  expect((await ended(app, ann, started.task_id))?.status).toBe('succeeded');
  const after = await rowsOf(app, ann, mproject_id);
  expect(after.map(({ status }) => status)).toEqual(['done', 'done']);
  const done = before.find(({ status }) => status === 'done');
  expect(after.find(({ candidate_id }) => candidate_id === done?.candidate_id)?.artwork_id).toBe(done?.artwork_id);
});

test('an export of which nothing can be rendered is tried again by itself, and says what to do', async () => {
  const { app, ann, mproject_id, films } = await filmMix([1, 1], { work: true });
  await app.call('candidate.plan', { mproject_id, count: 1 }, ann);
  for (const film of films) {
    const path = await fileOf(app, film);
    await chmod(path, 0o600);
    await writeFile(path, 'no film at all');
  }
  const { task_id } = (await app.call('candidate.export', { mproject_id }, ann)).data;
  const waiting = await until(
    async () => (await app.call('task.check', { task_ids: [task_id] }, ann)).data.items[0],
    (found) => found?.error !== null,
  );
  expect(waiting).toMatchObject({ status: 'queued', error: { code: ERRORS.unavailable.code, can_retry: true } });
  expect(waiting?.error?.message).toContain('请重试');
  const [row] = await rowsOf(app, ann, mproject_id);
  expect(row).toMatchObject({ status: 'failed', error: waiting?.error?.message });
  await app.call('task.cancel', { task_id }, ann);
});

test('a cancelled export keeps what is done, and its candidates are free again', async () => {
  const { app, ann, mproject_id } = await filmMix([2, 2]);
  await app.call('candidate.plan', { mproject_id, count: 4 }, ann);
  const { data: started } = await app.call('candidate.export', { mproject_id }, ann);
  expect((await listOf(app, mproject_id, ann)).map(({ status }) => status)).toEqual(Array(4).fill('rendering'));
  await app.call('task.cancel', { task_id: started.task_id }, ann);
  expect((await rowsOf(app, ann, mproject_id)).map(({ status }) => status)).toEqual(Array(4).fill('canceled'));
  expect((await listOf(app, mproject_id, ann)).map(({ status }) => status)).toEqual(Array(4).fill('planned'));
});

test('no two videos of a directory get one name, also while they are still to come, and their day is the asker’s', async () => {
  const { app, ann, mproject_id } = await filmMix([2, 1]);
  await app.call('candidate.plan', { mproject_id, count: 2 }, ann);
  for (const name_rule of ['夏', '夏']) await app.call('candidate.export', { mproject_id, name_rule }, ann);
  const names = (await rowsOf(app, ann, mproject_id)).map(({ file_name }) => file_name);
  expect([names.length, new Set(names).size]).toEqual([4, 4]);

  // Whatever the hour, these two places have different days.
  const days: string[] = [];
  for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const wish = { mproject_id, best: 1, name_rule: '{date}', time_zone };
    const { data } = await app.call('candidate.export', wish, ann);
    const rows = await app.call('candidate.exports', { mproject_id, task_id: data.task_id }, ann);
    days.push(...rows.data.items.map(({ file_name }) => file_name));
  }
  expect(days).toHaveLength(2);
  expect(new Set(days.map((day) => day.slice(0, 8))).size).toBe(2);
});

test('a candidate and its name tell the length that the video has now, not the one it was chosen with', async () => {
  const { app, ann, mproject_id } = await filmMix([1, 1]);
  await app.call('candidate.plan', { mproject_id, count: 1 }, ann);
  const { revision } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const config = { duration: { rule: 'fixed' as const, fixed_ms: 3500 } };
  await app.call('mix.updateConfig', { mproject_id, revision, config }, ann);
  expect((await listOf(app, mproject_id, ann)).map(({ duration }) => duration)).toEqual([7]);
  const { data: summary } = await app.call('candidate.summary', { mproject_id }, ann);
  expect([summary.duration_min, summary.duration_max]).toEqual([7, 7]);
  await app.call('candidate.export', { mproject_id, name_rule: '{seconds}秒' }, ann);
  const { items } = (await app.call('candidate.exports', { mproject_id }, ann)).data;
  expect(items.map(({ file_name }) => file_name)).toEqual(['7秒']);
});

test('a mix that is deleted takes its export along, not what is finished', async () => {
  const { app, ann, mproject_id } = await filmMix([2, 1]);
  await app.call('candidate.plan', { mproject_id, count: 2 }, ann);
  const { data: started } = await app.call('candidate.export', { mproject_id }, ann);
  await app.call('mix.delete', { mproject_id }, ann);
  const { data } = await app.call('task.check', { task_ids: [started.task_id] }, ann);
  expect(data.items[0]?.status).toBe('canceled');
});

test('a finished file shows frame for frame what one filter graph shows of the same films, also at the joins', async () => {
  const { app, ann, project_id, mproject_id } = await filmMix([2, 2, 2], {
    work: true,
    // Every frame of every film has a grey of its own: one that is shown twice, or not at all, is seen at once.
    filters: (n) => `geq=lum='16+mod(N*53+${n}*31,200)':cb=128:cr=128`,
  });
  const { revision } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const config = { caption: { source: 'none' as const }, picture: { ratio: '1:1' as const } };
  await app.call('mix.updateConfig', { mproject_id, revision, config }, ann);
  await app.call('candidate.plan', { mproject_id, count: 2 }, ann);
  const { data: started } = await app.call('candidate.export', { mproject_id }, ann);
  expect((await ended(app, ann, started.task_id))?.status).toBe('succeeded');
  const { data } = await app.call('artwork.list', { project_id }, ann);
  expect(data.items).toHaveLength(2);
  for (const { artwork_id, video_url, duration, vlc_id } of data.items) {
    const path = app.scratch.file('.mp4');
    await save(app.url + video_url, path);
    const facts = await probe(app.tools, path);
    expect(Math.abs(facts.seconds - (3 * SHOT_MS) / 1000)).toBeLessThanOrEqual(1 / 30);
    expect(duration).toBeCloseTo(facts.seconds, 2);
    const { data: detail } = await app.call('artwork.detail', { artwork_id }, ann);
    const sources = await Promise.all(detail.origin!.cuts.map(({ material_id }) => fileOf(app, material_id)));
    const shown = [...new Set(detail.origin!.cuts.map(({ material_id }) => material_id))];
    expect(await shownIn(app, vlc_id, shown)).toEqual(shown);
    const { width, height } = RATIOS['1:1'];
    const filled = `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height}`;
    const shots = sources.map((_, n) => `[${n + 1}]fps=30,trim=end_frame=12,${filled},setsar=1[s${n}]`);
    const graph = `${shots.join(';')};${sources.map((_, n) => `[s${n}]`).join('')}concat=n=${sources.length}[all];[0][all]psnr=stats_file=-[out]`;
    const inputs = [path, ...sources].flatMap((file) => ['-i', file]);
    const base = ['-v', 'error', '-xerror', ...inputs, '-filter_complex', graph, '-map', '[out]', '-f', 'null', '-'];
    const { stdout, stderr } = await runProgram(app.tools.ffmpegPath, base);
    expect(stderr).toBe('');
    const figures = [...stdout.matchAll(/psnr_avg:(\S+)/g)].map(([, value]) => Number(value === 'inf' ? 99 : value));
    expect(figures).toHaveLength(36);
    expect(Math.min(...figures)).toBeGreaterThan(30);
  }
});

async function fileOf(app: TestApp, material_id: string): Promise<string> {
  const [file] = await app.db
    .select({ sha256: vlc_file.sha256 })
    .from(vlc_file)
    .innerJoin(material, eq(material.vlc_id, vlc_file.vlc_id))
    .where(eq(material.material_id, material_id));
  return (await app.storage.open(file!.sha256)).path;
}

test('a changed caption costs only the shots it stands on', async () => {
  const { app, ann, mproject_id } = await filmMix([1, 1]);
  await app.call('candidate.plan', { mproject_id, count: 1 }, ann);
  const [one] = await listOf(app, mproject_id, ann);
  const estimate = async () => (await app.call('candidate.summary', { mproject_id }, ann)).data.estimate_s ?? 0;
  await app.db.update(candidate).set({ is_picked: true });
  const anew = await estimate();
  await app.call('candidate.preview', { mproject_id, candidate_id: one!.candidate_id, quality: 'full' }, ann);
  expect((await listOf(app, mproject_id, ann))[0]).toMatchObject({ readiness: 1, status: 'previewable' });
  // As an export leaves it: the same video once more is foreseen to take next to nothing.
  await app.db.update(candidate).set({ exported_key: 'made' });
  expect(await estimate()).toBeLessThan(anew / 4);
  const { shootings } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const { shooting_id, revision, scripts } = shootings[1]!;
  const changed = scripts.map((script) => ({ ...script, text: '换一句' }));
  await app.call('shooting.update', { shooting_id, revision, scripts: changed }, ann);
  expect((await listOf(app, mproject_id, ann))[0]?.readiness).toBeCloseTo(0.5, 1);
  expect(await estimate()).toBeGreaterThan(anew / 4);
});

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
});

test('a recording that cannot be heard yet is told; one whose rights run out stops an export that waits', async () => {
  const { app, ann, project_id, mproject_id } = await filmMix([1]);
  const recording = await realFilm(app, ann, project_id, await app.media.sound({ seconds: 1 }));
  const [shooting] = (await app.call('mix.detail', { mproject_id }, ann)).data.shootings;
  const { shooting_id, revision } = shooting!;
  const scripts = shooting!.scripts.map((script) => ({ ...script, recording_material_id: recording }));
  await app.call('shooting.update', { shooting_id, revision, scripts }, ann);
  const set = (change: Partial<typeof material.$inferInsert>) =>
    app.db.update(material).set(change).where(eq(material.material_id, recording));
  const blocking = async () =>
    (await app.call('candidate.check', { mproject_id }, ann)).data.problems.find(({ blocks }) => blocks)?.message;
  await set({ duration: null, analysis_status: 'waiting' });
  expect(await blocking()).toBe('录音还在分析，稍后就能用');
  await set({ duration: 1, analysis_status: 'done' });
  expect(await blocking()).toBeUndefined();
  await app.call('candidate.plan', { mproject_id, count: 1 }, ann);
  const { data } = await app.call('candidate.export', { mproject_id, best: 1 }, ann);
  await set({ rights_expires_at: '2020-01-01T00:00:00.000Z' });
  const job = inJob(app, { ...data, space_id: ann.space_id, project_id, user_uid: ann.user_uid, attempt: 1 });
  await expect(exportMix.run({ mproject_id }, job)).rejects.toThrow('录音的授权已过期');
  expect((await rowsOf(app, ann, mproject_id)).map(({ status }) => status)).toEqual(['waiting']);
});

test('what making a second of picture costs is learnt from every batch', async () => {
  const app = await createTestApp();
  for (const cpu_seconds of [2, 4, 4]) await learnCost(app.db, cpu_seconds);
  const [cost] = await app.db.select().from(render_cost);
  expect(cost?.cpu_seconds).toBeCloseTo(3.02, 2);
  expect(cost?.samples).toBe(3);
});
