/** Everything that leaves the product with a machine's work in it says so inside the file. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { LABEL_CLAUSE, RATIOS } from '@mixreel/contract';
import { aigcLabel, aigcText, labelPicture, labelWav } from '@mixreel/media';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { ANALYSIS_VERSION } from '#features/analysis/understand.jobs.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { analysed, knownMaterial, testMaterial, testProject } from '#testing/materials.ts';
import { filmMix, until } from '#testing/mixed-films.ts';
import { labelIn } from '#testing/read-label.ts';
import { startS3Double } from '#testing/s3-double.ts';
import { drawSmall } from '#testing/small-canvas.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';
import { outgoingFile } from './outgoing.ts';

drawSmall();

const run = promisify(execFile);
const ENDED = ['succeeded', 'partial', 'failed', 'canceled'];
const THEIRS = aigcLabel({ producer: '001191000000MA0000000X10000', contentId: 'elsewhere-1' });

async function take({ url }: TestApp, link: string | null | undefined): Promise<Buffer> {
  const answer = await fetch(`${url}${link}`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function ended(app: TestApp, user: TestUser, task_id: string) {
  return until(
    async () => (await app.call('task.check', { task_ids: [task_id] }, user)).data.items[0],
    (task) => ENDED.includes(task?.status ?? ''),
  );
}

async function exported(app: TestApp, user: TestUser, { project_id, mproject_id }: Record<string, string>) {
  const { data } = await app.call('candidate.export', { mproject_id: mproject_id ?? '' }, user);
  expect((await ended(app, user, data.task_id))?.status).toBe('succeeded');
  return (await app.call('artwork.list', { project_id: project_id ?? '' }, user)).data.items;
}

async function zipped(app: TestApp, user: TestUser, artwork_ids: string[]) {
  const wish = { artwork_ids, with_cover: true, with_manifest: true };
  const { data } = await app.call('download.add', wish, user);
  await ended(app, user, data.task_id ?? '');
  const { data: done } = await app.call('download.status', { task_id: data.task_id ?? '' }, user);
  return Object.entries(unzipSync(await take(app, done.url))).map(
    ([name, bytes]) => [name, Buffer.from(bytes)] as const,
  );
}

/** Labels ask for no model: what is in a picture is nobody's business here. */
function withoutModels(): Record<string, string> {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  return { PACKS_DIR: dir, WORKER_CORES: '4' };
}

async function world(env: Record<string, string> = {}) {
  const app = await createTestApp({ work: true, env: { ...withoutModels(), ...env } });
  const user = await app.signIn();
  return { app, user, project_id: await testProject(app, user) };
}

/** The upper left corner of the first picture. */
async function corner(app: TestApp, video: Buffer): Promise<Buffer> {
  const [path, picture] = [app.scratch.file('.mp4'), app.scratch.file('.png')];
  await writeFile(path, video);
  await run(app.tools.ffmpegPath, ['-v', 'error', '-i', path, '-frames:v', '1', picture]);
  const [width, height] = [RATIOS['9:16'].width / 2, Math.round(RATIOS['9:16'].height / 5)];
  return sharp(picture).extract({ left: 0, top: 0, width, height }).greyscale().raw().toBuffer();
}

test('a mix with machine-made parts: the video, its archive, its cover and what is made of it all say so', async () => {
  const { app, ann, project_id, mproject_id, films } = await filmMix([1, 1], { work: true, env: withoutModels() });
  const given = { project_id, mproject_id };
  let revision = 1;
  const change = async (config: object) => {
    const { data, message } = await app.call('mix.updateConfig', { mproject_id, revision, config }, ann);
    expect(message).toBe('');
    revision = data.revision;
  };
  const previewed = async () => {
    const { data } = await app.call('candidate.preview', { mproject_id }, ann);
    return labelIn(app, 'a.mp4', await take(app, data.url));
  };
  expect(await previewed()).toBeNull();
  const made = { ai_origin: true };
  const music = await knownMaterial(app, ann, project_id, await app.media.sound(), made);
  await change({ music: { material_id: music } });
  expect(await previewed()).toMatchObject({ Label: '1' });
  const logo = await knownMaterial(app, ann, project_id, await app.media.picture(), made);
  await change({ music: { material_id: null }, logo: { material_id: logo } });
  expect(await previewed()).toMatchObject({ Label: '1' });
  await change({ logo: { material_id: null }, ai_mark: { cell: 7 } });
  expect(await previewed()).toBeNull();

  await app.db.update(material).set({ ai_origin: true }).where(eq(material.material_id, films[0]!));
  await app.call('candidate.plan', { mproject_id, count: 1 }, ann);
  const [video] = await exported(app, ann, given);
  const bytes = await take(app, video?.download_url);
  expect(await labelIn(app, 'a.mp4', bytes)).toMatchObject({ Label: '1', ContentProducer: app.config.aigcProducer });
  const [row] = await app.db.select().from(artwork);
  expect(row?.ai_origin).toBe(true);
  expect(row?.timeline?.captions.filter(({ kind }) => kind === 'ai_mark')).toMatchObject([
    { start: 0, text: 'AI生成' },
  ]);

  expect(await labelIn(app, 'a.jpg', await take(app, video?.cover_url))).toMatchObject({ Label: '1' });

  const files = await zipped(app, ann, [video!.artwork_id]);
  const labels = await Promise.all(
    files.filter(([name]) => /mp4|jpg/.test(name)).map(([name, content]) => labelIn(app, name, content)),
  );
  expect(labels).toMatchObject([{ Label: '1' }, { Label: '1' }]);

  // Back into the library and out again, under other names.
  const { data: pushed } = await app.call('upload.push', { vlc_id: video!.vlc_id, target: { project_id } }, ann);
  expect((await analysed(app, pushed.material_id)).ai_origin).toBe(true);
  const { data: saved } = await app.call('artwork.save', { project_id, material_id: pushed.material_id }, ann);
  expect(saved.ai_origin).toBe(true);
  expect(await labelIn(app, 'a.mp4', await take(app, saved.download_url))).toMatchObject({ Label: '1' });
  expect(await labelIn(app, 'a.jpg', await take(app, saved.cover_url))).toMatchObject({ Label: '1' });

  await app.call('label.updateDuty', { project_id, is_accepted: true, clause_version: LABEL_CLAUSE.version }, ann);
  await app.call('candidate.plan', { mproject_id, count: 1, is_fresh: true }, ann);
  const again = (await exported(app, ann, given)).find(
    ({ artwork_id, mproject_id: mix }) => artwork_id !== video?.artwork_id && mix === mproject_id,
  );
  const bare = await take(app, again?.download_url);
  expect(await labelIn(app, 'a.mp4', bare)).toMatchObject({ Label: '1' });
  const [after] = await app.db.select().from(artwork).where(eq(artwork.artwork_id, again!.artwork_id));
  expect(after).toMatchObject({ ai_origin: true });
  expect(after?.timeline?.captions.some(({ kind }) => kind === 'ai_mark')).toBe(false);
  const [marked, unmarked] = [await corner(app, bytes), await corner(app, bare)];
  const changed = marked.filter((value, n) => Math.abs(value - (unmarked[n] ?? 0)) > 60).length;
  expect(changed / marked.length).toBeGreaterThan(0.005);
});

test('an uploaded file that says so is known as such, and its small copies say so too', async () => {
  const { app, user, project_id } = await world();
  const { ffmpegPath } = app.tools;
  const tag = ['-metadata', `AIGC=${aigcText(THEIRS)}`];
  // Too much for its size to be played as it is: a small copy is made of it.
  const film = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=5:duration=1', '-c:v', 'libx264'];
  const tone = ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=1'];
  const at = (ending: string) => app.scratch.file(ending);
  const paths = { mp4: at('.mp4'), mkv: at('.mkv'), mp3: at('.mp3'), m4a: at('.m4a'), wav: at('.wav') };
  const asMpeg4 = ['-pix_fmt', 'yuv444p', '-movflags', 'use_metadata_tags'];
  await Promise.all([
    run(ffmpegPath, [...film, ...asMpeg4, ...tag, paths.mp4]),
    run(ffmpegPath, [...film, ...tag, paths.mkv]),
    run(ffmpegPath, [...tone, ...tag, paths.mp3]),
    run(ffmpegPath, [...tone, '-movflags', 'use_metadata_tags', ...tag, paths.m4a]),
    run(ffmpegPath, [...tone, paths.wav]).then(() => labelWav(paths.wav, THEIRS)),
  ]);
  const pictures = { jpg: at('.jpg'), png: at('.png') };
  const blank = sharp({ create: { width: 900, height: 900, channels: 3, background: 'teal' } });
  await writeFile(pictures.jpg, labelPicture(await blank.clone().jpeg().toBuffer(), THEIRS));
  await writeFile(pictures.png, labelPicture(await blank.clone().png().toBuffer(), THEIRS));

  const plain = await testMaterial(app, user, project_id, await app.media.film());
  await Promise.all(
    [...Object.values(paths), ...Object.values(pictures)].map(async (path) => {
      const row = await analysed(app, await testMaterial(app, user, project_id, path));
      expect([extname(path), row.analysis_status, row.ai_origin]).toEqual([extname(path), 'done', true]);
      // What a share gives away in small; of a sound, the file itself.
      const shared = { material_ids: [row.material_id], title: '小样', allow_download: true };
      const { data: link } = await app.call('share.add', shared, user);
      const { data: small } = await app.call('share.download', { record_uuid: link.record_uuid }, null);
      expect([path, await labelIn(app, small.file_name, await take(app, small.url))]).toEqual([path, THEIRS]);
      // And the pictures that pages show of it.
      const shown = await app.call('material.detail', { material_id: row.material_id }, user);
      const covers = [shown.data.cover_url, shown.data.sprite?.url].filter(Boolean);
      for (const url of covers) expect(await labelIn(app, 'a.jpg', await take(app, url))).toEqual(THEIRS);
    }),
  );
  expect((await analysed(app, plain)).ai_origin).toBe(false);
});

test('a picture that people declared says so by whichever way it leaves, and is kept as it came', async () => {
  const { app, user, project_id } = await world();
  const kind = { material_type: 'ai_image', ai_origin: true } as const;
  const draw = sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } });
  // With words of another program in it, which stay.
  const theirs = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="studio"/></rdf:RDF></x:xmpmeta>`;
  const given = {
    '.jpg': await draw.clone().withXmp(theirs).jpeg().toBuffer(),
    '.png': await draw.clone().png().toBuffer(),
  };
  const declared = { Label: '2', ContentProducer: '', ContentPropagator: app.config.aigcProducer };
  const ids: string[] = [];
  for (const [ending, bytes] of Object.entries(given)) {
    const path = app.scratch.file(ending);
    await writeFile(path, bytes);
    const material_id = await testMaterial(app, user, project_id, path, kind);
    ids.push(material_id);
    const { vlc_id } = await analysed(app, material_id);
    const links: Record<string, string | null> = {};
    for (const quality of ['preview', 'source'] as const) {
      const wish = { material_ids: [material_id], quality, allow_download: true };
      const { data: link } = await app.call('share.add', wish, user);
      const { data: single } = await app.call('share.download', { record_uuid: link.record_uuid }, null);
      links[quality] = single.url;
    }
    links['page'] = (await app.call('material.detail', { material_id }, user)).data.cdn_url;
    links['jump'] = (await app.call('file.jumpLink', { vlc_id: vlc_id ?? '' }, user)).data.url;
    for (const [way, url] of Object.entries(links)) {
      const name = way === 'preview' ? 'a.jpg' : `a${ending}`;
      const label = { ...declared, PropagateID: material_id };
      expect([way, await labelIn(app, name, await take(app, url))]).toMatchObject([way, label]);
    }
    const whole = await take(app, links['source']);
    expect(await sharp(whole).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
    expect(String((await sharp(whole).metadata()).xmp).includes('dc:source="studio"')).toBe(ending === '.jpg');
    await expectResumable(`${app.url}${links['source']}`, whole);
    const [kept] = await app.db
      .select()
      .from(vlc_file)
      .where(eq(vlc_file.vlc_id, vlc_id ?? ''));
    expect((await buffer(await app.storage.read(kept!.sha256))).equals(bytes)).toBe(true);
    const leaving = await outgoingFile(app, user.space_id, kept!);
    for (let start = 0; start < whole.length; start += 97) {
      const end = Math.min(whole.length - 1, start + 200);
      const part = await buffer(await leaving.read({ start, end }));
      expect([start, part.equals(whole.subarray(start, end + 1))]).toEqual([start, true]);
    }
  }
  // The same picture was there before, as an ordinary one: its small copies do not serve.
  const path = await app.media.picture();
  const { material_id: ordinary } = await analysed(app, await testMaterial(app, user, project_id, path));
  const known = { analysis_version: ANALYSIS_VERSION };
  await app.db.update(material).set(known).where(eq(material.material_id, ordinary));
  const again = await testMaterial(app, user, project_id, path, { ai_origin: true });
  await analysed(app, again);
  const { cover_url } = (await app.call('material.detail', { material_id: again }, user)).data;
  expect(await labelIn(app, 'a.jpg', await take(app, cover_url))).toMatchObject({ ...declared, PropagateID: again });

  const { data: both } = await app.call('material.download', { material_ids: ids }, user);
  const wish = { material_ids: ids, quality: 'source' as const, allow_download: true };
  const { data: link } = await app.call('share.add', wish, user);
  const { data: shared } = await app.call('share.download', { record_uuid: link.record_uuid }, null);
  for (const url of [both.url, shared.url]) {
    const files = Object.entries(unzipSync(await take(app, url)));
    expect(files).toHaveLength(2);
    for (const [name, bytes] of files) expect(await labelIn(app, name, Buffer.from(bytes))).toMatchObject(declared);
  }
});

/** From any byte on, by a program that asks for the rest of exactly what it has begun. */
async function expectResumable(url: string, whole: Buffer): Promise<void> {
  const head = await fetch(url, { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe(String(whole.length));
  const tag = head.headers.get('etag') ?? '';
  for (const start of [0, 1, 25, 400, whole.length - 1]) {
    const range = { range: `bytes=${start}-${Math.min(whole.length - 1, start + 900)}`, 'if-range': tag };
    const answer = await fetch(url, { headers: range });
    const rest = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, rest.equals(whole.subarray(start, start + 901))]).toEqual([206, true]);
  }
}

test('a declared picture never comes from the store itself, which knows no label', async () => {
  const double = await startS3Double();
  onTestFinished(() => double.close());
  const { app, user, project_id } = await world({
    S3_ENDPOINT: double.endpoint,
    S3_PUBLIC_URL: double.endpoint,
    S3_BUCKET: double.bucket,
    S3_ACCESS_KEY_ID: double.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: double.credentials.secretAccessKey,
  });
  for (const ai_origin of [true, false]) {
    const path = await app.media.picture({ width: ai_origin ? 64 : 66 });
    const material_id = await testMaterial(app, user, project_id, path, { ai_origin });
    const { cdn_url } = (await app.call('material.detail', { material_id }, user)).data;
    const { status } = await fetch(`${app.url}${cdn_url}`, { redirect: 'manual' });
    expect([ai_origin, status]).toEqual([ai_origin, ai_origin ? 200 : 302]);
  }
});
