import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnalysisInfo } from '@mixreel/contract';
import { probe } from '@mixreel/media';
import { footage, testFootage, turnedFootage } from '@mixreel/media/testing';
import { expect, onTestFinished, test } from 'vitest';
import { asc, eq, sql } from '#db/orm.ts';
import { readFileOfAnySpace } from '#features/file/file.queries.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material, material_facts, material_sound } from '#features/material/material.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { space } from '#features/team/team.tables.ts';
import { analysed, testMaterial, testProject } from '#testing/materials.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { readInfo } from './analysis-info.ts';
import { correction, shot } from './analysis.tables.ts';
import { settleAnalysis } from './stop-analysis.ts';

/** The product with nothing but measuring: no model is on the shelf, and none will come. */
async function appWithoutModels({ work = true, env = {} }: { work?: boolean; env?: Record<string, string> } = {}) {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const app = await createTestApp({ work, env: { PACKS_DIR: dir, WORKER_CORES: '4', ...env } });
  const user = await app.signIn();
  const project_id = await testProject(app, user);
  const add = (path: string) => testMaterial(app, user, project_id, path);
  return { app, user, project_id, add, dir };
}

/** Two seconds each of three pictures that have nothing in common. */
function threeScenes(): Promise<string> {
  const parts = ['testsrc2', 'smptebars', 'mandelbrot'].map(
    (source, i) => `${source}=size=320x180:rate=30,trim=duration=2,setsar=1,format=yuv420p[p${i}]`,
  );
  return footage('mp4', [
    ['-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=48000:duration=6'],
    ['-filter_complex', `${parts.join(';')};[p0][p1][p2]concat=n=3[v]`, '-map', '[v]', '-map', '0:a'],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', 12, '-c:a', 'aac', '-ac', 2],
  ]);
}

function oddFilm(): Promise<string> {
  return footage('mp4', [
    ['-f', 'lavfi', '-i', 'testsrc2=size=97x55:rate=30:duration=1,format=yuv444p'],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p'],
  ]);
}

/** Enough to be stopped in the middle. */
function longFilm(): Promise<string> {
  return testFootage({ width: 640, height: 360, seconds: 15 });
}

function shotsOf(app: TestApp, material_id: string) {
  return app.db.select().from(shot).where(eq(shot.material_id, material_id)).orderBy(asc(shot.index));
}

async function fileFacts(app: TestApp, vlc_id: string | null) {
  const file = await readFileOfAnySpace(app.db, vlc_id ?? '');
  const { path, release } = await app.storage.open(file?.sha256 ?? '');
  try {
    return await probe(app.tools, path);
  } finally {
    await release();
  }
}

test('a film gets its shots, pictures, sound and preview, and none of it is charged', async () => {
  const { app, user, add } = await appWithoutModels();
  const path = await threeScenes();
  const row = await analysed(app, await add(path));
  expect(row).toMatchObject({
    analysis_status: 'done',
    shots_count: 3,
    orientation: 'landscape',
    fps: 30,
    width: 320,
  });
  expect(row.duration).toBeCloseTo(6, 1);
  expect(row.analysis_message).toMatch(/^没有安装.+模型，下载后可以重新分析$/);
  expect(row.tag_keys).toEqual(expect.arrayContaining(['orientation:横屏', 'duration:3–10 秒', 'motion:静止']));

  const shots = await shotsOf(app, row.material_id);
  expect(shots.map(({ start_ms, end_ms }) => [Math.round(start_ms / 100), Math.round(end_ms / 100)])).toEqual([
    [0, 20],
    [20, 40],
    [40, 60],
  ]);
  for (const one of shots) {
    expect(one).toMatchObject({ phash: expect.stringMatching(/^[0-9a-f]{16}$/), colours: expect.any(Array) });
    expect((await fileFacts(app, one.cover_vlc_id)).video).toMatchObject({ width: 320, height: 180 });
  }
  expect(shots[1]?.motion).toBeLessThan(0.1);
  expect(shots[0]?.motion).toBeGreaterThan(0.5);

  expect((await fileFacts(app, row.cover_vlc_id)).video).toMatchObject({ width: 640, height: 360 });
  expect((await fileFacts(app, row.sprite_vlc_id)).video).toMatchObject({ width: 6 * 160, height: 90 });
  expect(row.sprite).toEqual({ columns: 6, rows: 1, width: 160, height: 90, step: 1 });
  const [sound] = await app.db.select().from(material_sound);
  expect(sound?.peaks.length).toBeCloseTo(300, -1);
  const [facts] = await app.db.select().from(material_facts);
  expect(facts?.marks.frozen).toEqual([{ start: expect.closeTo(2, 0), end: expect.closeTo(4, 0) }]);
  const [own] = await app.db.select().from(space).where(eq(space.space_id, user.space_id));
  expect(own?.used_bytes).toBe(readFileSync(path).length);
});

const hdr = (transfer: string) =>
  testFootage({
    hasSound: false,
    filters: `format=yuv420p10le,setparams=color_primaries=bt2020:color_trc=${transfer}:colorspace=bt2020nc`,
    args: [
      ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-tag:v', 'hvc1'],
      ['-pix_fmt', 'yuv420p10le'],
    ],
  });

test('films of every kind come out as they are seen', async () => {
  const { app, add, dir } = await appWithoutModels({ env: { WORKER_CORES: '8' } });
  const upright = await turnedFootage(await testFootage(), -90);
  const several = await footage('mp4', [
    ['-i', await testFootage()],
    ['-i', await testFootage({ seed: 1 })],
    ['-map', '0:v', '-map', '1:v', '-map', '0:a', '-map', '1:a', '-c', 'copy'],
  ]);
  const paths = {
    upright,
    pq: await hdr('smpte2084'),
    hlg: await hdr('arib-std-b67'),
    variable: await testFootage({ filters: "select='not(eq(mod(n*7,11),3))'", args: [['-fps_mode', 'vfr']] }),
    odd: await oddFilm(),
    several,
    sound: await app.media.sound(),
    turned: await turnedPicture(await app.media.picture({ width: 640, height: 360 }), dir),
  };
  const ids = new Map<string, string>();
  for (const [name, path] of Object.entries(paths)) ids.set(name, await add(path));
  const rowOf = (name: keyof typeof paths) => analysed(app, ids.get(name) ?? '');
  const factsOf = async (name: keyof typeof paths) => {
    const [found] = await app.db
      .select()
      .from(material_facts)
      .where(eq(material_facts.material_id, ids.get(name) ?? ''));
    return found?.facts;
  };

  const turned = await rowOf('upright');
  expect(turned).toMatchObject({ analysis_status: 'done', width: 54, height: 96, orientation: 'portrait' });
  expect((await fileFacts(app, turned.preview_vlc_id)).video).toMatchObject({ width: 54, height: 96 });

  for (const name of ['pq', 'hlg'] as const) {
    expect(await rowOf(name)).toMatchObject({ analysis_status: 'done' });
    const [one] = await shotsOf(app, ids.get(name) ?? '');
    const strongest = Math.max(...(one?.colours ?? []).map(spread));
    expect(strongest).toBeGreaterThan(90);
    expect((await factsOf(name))?.video?.hdr).toBe(name);
  }
  // What is dear to decode gets a copy that is cheap to cut.
  await until(async () => (await rowOf('pq')).mezzanine_vlc_id !== null);
  const copy = await fileFacts(app, (await rowOf('pq')).mezzanine_vlc_id);
  expect(copy.video).toMatchObject({ codec: 'h264', hdr: 'none', width: 96 });
  expect((await rowOf('upright')).mezzanine_vlc_id).toBeNull();
  expect(await rowOf('variable')).toMatchObject({ analysis_status: 'done', shots_count: 1 });
  expect((await factsOf('variable'))?.video?.isVariableRate).toBe(true);
  const odd = await rowOf('odd');
  expect(odd).toMatchObject({ analysis_status: 'done', width: 97, height: 55 });
  expect((await fileFacts(app, odd.preview_vlc_id)).video).toMatchObject({ pixelFormat: 'yuv420p', codec: 'h264' });
  expect(await rowOf('several')).toMatchObject({ analysis_status: 'done' });
  expect((await factsOf('several'))?.audio).toHaveLength(2);

  const sound = await rowOf('sound');
  expect(sound).toMatchObject({
    analysis_status: 'done',
    cover_vlc_id: null,
    width: null,
    shots_count: 1,
    duration: 2,
  });
  const [heard] = await app.db.select().from(material_sound).where(eq(material_sound.material_id, sound.material_id));
  expect(heard?.peaks).toHaveLength(100);

  const photo = await rowOf('turned');
  expect(photo).toMatchObject({
    analysis_status: 'done',
    width: 360,
    height: 640,
    orientation: 'portrait',
    duration: null,
  });
  expect((await fileFacts(app, photo.cover_vlc_id)).video).toMatchObject({ width: 360, height: 640 });
  expect(photo).toMatchObject({ preview_vlc_id: null, sprite_vlc_id: null, shots_count: 1 });
});

/** How far a colour is from grey. */
function spread(hex: string): number {
  const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  return Math.max(...parts) - Math.min(...parts);
}

/** As a phone that was held upright writes it: the pixels lie, and a note says to turn them. */
async function turnedPicture(path: string, folder: string): Promise<string> {
  const jpeg = readFileSync(path);
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex');
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  const turned = join(folder, 'photo.jpg');
  writeFileSync(turned, Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]));
  return turned;
}

test('a page hears how far its project is, and an upload only raises the total', async () => {
  const { app, user, project_id, add } = await appWithoutModels({ work: false });
  const film = await app.media.film();
  const first = await add(film);
  const { events, close } = await listenTo(app, project_id, user.token);
  await until(() => events.length === 1);
  expect(events[0]).toEqual({
    analysis_status: 'waiting',
    analysis_total: 1,
    all_total: 1,
    later_total: 0,
    failed_total: 0,
    changed: [],
  });

  const second = await add(await app.media.film({ seed: 1 }));
  await until(() => events.length === 2);
  expect(events[1]).toMatchObject({
    analysis_total: 2,
    all_total: 2,
    changed: [{ material_id: second, analysis_status: 'waiting', progress: 0 }],
  });
  app.queue.work();
  await analysed(app, first);
  await analysed(app, second);
  await until(() => events.at(-1)?.analysis_total === 0);
  expect(events.at(-1)).toMatchObject({ analysis_status: 'done', all_total: 2, failed_total: 0 });
  expect(
    events.some(({ analysis_status, analysis_total }) => analysis_status === 'running' && analysis_total === 1),
  ).toBe(true);
  close();

  // The next batch begins at one, and whoever comes late hears the present state first.
  await add(await app.media.film({ seed: 2 }));
  const late = await listenTo(app, project_id, user.token);
  await until(() => late.events.length > 0);
  expect(late.events[0]?.all_total).toBe(1);
  late.close();
});

async function listenTo(app: TestApp, project_id: string, token: string) {
  const abort = new AbortController();
  const response = await fetch(`${app.url}/api/materials/analysis-info?project_id=${project_id}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  const events: AnalysisInfo[] = [];
  void (async () => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data) events.push(JSON.parse(data) as AnalysisInfo);
      }
    }
  })().catch(() => undefined);
  return { events, close: () => abort.abort() };
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 240_000; waited += 25) {
    if (await isTrue()) return;
    await delay(25);
  }
  throw new Error('It never became true');
}

test('an analysis is stopped while it waits and while it runs, and goes on when asked', async () => {
  const { app, user, project_id, add } = await appWithoutModels({ env: { WORKER_CORES: '1' } });
  const running = await add(await longFilm());
  const waiting = await add(await app.media.film());
  await analysed(app, running, ['running']);
  const { data } = await app.call('analysis.stop', { project_id }, user);
  expect(data.stopped).toBe(2);
  await until(async () => (await app.db.$count(task, eq(task.status, 'canceled'))) === 2);
  for (const id of [running, waiting]) {
    expect(await analysed(app, id, ['stopped'])).toMatchObject({ shots_count: 0 });
    expect(await shotsOf(app, id)).toEqual([]);
  }

  const again = await app.call('analysis.start', { project_id }, user);
  expect(again.data.started).toBe(2);
  for (const id of [running, waiting]) expect(await analysed(app, id)).toMatchObject({ analysis_status: 'done' });
  expect(await shotsOf(app, running)).toHaveLength(1);
  expect((await app.call('analysis.stop', { project_id }, user)).data.stopped).toBe(0);
});

test('a model that is being fetched is waited for; the material can be used meanwhile', async () => {
  const { app, user, project_id, add } = await appWithoutModels({ env: { PACKS_REGISTRY: 'http://127.0.0.1:9' } });
  const material_id = await add(await app.media.film());
  await until(
    async () => (await analysed(app, material_id, ['running', 'waiting', 'failed'])).analysis_message !== null,
  );
  const row = await analysed(app, material_id, ['running', 'failed', 'done']);
  expect(row).toMatchObject({ analysis_status: 'running', analysis_message: '正在准备模型 0%', shots_count: 1 });
  expect(row.cover_vlc_id).not.toBeNull();
  await until(async () => (await app.db.$count(task, eq(task.status, 'queued'))) === 1);
  const [waiting] = await app.db.select().from(task).where(eq(task.status, 'queued'));
  expect(waiting).toMatchObject({ job_name: 'analysis.understand', error: null });

  // Stopped here, it goes on here: its file is not looked through again.
  await app.call('analysis.stop', { project_id }, user);
  expect(await analysed(app, material_id, ['stopped'])).toMatchObject({ shots_count: 1, analysis_message: null });
  await app.call('analysis.start', { project_id }, user);
  await analysed(app, material_id, ['waiting', 'running']);
  expect(await app.db.$count(task, eq(task.job_name, 'analysis.measure'))).toBe(1);
  expect(await app.db.$count(task, eq(task.job_name, 'analysis.understand'))).toBe(2);
});

test('what a person sets survives another analysis, and goes when it is reset', async () => {
  const { app, user, project_id, add } = await appWithoutModels();
  const material_id = await add(await threeScenes());
  await analysed(app, material_id);
  const [, second] = await shotsOf(app, material_id);
  const shot_id = second?.shot_id ?? '';
  const removed = 'motion:静止';
  expect(second?.tag_keys).toContain(removed);

  const wish = { caption: '彩条', add_tags: [{ tag_type: 'custom' as const, name: '片头' }], remove_tags: [removed] };
  const { data } = await app.call('analysis.correct', { shot_id, ...wish }, user);
  expect(data).toMatchObject({ caption: '彩条', corrected: ['caption', 'tags'] });
  const [row] = await app.db.select().from(material).where(eq(material.material_id, material_id));
  expect(row?.tag_keys).toContain('custom:片头');

  expect((await app.call('analysis.start', { project_id, material_ids: [material_id] }, user)).data.started).toBe(1);
  await analysed(app, material_id);
  const shots = await shotsOf(app, material_id);
  expect(shots).toHaveLength(3);
  expect(shots[1]).toMatchObject({
    shot_id,
    caption: '彩条',
    tags: expect.arrayContaining([{ tag_type: 'custom', name: '片头', source: 'user', score: null }]),
  });
  expect(shots[1]?.tag_keys).toContain('custom:片头');
  expect(shots[1]?.tag_keys).not.toContain(removed);

  const back = await app.call('analysis.correct', { shot_id, reset: ['caption', 'tags'] }, user);
  expect(back.data).toMatchObject({ caption: '', corrected: [] });
  expect((await shotsOf(app, material_id))[1]?.tag_keys).toContain(removed);
  expect(await app.db.$count(correction)).toBe(0);

  const stranger = await app.signIn({ name: '外人' });
  expect(await app.call('analysis.correct', { shot_id, caption: '不行' }, stranger)).toMatchObject({ code: 404 });
});

test('cuts by hand join and split shots, words follow their time, and another analysis keeps them', async () => {
  const { app, user, project_id, add } = await appWithoutModels();
  const material_id = await add(await threeScenes());
  await analysed(app, material_id);
  const [first, second] = await shotsOf(app, material_id);
  await app.call('analysis.correct', { shot_id: first?.shot_id ?? '', caption: '测试图' }, user);
  await app.call('analysis.correct', { shot_id: second?.shot_id ?? '', caption: '彩条' }, user);

  const { data } = await app.call('analysis.cut', { material_id, cuts_ms: [4000, 5000] }, user);
  expect(data.shots.map(({ start_ms, end_ms, caption }) => [start_ms, end_ms, caption])).toEqual([
    [0, 4000, '测试图；彩条'],
    [4000, 5000, ''],
    [5000, 6000, ''],
  ]);
  expect(data.shots[0]?.shot_id).toBe(first?.shot_id);
  await analysed(app, material_id);
  await app.call('analysis.start', { project_id, material_ids: [material_id] }, user);
  await analysed(app, material_id);
  const shots = await shotsOf(app, material_id);
  expect(shots.map(({ start_ms, caption }) => [start_ms, caption])).toEqual([
    [0, '测试图；彩条'],
    [4000, ''],
    [5000, ''],
  ]);
  expect(new Set(shots.map(({ cover_vlc_id }) => cover_vlc_id)).size).toBe(3);
  // The picture of the shot that was joined to another is gone.
  expect(await app.db.$count(vlc_file, sql`${vlc_file.file_name} like 'shot-%'`)).toBe(3);
});

test('a material whose task ended without a word is not left running', async () => {
  const { app, project_id, add } = await appWithoutModels({ work: false });
  const ids = [await add(await app.media.film()), await add(await app.media.film({ seed: 1 }))];
  const error = { code: 500, message: '任务多次意外中断，已停止', can_retry: true, next: null };
  const rows = await Promise.all(ids.map((id) => analysed(app, id, ['waiting'])));
  const [crashed, cancelled] = rows.map(({ analysis_task_id }) => analysis_task_id ?? '');
  await app.db
    .update(task)
    .set({ status: 'failed', error })
    .where(eq(task.task_id, crashed ?? ''));
  await app.db
    .update(task)
    .set({ status: 'canceled' })
    .where(eq(task.task_id, cancelled ?? ''));
  await settleAnalysis(app);
  expect(await analysed(app, ids[0] ?? '')).toMatchObject({
    analysis_status: 'failed',
    analysis_message: error.message,
  });
  expect(await analysed(app, ids[1] ?? '', ['stopped'])).toMatchObject({ analysis_message: null });
  expect(await readInfo(app.db, project_id)).toMatchObject({ analysis_total: 0, all_total: 2, failed_total: 1 });
});
