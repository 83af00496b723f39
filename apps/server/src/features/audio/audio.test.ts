import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { LABEL_CLAUSE } from '@mixreel/contract';
import { decodeMono, writeMono } from '@mixreel/media';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#db/id.ts';
import { eq, inArray, sql } from '#db/orm.ts';
import { document } from '#features/document/document.tables.ts';
import { addFile } from '#features/file/add-file.ts';
import { readQuota } from '#features/file/file.queries.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material_sound } from '#features/material/material.tables.ts';
import { inJob } from '#testing/coffee-agent.ts';
import { textFile } from '#testing/file-store.ts';
import { labelIn } from '#testing/read-label.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';
import { removeOldAudios } from './audio-bin.ts';
import { renderAudio } from './audio.jobs.ts';
import { type AudioRow, requireAudio } from './audio.queries.ts';
import { ai_audio, type Rendition } from './audio.tables.ts';
import { exportAudio } from './export-audio.ts';

const VOICE = 'builtin:zf_xiaoxiao';

async function newAudio(app: TestApp, user: TestUser, texts: string[]) {
  const { data: project } = await app.call('project.add', { project_name: '夏季' }, user);
  const lines = texts.map((text) => ({ line_id: newId(), text, voice_id: VOICE }));
  const { data } = await app.call('audio.add', { project_id: project.project_id, audio_name: '口播', lines }, user);
  return data;
}

async function rendered(app: TestApp, user: TestUser, ai_audio_id: string) {
  const { data } = await app.call('audio.submit', { ai_audio_id }, user);
  expect(data.status).toBe('submitted');
  await expect
    .poll(async () => (await app.call('audio.detail', { ai_audio_id }, user)).data.status)
    .not.toBe('submitted');
  return (await app.call('audio.detail', { ai_audio_id }, user)).data;
}

async function download(app: TestApp, url: string, name: string): Promise<string> {
  const response = await fetch(new URL(url, app.url));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain('attachment');
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const path = join(dir, name);
  writeFileSync(path, new Uint8Array(await response.arrayBuffer()));
  return path;
}

test('a piece is spoken, mixed, exported in every format with its label, and saved as a material', async () => {
  const app = await createTestApp({ work: true });
  const user = await app.signIn();
  const piece = await newAudio(app, user, ['第一。', '', '第二！']);
  const done = await rendered(app, user, piece.ai_audio_id);
  expect(done).toMatchObject({ status: 'done', error: null, is_stale: false });
  expect(done.line_times).toHaveLength(2);
  const named = await app.call(
    'audio.update',
    { ai_audio_id: piece.ai_audio_id, revision: 1, audio_name: '新名' },
    user,
  );
  expect(named.data.is_stale).toBe(false);
  const louder = { ai_audio_id: piece.ai_audio_id, revision: 2, target_lufs: -12 };
  expect((await app.call('audio.update', louder, user)).data.is_stale).toBe(true);
  const back = { ...louder, revision: 3, target_lufs: -14 };
  expect((await app.call('audio.update', back, user)).data.is_stale).toBe(false);
  const [first, second] = done.line_times;
  expect(second?.start).toBeCloseTo((first?.end ?? 0) + 0.3, 2);
  expect(Math.abs(done.peaks.length - (done.duration ?? 0) * 50)).toBeLessThan(3);

  for (const format of ['mp3', 'm4a', 'wav'] as const) {
    const { data } = await app.call('audio.export', { ai_audio_id: piece.ai_audio_id, format }, user);
    const path = await download(app, data.url, data.file_name);
    const samples = await decodeMono(app.tools, path, { rate: 16_000 });
    expect(samples.length / 16_000).toBeCloseTo(done.duration ?? 0, 0);
    expect(await labelOf(app, path)).toMatchObject({ Label: '1', ProduceID: `${piece.ai_audio_id}-1` });
  }
  const srt = await app.call('audio.export', { ai_audio_id: piece.ai_audio_id, format: 'srt' }, user);
  const text = await (await fetch(new URL(srt.data.url, app.url))).text();
  expect(text).toMatch(/00:00:0\d,\d{3} --> /);
  expect(text.replace(/[^\p{Script=Han}]/gu, '')).toBe('第一第二');

  const { data: saved } = await app.call('audio.save', { ai_audio_id: piece.ai_audio_id }, user);
  const { data: list } = await app.call(
    'material.list',
    { project_id: piece.project_id, material_type: 'audio' },
    user,
  );
  expect(list.items[0]).toMatchObject({
    material_id: saved.material_id,
    material_source: 'ai_generate',
    ai_origin: true,
  });
  const [sound] = await app.db.select().from(material_sound);
  expect(sound?.words.map(({ text: word }) => word).join('')).toBe('第一第二');

  // The material keeps its file when the piece is made anew.
  await rendered(app, user, piece.ai_audio_id);
  const kept = list.items[0]?.vlc_id ?? '';
  expect(await app.call('file.jumpLink', { vlc_id: kept }, user)).toMatchObject({ code: 0 });

  const line = { text: '第二！', voice_id: VOICE };
  const { data: said } = await app.call('voice.speak', line, user);
  const spoken = await fetch(new URL(said.audio_url, app.url));
  expect(await labelIn(app, 'a.mp3', Buffer.from(await spoken.arrayBuffer()))).toMatchObject({ Label: '1' });

  // The ear is told too, unless the space answers for that itself.
  const { ai_audio_id, project_id } = piece;
  const duty = { project_id, clause_version: LABEL_CLAUSE.version } as const;
  await app.call('label.updateDuty', { ...duty, is_accepted: true }, user);
  expect((await app.call('audio.detail', { ai_audio_id }, user)).data.is_stale).toBe(true);
  const bare = await rendered(app, user, ai_audio_id);
  expect(bare.is_stale).toBe(false);
  expect((done.duration ?? 0) - (bare.duration ?? 0)).toBeGreaterThan(1);
  const { data: wav } = await app.call('audio.export', { ai_audio_id, format: 'wav' }, user);
  expect(await labelOf(app, await download(app, wav.url, wav.file_name))).toMatchObject({ Label: '1' });
  expect((await app.call('label.log', { project_id }, user)).data.items).toMatchObject([{ file_name: wav.file_name }]);
  await app.call('label.updateDuty', { ...duty, is_accepted: false }, user);
  const refused = await app.call('audio.export', { ai_audio_id, format: 'mp3' }, user);
  expect(refused.message).toContain('请重新合成');
});

function labelOf(app: TestApp, path: string) {
  return labelIn(app, path, readFileSync(path));
}

test('two people who edit the same piece do not overwrite each other', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const piece = await newAudio(app, user, ['第一版']);
  const change = (text: string, revision: number) =>
    app.call(
      'audio.update',
      { ai_audio_id: piece.ai_audio_id, revision, lines: [{ line_id: 'l1', text, voice_id: VOICE }] },
      user,
    );
  expect(await change('第二版', 1)).toMatchObject({ code: 0, data: { revision: 2 } });
  const late = await change('又一版', 1);
  expect(late).toMatchObject({ code: 409, data: { revision: 2, lines: [{ text: '第二版' }] } });
});

test('a piece that is cancelled can be changed and submitted again', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const piece = await newAudio(app, user, ['一句话']);
  const { data } = await app.call('audio.submit', { ai_audio_id: piece.ai_audio_id }, user);
  expect(await app.call('audio.submit', { ai_audio_id: piece.ai_audio_id }, user)).toMatchObject({ code: 409 });
  await app.call('task.cancel', { task_id: data.task_id ?? '' }, user);
  expect((await app.call('audio.detail', { ai_audio_id: piece.ai_audio_id }, user)).data.status).toBe('draft');
  expect(await app.call('audio.submit', { ai_audio_id: piece.ai_audio_id }, user)).toMatchObject({ code: 0 });
});

test('a piece without words, and an export before there is anything, are refused', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const piece = await newAudio(app, user, ['  ']);
  const { ai_audio_id } = piece;
  expect(await app.call('audio.submit', { ai_audio_id }, user)).toMatchObject({ code: 400 });
  expect(await app.call('audio.export', { ai_audio_id, format: 'mp3' }, user)).toMatchObject({ code: 400 });
  expect(await app.call('audio.save', { ai_audio_id }, user)).toMatchObject({ code: 400 });
  const music = { music_id: 'nobody' };
  expect(await app.call('audio.update', { ai_audio_id, revision: 1, music }, user)).toMatchObject({ code: 400 });
});

test('music whose licence does not cover the project blocks the export of sound, and says why', async () => {
  const app = await createTestApp({ work: true });
  const user = await app.signIn();
  const piece = await newAudio(app, user, ['第一。']);
  const { ai_audio_id, project_id } = piece;
  await app.call('project.update', { project_id, target_platforms: ['douyin'] }, user);
  const path = app.scratch.file('.mp3');
  await writeMono(app.tools, new Float32Array(48_000).fill(0.1), path, { rate: 24_000, format: 'mp3', label: null });
  const licence = {
    licence: 'purchased' as const,
    licence_text: '限 TikTok',
    source: '订单',
    platforms: ['tiktok' as const],
  };
  const content_base64 = readFileSync(path).toString('base64');
  const { data: music } = await app.call(
    'music.add',
    { title: '曲', licence, file_name: 'a.mp3', content_base64 },
    user,
  );
  await app.call('audio.update', { ai_audio_id, revision: 1, music: { music_id: music.music_id } }, user);
  const done = await rendered(app, user, ai_audio_id);
  expect(done).toMatchObject({ status: 'done', music_title: '曲', music_problem: { blocks: true } });
  const answer = await app.call('audio.export', { ai_audio_id, format: 'mp3' }, user);
  expect(answer).toMatchObject({ code: 400, message: expect.stringContaining('TikTok') });
  await app.call('project.update', { project_id, target_platforms: ['tiktok'] }, user);
  expect(await app.call('audio.export', { ai_audio_id, format: 'mp3' }, user)).toMatchObject({ code: 0 });
});

test('a deleted piece is gone from the list and can be brought back', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { ai_audio_id, project_id } = await newAudio(app, user, ['一句话']);
  await app.call('audio.delete', { ai_audio_id }, user);
  expect((await app.call('audio.list', { project_id }, user)).data.items).toEqual([]);
  expect(await app.call('audio.detail', { ai_audio_id }, user)).toMatchObject({ code: 404 });
  await app.call('audio.restore', { ai_audio_id }, user);
  expect((await app.call('audio.list', { project_id }, user)).data.items).toMatchObject([
    { ai_audio_id, line_count: 1, first_line: '一句话', status: 'draft', music_title: null },
  ]);
});

/** A piece that was made before, without waiting for voices. */
async function madeAudio(app: TestApp, user: TestUser) {
  const piece = await newAudio(app, user, ['一句话']);
  const { ai_audio_id } = piece;
  const row = await requireAudio(app.db, user.space_id, ai_audio_id);
  const add = async (content: string) => {
    const source = Readable.from([content]);
    return (await addFile(app.db, app.storage, { ...textFile(user.space_id), source })).vlc_id;
  };
  const times = [{ line_id: 'l1', start: 0, end: 1, text: '一句话' }];
  const files = { flac: await add('flac'), mp3: await add('mp3') };
  const rendition: Rendition = {
    revision: 1,
    content: '',
    duration: 1,
    mark: null,
    lines: times,
    words: [],
    peaks: [],
    files,
  };
  const setRendition = (to: Rendition) =>
    app.db.update(ai_audio).set({ rendition: to }).where(eq(ai_audio.ai_audio_id, ai_audio_id));
  await setRendition(rendition);
  const used = async () => (await readQuota(app.db, user.space_id)).used_bytes;
  return { ...piece, row: { ...row, rendition }, rendition, add, setRendition, used };
}

test('a piece that was deleted long ago, or went with its project, is gone with its history and its files', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const alone = await madeAudio(app, user);
  const held = await madeAudio(app, user);
  await app.db.update(ai_audio).set({ material_id: 'm' }).where(eq(ai_audio.ai_audio_id, held.ai_audio_id));
  await app.call('audio.delete', { ai_audio_id: alone.ai_audio_id }, user);
  await app.call('project.delete', { project_id: held.project_id }, user);
  expect(await app.call('audio.detail', { ai_audio_id: held.ai_audio_id }, user)).toMatchObject({ code: 404 });
  expect((await app.call('audio.restore', { ai_audio_id: held.ai_audio_id }, user)).message).toContain('项目');
  await removeOldAudios(app);
  expect(await app.db.$count(ai_audio)).toBe(2);

  await app.db.update(document).set({ deleted_at: sql`now() - interval '31 days'` });
  await removeOldAudios(app);
  for (const table of [ai_audio, document]) expect(await app.db.$count(table)).toBe(0);
  // What was saved as a material is the material's.
  const left = await app.db.select({ vlc_id: vlc_file.vlc_id }).from(vlc_file);
  expect(left).toEqual([{ vlc_id: held.rendition.files['mp3'] }]);
  expect(await alone.used()).toBe('mp3'.length);
});

test('exporting a piece that is made anew meanwhile leaves what was made, and says to export again', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { row, rendition, add, setRendition, used } = await madeAudio(app, user);
  const exporting = (as: AudioRow) =>
    exportAudio(app, as, 'srt', { user_uid: user.user_uid, signal: new AbortController().signal });
  const newer = { ...rendition, duration: 2, files: { flac: await add('newer flac'), mp3: await add('newer mp3') } };
  await setRendition(newer);
  const before = await used();
  await expect(exporting(row)).rejects.toThrow('请再导出一次');
  const now = await requireAudio(app.db, user.space_id, row.ai_audio_id);
  expect([now.rendition, await used()]).toEqual([newer, before]);
  const srt = await exporting(now);
  const { rendition: kept } = await requireAudio(app.db, user.space_id, row.ai_audio_id);
  expect(kept).toEqual({ ...newer, files: { ...newer.files, srt } });
});

test('an attempt that comes again keeps what it has made, and one that was overtaken changes nothing', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { ai_audio_id, project_id } = await newAudio(app, user, ['你好']);
  const submit = async () => {
    const { data } = await app.call('audio.submit', { ai_audio_id }, user);
    return inJob(app, {
      task_id: data.task_id!,
      space_id: user.space_id,
      project_id,
      user_uid: user.user_uid,
      attempt: 1,
    });
  };
  const job = await submit();
  await renderAudio.run({ ai_audio_id }, job);
  const first = await requireAudio(app.db, user.space_id, ai_audio_id);
  await renderAudio.run({ ai_audio_id }, job);
  const again = await requireAudio(app.db, user.space_id, ai_audio_id);
  expect(again.rendition).toEqual(first.rendition);
  const isThere = async () => app.db.$count(vlc_file, inArray(vlc_file.vlc_id, Object.values(again.rendition!.files)));
  expect(await isThere()).toBe(2);
  await app.db.update(ai_audio).set({ status: 'done' }).where(eq(ai_audio.ai_audio_id, ai_audio_id));
  await submit();
  await expect(renderAudio.run({ ai_audio_id }, job)).rejects.toThrow('后来又合成过');
  expect(await isThere()).toBe(2);
});

test('pieces are found by their name and by their first line, and say which music they have', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { project_id, ai_audio_id } = await newAudio(app, user, ['夏日清仓，全场五折', '第二行']);
  const [music] = (await app.call('music.list', { page_size: 1 }, user)).data.items;
  const change = { music: { music_id: music?.music_id ?? '' } };
  expect(await app.call('audio.update', { ai_audio_id, revision: 1, ...change }, user)).toMatchObject({ code: 0 });
  const found = async (keyword: string) => (await app.call('audio.list', { project_id, keyword }, user)).data.items;
  expect(await found('口播')).toHaveLength(1);
  expect(await found('清仓')).toMatchObject([{ ai_audio_id, music_title: music?.title }]);
  expect(await found('第二行')).toEqual([]);
  expect(await found('%')).toEqual([]);
});

test('a script is parsed from a file, with its ids in the address as the specification has them', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { project_id } = await newAudio(app, user, []);
  const response = await fetch(`${app.url}/api/ai_audio/file_parse?project_id=${project_id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${user.token}` },
    body: JSON.stringify({ file_name: 'a.txt', content_base64: Buffer.from('第一行\n第二行').toString('base64') }),
  });
  expect(await response.json()).toMatchObject({ code: 0, data: { lines: [{ text: '第一行' }, { text: '第二行' }] } });
});
