/** A face that may no longer be shown leaves by no way: neither its pictures nor whatever was made of them, however often. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  CLEAN_DECLARATION,
  type CleanMark,
  DEFAULT_MIX_CONFIG,
  type Envelope,
  FACE_CONSENT,
  type Timeline,
} from '@mixreel/contract';
import { sheetContentOf } from '@mixreel/contract/sheet';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#db/id.ts';
import { and, eq, sql } from '#db/orm.ts';
import { addFile } from '#features/file/add-file.ts';
import { collectGarbage } from '#features/file/collect-garbage.ts';
import { content_source, vlc_file } from '#features/file/file.tables.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { ai_generation } from '#features/generate/generate.tables.ts';
import { noteShown, readWithheld, withhold } from '#features/label/withheld.ts';
import { material } from '#features/material/material.tables.ts';
import { addMaterial } from '#features/upload/add-material.ts';
import { addDir, addVideo, wordsOn } from '#testing/finished-videos.ts';
import { knownMaterial, testProject } from '#testing/materials.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';
import { face } from './face.tables.ts';
import { withholdLate } from './withdraw-face.ts';

/** A picture of the face over all of another one. */
const STICKER: Omit<CleanMark, 'cover'> = {
  mark_id: 'm1',
  kind: 'drawn',
  text: '',
  is_on: true,
  start_ms: 0,
  end_ms: 0,
  keys: [{ at_ms: 0, box: { x: 0, y: 0, width: 0.5, height: 0.5 } }],
  way: 'sticker',
  is_strokes: false,
  colour: '#000000',
};
const ENDED = ['succeeded', 'partial', 'failed', 'canceled'];

/** The words with which something is refused at once, or by the task that it put in line. */
async function refusal(app: TestApp, user: TestUser, leave: () => Promise<unknown>): Promise<string> {
  const said = (await leave().catch((error: unknown) => ({ message: String(error) }))) as {
    message: string;
    data?: { task_id?: string; task_ids?: string[]; url?: string; message?: string | null; refused?: object[] } | null;
  };
  if (!said.data) return said.message;
  const { task_id, task_ids = [], url } = said.data;
  if (url) return (await fetch(`${app.url}${url}`)).text();
  const tasks = [task_id, ...task_ids].filter((id) => id !== undefined);
  if (tasks.length === 0) return JSON.stringify(said.data);
  return (await ended(app, user, tasks[0]!))?.error?.message ?? '';
}

async function ended(app: TestApp, user: TestUser, task_id: string) {
  const read = async () => (await app.call('task.check', { task_ids: [task_id] }, user)).data.items[0];
  await expect
    .poll(async () => ENDED.includes((await read())?.status ?? ''), { interval: 20, timeout: 60_000 })
    .toBe(true);
  return read();
}

function data<T>({ data: given, message }: Envelope<T>): T {
  expect(message).toBe('');
  return given;
}

async function world() {
  const { dir: PACKS_DIR, remove } = makeTempDir();
  onTestFinished(remove);
  const app = await createTestApp({ work: true, env: { PACKS_DIR } });
  const user = await app.signIn();
  const { space_id, user_uid, name: user_name } = user;
  const project_id = await testProject(app, user);
  const picture = async (colour: string) => {
    const path = app.scratch.file('.png');
    await sharp({ create: { width: 640, height: 640, channels: 3, background: colour } })
      .png()
      .toFile(path);
    return path;
  };
  const path = await picture('#c03030');
  const portrait = await knownMaterial(app, user, project_id, path);
  const other = await knownMaterial(app, user, project_id, await picture('#30c030'));
  const fileOf = async (material_id: string) => {
    const [found] = await app.db
      .select({ file: vlc_file })
      .from(material)
      .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
      .where(eq(material.material_id, material_id));
    return found!.file;
  };
  const { sha256, vlc_id } = await fileOf(portrait);
  const box = { x: 0, y: 0, width: 1, height: 1 };
  const at = new Date().toISOString();
  const consent = { subject: 'self' as const, version: FACE_CONSENT.version, text: '', user_uid, user_name, at };
  const face_id = newId();
  await app.db.insert(face).values({
    face_id,
    space_id,
    face_name: '小红',
    pictures: [{ vlc_id, sha256, box, yaw: 0, pitch: 0, vector: [1] }],
    consent: { ...consent, document: null },
    created_by: user_uid,
  });
  /** A file that shows another content, as what makes files writes it down. */
  const made = async (content: string, content_type: string, shows: string[]) =>
    addFile(app.db, app.storage, {
      space_id,
      created_by: user_uid,
      file_name: content,
      content_type,
      shows,
      source: Readable.from([Buffer.from(content)]),
    });
  const place = { space_id, project_id, user };
  const dir_id = await addDir(app, place, '夏季');
  return { app, user, project_id, path, portrait, other, sha256, vlc_id, face_id, fileOf, made, place, dir_id };
}

test('whatever shows a face is found, and leaves by no call, link, share or job once its consent is taken back', async () => {
  const opened = await world();
  const { app, user, project_id, portrait, other, face_id, fileOf, made, place, dir_id } = opened;
  const { space_id, user_uid } = user;

  // A picture in layers, written out and saved; a poster of the saved one; a film of that; a finished video with it.
  const origin = { from: 'picture' as const, picture: { material_id: portrait } };
  const { sheet_id } = data(await app.call('sheet.add', { project_id, origin }, user));
  const poster = data(await app.call('sheet.export', { sheet_id, format: 'jpg' }, user));
  const saved = data(await app.call('sheet.save', { sheet_id, how: 'new' }, user));
  const animated = await made('film of it.mp4', 'video/mp4', [(await fileOf(saved.material_id)).sha256]);
  const generation = { space_id, project_id, created_by: user_uid, kind: 'video' as const, prompt: '', params: {} };
  const output = {
    marked_vlc_id: null,
    cover_vlc_id: null,
    content_type: 'video/mp4',
    width: 2,
    height: 2,
    duration: 1,
  };
  const generation_id = newId();
  const files = [{ ...output, vlc_id: animated.vlc_id, material_id: null }];
  await app.db.insert(ai_generation).values({ ...generation, generation_id, task_id: 'none', files });
  const mixed = await addVideo(app, place, { dir_id, content: await readFile(await app.media.film()) });
  const { data: video } = await app.call('artwork.detail', { artwork_id: mixed }, user);
  const content = (await app.db.select().from(vlc_file).where(eq(vlc_file.vlc_id, video.vlc_id)))[0]!.sha256;
  await noteShown(app.db, space_id, content, [animated.sha256]);
  // Finished before files knew what they show: with it as its logo, and with it on its cover.
  const timeline: Timeline = {
    ...wordsOn(['好']),
    logo: { material_id: portrait, x: 0, y: 0, width: 0.2, opacity: 1 },
  };
  const logoed = await addVideo(app, place, { dir_id, content: Buffer.from('with a logo'), timeline });
  const covered = await addVideo(app, place, {
    dir_id,
    content: Buffer.from('another'),
    cover: Buffer.from('cover of it'),
    timeline: wordsOn(['好']),
  });
  await app.call('artwork.setCover', { artwork_id: covered, cover: { kind: 'picture', material_id: portrait } }, user);
  const free = await addVideo(app, place, { dir_id, content: Buffer.from('of somebody else') });
  const small = await made('its small picture', 'image/jpeg', []);
  await app.db.update(material).set({ cover_vlc_id: small.vlc_id }).where(eq(material.material_id, portrait));
  const whole = { quality: 'source' as const, allow_download: true };
  const share = data(
    await app.call('share.add', { team_id: space_id, material_ids: [portrait, other], ...whole }, user),
  );
  const { record_uuid } = share;
  const shown = data(await app.call('share.list', { record_uuid }, null)).items.find(
    ({ item_id }) => item_id === portrait,
  );
  const one = data(await app.call('share.download', { record_uuid, item_ids: [portrait] }, null));
  const both = data(await app.call('share.download', { record_uuid }, null));
  const { data: detail } = await app.call('material.detail', { material_id: portrait }, user);
  const { data: cover } = await app.call('artwork.detail', { artwork_id: covered }, user);
  // Asked for while it was allowed, and followed afterwards.
  const links = {
    portrait: detail.cdn_url,
    'its cover for visitors': shown?.cover_url ?? '',
    'shared file': one.url,
    'shared archive': both.url,
    poster: poster.url,
    'saved poster': (await app.call('material.detail', { material_id: saved.material_id }, user)).data.cdn_url,
    film: (await app.call('file.jumpLink', { vlc_id: animated.vlc_id }, user)).data.url,
    'finished video': video.download_url,
    'its archive': (await app.call('download.add', { artwork_ids: [mixed] }, user)).data.url,
    'cover of another': cover.cover_url,
  };
  const follow = async (url: string | null) => {
    const answer = await fetch(`${app.url}${url}`);
    return [answer.status, answer.status === 200 ? '' : await answer.text()];
  };
  for (const [way, url] of Object.entries(links)) expect([way, await follow(url)]).toEqual([way, [200, '']]);
  const before = await app.db.$count(vlc_file);

  const { items } = data(await app.call('face.withdrawFace', { face_id }, user));
  // Whoever opens it in the library is told why it no longer plays.
  const refused = data(await app.call('material.detail', { material_id: portrait }, user));
  expect(refused.withheld).toContain('已撤回');
  expect(data(await app.call('material.detail', { material_id: other }, user)).withheld).toBeNull();
  const kinds = items.map(
    ({ kind, name, is_withheld }) => `${kind} ${is_withheld} ${name.includes('封面') ? '封面' : ''}`,
  );
  expect(kinds.toSorted()).toEqual([
    'artwork true ',
    'artwork true ',
    'artwork true 封面',
    'file true ',
    'file true ',
    'material true ',
    'material true ',
  ]);
  for (const [way, url] of Object.entries(links)) {
    expect([way, await follow(url)]).toEqual([way, [403, expect.stringContaining('已撤回')]]);
  }

  const given = { material_id: portrait };
  const [layer] = sheetContentOf((await app.call('document.open', { document_id: sheet_id }, user)).data.state).layers;
  const row = { name: '一', texts: [], pictures: [{ layer_id: layer!.layer_id, picture: given }] };
  const source = layer!.picture!.source;
  const target = { project_id };
  const printed = items.find(({ kind, name }) => kind === 'file' && name.endsWith('.jpg'));
  const { data: cleaned } = await app.call('clean.add', { project_id, material_ids: [other] }, user);
  await ended(app, user, cleaned.task_ids[0] ?? '');
  const [clean_id = ''] = cleaned.clean_ids;
  const { data: marks } = await app.call('clean.detail', { clean_id }, user);
  const stuck = {
    ...STICKER,
    cover: { material_id: portrait, under: 'colour' as const, text: '', style: DEFAULT_MIX_CONFIG.caption.style },
  };
  await app.call('clean.update', { clean_id, revision: marks.revision, marks: [stuck] }, user);
  const declared = { declaration_version: CLEAN_DECLARATION.version };
  const tus = async () => {
    const upload = { path: opened.path, given: false };
    const new_one = { space_id, project_id, user_uid, file: upload, file_name: 'again.png', material_sub_type: null };
    return addMaterial(app, { ...new_one, material_source: 'user_upload' as const });
  };
  const ways: Record<string, () => Promise<unknown>> = {
    'material.download': () => app.call('material.download', { material_ids: [portrait, other] }, user),
    'share.download': () => app.call('share.download', { record_uuid, item_ids: [portrait] }, null),
    'upload.push': () => app.call('upload.push', { vlc_id: printed!.id, target }, user),
    'upload.push a video': () => app.call('upload.push', { artwork_id: mixed, target }, user),
    'the same file once more': tus,
    'artwork.save': () => app.call('artwork.save', { project_id, vlc_id: animated.vlc_id }, user),
    'artwork.setCover': () =>
      app.call('artwork.setCover', { artwork_id: free, cover: { kind: 'picture', material_id: portrait } }, user),
    'download.add': () => app.call('download.add', { artwork_ids: [mixed, free] }, user),
    'download.add with a logo': () => app.call('download.add', { artwork_ids: [logoed] }, user),
    'draft.add': () => app.call('draft.add', { project_id, artwork_ids: [logoed], format: 'srt' }, user),
    'box.run': () => app.call('box.run', { project_id, tool: 'upscale', ...given, options: {} }, user),
    'box.add': () => app.call('box.add', { project_id, tool: 'upscale', material_ids: [portrait], options: {} }, user),
    'clean.add': () => app.call('clean.add', { project_id, material_ids: [portrait] }, user),
    'clean.make with a sticker': () => app.call('clean.make', { clean_ids: [clean_id], ...declared }, user),
    'face.addProject': () => app.call('face.addProject', { project_id, ...given }, user),
    'face.addFace': () =>
      app.call(
        'face.addFace',
        { project_id, face_name: '又', material_ids: [portrait], subject: 'self', is_adult: true, consent_version: 1 },
        user,
      ),
    'animate.add': () => app.call('animate.add', { project_id, images: [given] }, user),
    'picture.add': () => app.call('picture.add', { project_id, prompt: '新品', references: [given] }, user),
    'picture.add with a logo': () => app.call('picture.add', { project_id, prompt: '新品', logo: given }, user),
    'picture.describe': () => app.call('picture.describe', { project_id, picture: given }, user),
    'generate.save': () => app.call('generate.save', { generation_id }, user),
    'generate.download': () => app.call('generate.download', { generation_id, vlc_id: animated.vlc_id }, user),
    'sheet.add': () => app.call('sheet.add', { project_id, origin }, user),
    'sheet.bring': () => app.call('sheet.bring', { sheet_id, picture: given }, user),
    'sheet.export': () => app.call('sheet.export', { sheet_id, format: 'jpg' }, user),
    'sheet.save': () => app.call('sheet.save', { sheet_id, how: 'new' }, user),
    'sheet.retouch': () => app.call('sheet.retouch', { sheet_id, source, way: 'upscale' }, user),
    'sheet.batch': () => app.call('sheet.batch', { sheet_id, rows: [row] }, user),
  };
  for (const [way, leave] of Object.entries(ways)) {
    expect([way, await refusal(app, user, leave)]).toEqual([way, expect.stringContaining('已撤回')]);
  }
  // Nothing was made by any of them; what shows somebody else goes as before.
  expect(await app.db.$count(vlc_file)).toBe(before);
  expect((await app.call('download.add', { artwork_ids: [free] }, user)).data.url).toContain('/files/');
});

test('what shows a face is found when what lies between is gone for good, and what comes late is withheld once', async () => {
  const { app, user, portrait, sha256, face_id, made } = await world();
  const { space_id } = user;
  const between = await made('between.mp4', 'video/mp4', [sha256]);
  const film = await made('film of it.mp4', 'video/mp4', [between.sha256]);
  const isKnown = () =>
    app.db.$count(
      content_source,
      and(eq(content_source.sha256, film.sha256), eq(content_source.source_sha256, sha256)),
    );
  expect(await isKnown()).toBe(1);
  // As it was written down before.
  await app.db.delete(content_source).where(eq(content_source.source_sha256, sha256));
  await app.db.insert(content_source).values({ space_id, sha256: between.sha256, source_sha256: sha256 });
  await app.pool.query(readFileSync(new URL('../../db/migrations/0052_shown_through.sql', import.meta.url), 'utf8'));
  expect(await isKnown()).toBe(1);
  await removeFiles(app.db, space_id, [between.vlc_id]);
  await collectGarbage(app, { olderThanHours: 0 });

  const { items } = data(await app.call('face.withdrawFace', { face_id }, user));
  expect(items.map(({ kind, id }) => [kind, id])).toEqual([
    ['material', portrait],
    ['file', film.vlc_id],
  ]);

  // One whose transaction ended behind the withdrawal; nothing is written anew that says so already.
  const late = await made('late.mp4', 'video/mp4', []);
  const forgotten = await made('forgotten.mp4', 'video/mp4', []);
  const shows = (one: string) => app.db.insert(content_source).values({ space_id, sha256: one, source_sha256: sha256 });
  const versions = async () => {
    const { rows } = await app.pool.query<{ xmin: string }>('select xmin::text from material order by material_id');
    return rows;
  };
  const before = await versions();
  await shows(late.sha256);
  await withholdLate(app);
  expect(await versions()).toEqual(before);
  expect(await readWithheld(app.db, space_id, [late.sha256])).toHaveProperty('size', 1);
  // Days later nothing can come any more: a library is not searched for it for ever.
  await app.db.update(face).set({ withdrawal: sql`jsonb_set(withdrawal, '{at}', '"2020-01-01T00:00:00Z"')` });
  await shows(forgotten.sha256);
  await withholdLate(app);
  expect(await readWithheld(app.db, space_id, [forgotten.sha256])).toHaveProperty('size', 0);
  await expect(made('new.mp4', 'video/mp4', [sha256])).rejects.toThrow('已撤回');

  // A face is in as many videos as a space has.
  const many = Array.from({ length: 30_000 }, (_, n) => `content ${n}`);
  await withhold(app.db, space_id, many, '同意已撤回');
  expect(await readWithheld(app.db, space_id, many)).toHaveProperty('size', many.length);
});
