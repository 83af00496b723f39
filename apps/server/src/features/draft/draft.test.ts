import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { Timeline } from '@mixreel/contract';
import { unzipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { label_log } from '#features/label/label.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { realFilm } from '#testing/films.ts';
import { lintDraft } from '#testing/lint-draft.ts';
import { filmMix, listOf, until } from '#testing/mixed-films.ts';
import { addProject } from '#testing/mixes.ts';
import { labelIn } from '#testing/read-label.ts';
import { drawSmall } from '#testing/small-canvas.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import type { TestApp, TestUser } from '#testing/test-app.ts';

drawSmall();

const ENDED = ['succeeded', 'partial', 'failed', 'canceled'];

function tempDir(): string {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  return dir;
}

type Wish = Parameters<typeof add>[2];

async function add(
  app: TestApp,
  user: TestUser,
  wish: {
    project_id: string;
    artwork_ids?: string[];
    candidate_ids?: string[];
    format?: 'draft' | 'otio' | 'fcpxml' | 'srt';
    profile?: 'jianying_5' | 'jianying_6' | 'capcut';
  },
) {
  return app.call('draft.add', wish, user);
}

/** Exports and unpacks: every file of the archive by name, and the folder they lie in. */
async function exported(app: TestApp, user: TestUser, wish: Wish, into = tempDir()) {
  const { data, message } = await add(app, user, wish);
  if (!data) throw new Error(message);
  return downloaded(app, user, data.task_id, into);
}

async function downloaded(app: TestApp, user: TestUser, task_id: string, into = tempDir()) {
  const ended = await until(
    async () => (await app.call('draft.status', { task_id }, user)).data,
    ({ status }) => ENDED.includes(status),
  );
  if (!ended.url) throw new Error(`${ended.status}: ${ended.error}`);
  const bytes = Buffer.from(await (await fetch(`${app.url}${ended.url}`)).arrayBuffer());
  const files = unzipSync(bytes);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(into, name)), { recursive: true });
    writeFileSync(join(into, name), content);
  }
  return { ...ended, task_id, names: Object.keys(files), folder: into, size: bytes.length };
}

function faultsIn(folder: string) {
  return lintDraft(folder, { probeMedia: true }).filter(({ code }) => code !== 'unknown-effect-slug');
}

function named(text: string, pattern: RegExp): Set<string> {
  return new Set(Array.from(text.matchAll(pattern), ([, file]) => decodeURIComponent(file ?? '')));
}

type Track = { name: string; segments: { target_timerange: { start: number; duration: number } }[] };

function readDraft(folder: string) {
  const draft = JSON.parse(readFileSync(join(folder, 'draft_content.json'), 'utf8')) as {
    duration: number;
    tracks: Track[];
  };
  const times = (name: string) =>
    draft.tracks
      .filter((track) => track.name === name)
      .flatMap(({ segments }) =>
        segments.map(({ target_timerange: { start, duration } }) => [start, start + duration]),
      );
  return { ...draft, times };
}

function plannedShots({ cuts, fps, frames }: Timeline): number[][] {
  const at = (frame: number) => Math.round((frame * 1e6) / fps);
  return cuts.map((cut, n) => [at(cut.start_frame), at(cuts[n + 1]?.start_frame ?? frames)]);
}

/** A mix of two shots, and two candidates of it. */
async function planned() {
  // Nobody has to understand the films: without models their analysis takes no time.
  const world = await filmMix([2, 1], { work: true, env: { PACKS_DIR: tempDir(), WORKER_CORES: '4' } });
  const { app, ann, mproject_id } = world;
  await app.call('candidate.plan', { mproject_id, count: 2 }, ann);
  const candidates = (await listOf(app, mproject_id, ann)).map(({ candidate_id }) => candidate_id);
  return { ...world, candidates };
}

/** The same, and a finished video of the first. */
async function finished() {
  const world = await planned();
  const { app, ann, mproject_id, project_id } = world;
  const { data } = await app.call('candidate.export', { mproject_id, best: 1 }, ann);
  await until(
    async () => (await app.call('task.check', { task_ids: [data.task_id] }, ann)).data.items[0],
    (task) => ENDED.includes(task?.status ?? ''),
  );
  const [video] = await app.db.select().from(artwork).where(eq(artwork.project_id, project_id));
  return { ...world, video: video! };
}

test('a finished video becomes a draft with its files in it, cut as the video is', async () => {
  const { app, ann, project_id, video } = await finished();
  const { names, folder, notes } = await exported(app, ann, { project_id, artwork_ids: [video.artwork_id] });
  const name = video.artwork_name;
  expect(names).toEqual(
    expect.arrayContaining([
      '说明.txt',
      'drafts.json',
      'install.cmd',
      'install.ps1',
      'install.command',
      'install.mjs',
      `${name}/draft_content.json`,
      `${name}/draft_info.json`,
      `${name}/draft_meta_info.json`,
      `${name}/draft_cover.jpg`,
    ]),
  );
  expect(notes.join()).toContain('没有做统一响度');
  const filter = { ...video.timeline!.cuts[0]!.filter, filter_key: 'black-gold' };
  const cuts = video.timeline!.cuts.map((cut) => ({ ...cut, filter }));
  await app.db.update(artwork).set({ timeline: { ...video.timeline!, cuts } });
  const asked = { project_id, artwork_ids: [video.artwork_id], profile: 'capcut' as const };
  const { data: before } = await app.call('draft.notes', asked, ann);
  expect(before.notes.join()).toContain('没有对应的效果，请在剪辑软件里另选');
  const { times, duration } = readDraft(join(folder, name));
  const timeline = video.timeline!;
  expect(times('画面')).toEqual(plannedShots(timeline));
  expect(duration).toBe(Math.round((timeline.frames * 1e6) / timeline.fps));

  const root = tempDir();
  const { status } = spawnSync(process.execPath, [join(folder, 'install.mjs'), root]);
  expect(status).toBe(0);
  expect(faultsIn(join(root, name))).toEqual([]);

  // The films are those that were uploaded, bit by bit.
  const uploaded = await app.db
    .select({ sha256: vlc_file.sha256, material_id: material.material_id })
    .from(material)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id));
  const used = video.timeline!.cuts.map(({ material_id }) => material_id);
  const sources = await Promise.all(
    uploaded.filter(({ material_id }) => used.includes(material_id)).map(({ sha256 }) => app.storage.open(sha256)),
  );
  const packed = names.filter((name) => name.includes('/Resources/video/'));
  expect(packed).toHaveLength(sources.length);
  const contents = packed.map((name) => readFileSync(join(folder, name)).toString('base64'));
  for (const { path } of sources) expect(contents).toContain(readFileSync(path).toString('base64'));
});

test('candidates and finished videos go into one archive, each in its folder', async () => {
  const { app, ann, project_id, video, candidates } = await finished();
  await app.db.update(artwork).set({ artwork_name: '长'.repeat(100) });
  const wish = { project_id, artwork_ids: [video.artwork_id], candidate_ids: candidates, profile: 'capcut' as const };
  const { names, file_name, status } = await exported(app, ann, wish);
  expect(status).toBe('succeeded');
  // Short enough to be unpacked where no path is longer than 260 letters.
  const short = '长'.repeat(60);
  expect(file_name).toBe(`${short} 等 3 条 草稿.zip`);
  const folders = new Set(names.filter((name) => name.includes('/')).map((name) => name.split('/')[0]));
  expect(folders).toEqual(new Set([short, '夏季上新 1', '夏季上新 2']));
});

test('with my own folder of drafts the paths are right at once', async () => {
  const { app, ann, project_id, candidates } = await planned();
  const root = tempDir();
  const { data: setting } = await app.call('draft.updateSetting', { profile: 'jianying_6', draft_root: root }, ann);
  expect(setting).toEqual({ profile: 'jianying_6', markers: null, draft_root: root });
  await exported(app, ann, { project_id, candidate_ids: candidates.slice(0, 1) }, root);
  expect(faultsIn(join(root, '夏季上新 1'))).toEqual([]);
});

test('a material that is gone leaves a black picture in its place, and a note', async () => {
  const { app, ann, project_id, video } = await finished();
  const lost = video.timeline!.cuts[1]!;
  const [file] = await app.db.select().from(vlc_file).where(eq(vlc_file.vlc_id, lost.vlc_id));
  await app.storage.remove(file!.sha256);
  const silent = await realFilm(app, ann, project_id, await app.media.film({ hasSound: false }));
  const bed = { volume: 1, fade_in: 0, fade_out: 0, duck_db: 0, is_ai: false };
  const music = { ...bed, music_id: null, material_id: silent, title: '无声', source_start: 0 };
  await app.db.update(artwork).set({ timeline: { ...video.timeline!, music } });
  const { folder, notes, names } = await exported(app, ann, { project_id, artwork_ids: [video.artwork_id] });
  expect(notes).toContain(`第 2 个镜头：素材「${lost.material_name}」已不在或读不出，用黑场占位，请替换`);
  expect(notes).toContain('音乐「无声」已不在或读不出，没有放进来');
  expect(names).toContain(`${video.artwork_name}/Resources/video/缺失素材.png`);
  expect(readDraft(join(folder, video.artwork_name)).times('画面')).toEqual(plannedShots(video.timeline!));
});

test('a video without a record of how it was cut is refused in words, and left out among others', async () => {
  const { app, ann, project_id, mproject_id, video, candidates } = await finished();
  const old = video.artwork_id;
  await app.db.update(artwork).set({ timeline: null }).where(eq(artwork.artwork_id, old));
  const refused = await add(app, ann, { project_id, artwork_ids: [old] });
  expect(refused.message).toContain('没有剪辑记录');
  // What has no equal over there is told of candidates too, before anything is spoken or written.
  const { revision } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const rights = { licence: 'own', consent: 'missing', region: '', expires_at: null, note: '' } as const;
  const { material_id } = video.timeline!.cuts[0]!;
  await app.call('material.update', { material_id, rights }, ann);
  const config = { filter: { filter_key: 'black-gold' } };
  await app.call('mix.updateConfig', { mproject_id, revision, config }, ann);
  const asked = { project_id, candidate_ids: candidates, profile: 'capcut' as const };
  const { data: before } = await app.call('draft.notes', asked, ann);
  const consent = expect.stringContaining('里的人还没有同意出镜');
  expect(before.notes).toEqual([consent, expect.stringMatching(/^滤镜「.*」没有对应的效果/)]);
  const wish = { project_id, artwork_ids: [old], candidate_ids: candidates };
  const { status, notes, task_id } = await exported(app, ann, wish);
  expect(status).toBe('partial');
  expect(notes.join()).toContain(`成片「${video.artwork_name}」没有剪辑记录`);
  expect(notes).toContainEqual(consent);
  // What was missing is there again: trying again gives an archive with it.
  await app.db.update(artwork).set({ timeline: video.timeline }).where(eq(artwork.artwork_id, old));
  await app.call('task.retry', { task_id }, ann);
  const again = await downloaded(app, ann, task_id);
  expect([again.status, again.names.includes(`${video.artwork_name}/draft_content.json`)]).toEqual(['succeeded', true]);
});

test('nothing of another space or project can be exported', async () => {
  const { app, ann, project_id, video, candidates } = await finished();
  const stranger = await app.signIn({ name: '外人' });
  const theirs = await addProject(app, stranger, stranger.space_id);
  const own = await addProject(app, ann, ann.space_id);
  const [artwork_ids, candidate_ids] = [[video.artwork_id], candidates];
  expect((await add(app, stranger, { project_id, artwork_ids })).code).not.toBe(0);
  for (const [user, elsewhere] of [
    [stranger, theirs],
    [ann, own],
  ] as const) {
    expect((await add(app, user, { project_id: elsewhere, artwork_ids })).message).toContain('有成片不存在');
    expect((await add(app, user, { project_id: elsewhere, candidate_ids })).message).toContain('有候选不存在');
  }
  expect((await add(app, ann, { project_id })).message).toBe('请先选择成片或候选');
});

test('what a machine made says so in every file, and on the picture unless the space has taken that duty', async () => {
  const { app, ann, project_id, mproject_id, films, candidates } = await planned();
  await app.db.update(material).set({ ai_origin: true }).where(eq(material.material_id, films[2]!));
  const sound = await realFilm(app, ann, project_id, await app.media.sound({ extension: 'mp3' }));
  await app.db.update(material).set({ material_type: 'audio', ai_origin: true }).where(eq(material.material_id, sound));
  const { shootings } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const { shooting_id, revision, scripts } = shootings[0]!;
  const spoken = scripts.map((script) => ({ ...script, recording_material_id: sound }));
  await app.call('shooting.update', { shooting_id, revision, scripts: spoken }, ann);

  const logo = await realFilm(app, ann, project_id, await app.media.picture());
  await app.db.update(material).set({ ai_origin: true }).where(eq(material.material_id, logo));
  const config = { logo: { material_id: logo } };
  expect((await app.call('mix.updateConfig', { mproject_id, revision: 1, config }, ann)).message).toBe('');

  const wish = { project_id, candidate_ids: candidates.slice(0, 1) };
  const { folder, names } = await exported(app, ann, wish);
  const labels = new Map<string, string | undefined>();
  for (const name of names.filter((one) => one.includes('/Resources/') || one.endsWith('draft_cover.jpg'))) {
    const label = await labelIn(app, name, readFileSync(join(folder, name)));
    if (label) labels.set(name.endsWith('cover.jpg') ? 'cover' : extname(name), label['Label']);
  }
  // What people only declared, and what we encoded ourselves.
  expect(Object.fromEntries(labels)).toEqual({ '.mp4': '2', '.jpg': '2', '.m4a': '1', cover: '1' });
  const [mark] = readDraft(join(folder, '夏季上新 1')).times('AI 标识');
  expect(mark![0]).toBe(0);
  expect(await app.db.$count(label_log)).toBe(0);

  const otio = await exported(app, ann, { ...wish, format: 'otio' });
  expect(JSON.parse(readFileSync(join(otio.folder, '夏季上新 1.otio'), 'utf8')).tracks.children[1].name).toBe(
    'AI 标识',
  );

  await app.call('label.updateDuty', { project_id, is_accepted: true, clause_version: 1 }, ann);
  const bare = await exported(app, ann, wish);
  expect(readDraft(join(bare.folder, '夏季上新 1')).times('AI 标识')).toEqual([]);
  const [line] = await app.db.select().from(label_log);
  expect(line).toMatchObject({ user_uid: ann.user_uid, file_name: '夏季上新 1 草稿' });
});

test('OTIO, FCPXML and SRT come with the files they name', async () => {
  const { app, ann, project_id, candidates } = await planned();
  const wish = { project_id, candidate_ids: candidates.slice(0, 1) };
  const srt = await exported(app, ann, { ...wish, format: 'srt' });
  expect(srt.names).toEqual(['夏季上新 1.srt']);
  expect(readFileSync(join(srt.folder, '夏季上新 1.srt'), 'utf8')).toContain('第1句');

  const otio = await exported(app, ann, { ...wish, format: 'otio' });
  const inOtio = named(readFileSync(join(otio.folder, '夏季上新 1.otio'), 'utf8'), /"target_url": "(.*?)"/g);
  expect(inOtio.size).toBe(2);
  expect(otio.names).toEqual(expect.arrayContaining([...inOtio]));
  expect(otio.names).toContain('夏季上新 1.srt');

  const fcpxml = await exported(app, ann, { ...wish, format: 'fcpxml' });
  const inXml = named(readFileSync(join(fcpxml.folder, '夏季上新 1.fcpxml'), 'utf8'), /src="\.\/(.*?)"/g);
  expect(inXml).toEqual(inOtio);
  // As people know them, not by numbers.
  expect([...inXml].every((name) => !/media-\d/.test(name))).toBe(true);
  expect(fcpxml.names).toEqual(expect.arrayContaining([...inXml]));
});

test('a cancelled export ends, and says so', async () => {
  const { app, ann, project_id, mproject_id } = await filmMix([1, 1]);
  await app.call('candidate.plan', { mproject_id, count: 1 }, ann);
  const [one] = await listOf(app, mproject_id, ann);
  const { data } = await add(app, ann, { project_id, candidate_ids: [one!.candidate_id] });
  await app.call('task.cancel', { task_id: data.task_id }, ann);
  const { data: told } = await app.call('draft.status', { task_id: data.task_id }, ann);
  expect(told).toMatchObject({ status: 'canceled', url: null });
});

test('the markers of my own empty draft are taken over, and can be forgotten', async () => {
  const { app, ann, project_id, candidates } = await planned();
  const platform = { app_id: 359289, app_source: 'cc', app_version: '9.2.8', os: 'mac', device_id: 'secret' };
  const text = JSON.stringify({ platform, new_version: '183.0.0', version: 360000, tracks: [] });
  const { data: read } = await app.call('draft.readMarkers', { text }, ann);
  const markers = {
    app_id: 359289,
    app_source: 'cc',
    app_version: '9.2.8',
    new_version: '183.0.0',
    version: 360000,
    os: 'mac',
  };
  expect(read).toEqual({ profile: 'capcut', markers, draft_root: '' });
  const { folder } = await exported(app, ann, { project_id, candidate_ids: candidates.slice(0, 1) });
  const written = readFileSync(join(folder, '夏季上新 1/draft_info.json'), 'utf8');
  expect(JSON.parse(written)).toMatchObject({ new_version: '183.0.0', platform: { app_version: '9.2.8', os: 'mac' } });
  expect(written).not.toContain('secret');

  await app.call('draft.forgetMarkers', {}, ann);
  expect((await app.call('draft.setting', {}, ann)).data).toEqual({ profile: 'capcut', markers: null, draft_root: '' });
  const encrypted = await app.call('draft.readMarkers', { text: 'fTxRb0Zk9s2W==' }, ann);
  expect(encrypted.message).toContain('加密');
  for (const text of ['{"name":"不是草稿"}', `MZ\u{FFFD}\u{3}`]) {
    expect((await app.call('draft.readMarkers', { text }, ann)).message).toContain('这不是草稿文件');
  }
  const vague = await app.call('draft.updateSetting', { draft_root: '草稿' }, ann);
  expect(vague.message).toContain('请填写完整的草稿目录');
  const { data: set } = await app.call('draft.updateSetting', { draft_root: 'D:\\JianyingPro Drafts' }, ann);
  expect(set.draft_root).toBe('D:\\JianyingPro Drafts');
});
