/**
 * Everything that leaves the product with a machine's work in it says so inside the file. Read back here by readers that
 * share nothing with what wrote it: ffprobe, libvips, and a few lines for WAV.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { LABEL_CLAUSE } from '@mixreel/contract';
import { aigcLabel, aigcText, labelPicture, labelWav } from '@mixreel/media';
import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { analysed, testMaterial, testProject } from '#testing/materials.ts';
import { filmMix, until } from '#testing/mixed-films.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';

const run = promisify(execFile);
const ENDED = ['succeeded', 'partial', 'failed', 'canceled'];
const THEIRS = aigcLabel({ producer: '001191000000MA0000000X10000', contentId: 'elsewhere-1' });

/** The label in a file, by its name; null when there is none. */
async function labelIn(app: TestApp, name: string, bytes: Buffer): Promise<Record<string, string> | null> {
  const ending = extname(name);
  if (ending === '.jpg' || ending === '.png') {
    const { xmp } = await sharp(bytes).metadata();
    const text = /<TC260:AIGC>(.*?)<\/TC260:AIGC>/s.exec(xmp?.toString() ?? '')?.[1];
    return text ? (JSON.parse(text.replaceAll('&quot;', '"')) as Record<string, string>) : null;
  }
  if (ending === '.wav') return wavLabel(bytes);
  const path = app.scratch.file(ending);
  await writeFile(path, bytes);
  const { stdout } = await run(app.tools.ffprobePath, ['-v', 'error', '-show_format', '-of', 'json', path]);
  const { format } = JSON.parse(stdout) as { format: { tags?: { AIGC?: string } } };
  return format.tags?.AIGC ? (JSON.parse(format.tags.AIGC) as Record<string, string>) : null;
}

/** RIFF: four letters, four bytes of length, so many bytes, an even number of them. */
function wavLabel(bytes: Buffer): Record<string, string> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  expect(view.getUint32(4, true)).toBe(bytes.length - 8);
  const chunks: Record<string, Buffer> = {};
  for (let at = 12; at < bytes.length;) {
    const length = view.getUint32(at + 4, true);
    chunks[bytes.toString('latin1', at, at + 4)] = bytes.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length & 1);
  }
  expect(Object.keys(chunks)).toContain('data');
  return chunks['AIGC'] ? (JSON.parse(chunks['AIGC'].toString()) as Record<string, string>) : null;
}

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

/** The upper left corner of the first picture. */
async function corner(app: TestApp, video: Buffer): Promise<Buffer> {
  const [path, picture] = [app.scratch.file('.mp4'), app.scratch.file('.png')];
  await writeFile(path, video);
  await run(app.tools.ffmpegPath, ['-v', 'error', '-i', path, '-frames:v', '1', picture]);
  return sharp(picture).extract({ left: 0, top: 0, width: 540, height: 400 }).greyscale().raw().toBuffer();
}

test('a mix with a machine-made film: the video, its archive, its cover and what is made of it all say so', async () => {
  const { app, ann, project_id, mproject_id, films } = await filmMix([1, 1], { work: true });
  await app.db.update(material).set({ ai_origin: true }).where(eq(material.material_id, films[0]!));
  await app.call('mix.updateConfig', { mproject_id, revision: 1, config: { ai_mark: { cell: 7 } } }, ann);
  const given = { project_id, mproject_id };
  await app.call('candidate.plan', { mproject_id, count: 1 }, ann);
  const [video] = await exported(app, ann, given);
  const bytes = await take(app, video?.download_url);
  expect(await labelIn(app, 'a.mp4', bytes)).toMatchObject({ Label: '1', ContentProducer: app.config.aigcProducer });
  const [row] = await app.db.select().from(artwork);
  expect(row?.ai_origin).toBe(true);
  expect(row?.timeline?.captions.filter(({ kind }) => kind === 'ai_mark')).toMatchObject([
    { start: 0, text: 'AI生成' },
  ]);

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
  expect(changed).toBeGreaterThan(1000);
}, 120_000);

test.each(['music', 'logo'] as const)(
  'a machine-made %s makes the video machine-made',
  async (kind) => {
    const { app, ann, mproject_id, project_id } = await filmMix([1]);
    const path = await (kind === 'music' ? app.media.sound() : app.media.picture());
    const material_id = await testMaterial(app, ann, project_id, path, { ai_origin: true });
    const config = { [kind]: { material_id } };
    expect((await app.call('mix.updateConfig', { mproject_id, revision: 1, config }, ann)).message).toBe('');
    const { data } = await app.call('candidate.preview', { mproject_id }, ann);
    expect(await labelIn(app, 'a.mp4', await take(app, data.url))).toMatchObject({ Label: '1' });
  },
  60_000,
);

test('a piece of speech says so in every format, and to the ear unless the space answers for that', async () => {
  const app = await createTestApp({ work: true });
  const user = await app.signIn();
  const project_id = await testProject(app, user);
  const lines = [{ line_id: newId(), text: '大家好。', voice_id: 'builtin:zm_yunxi' }];
  const { data: piece } = await app.call('audio.add', { project_id, audio_name: '口播', lines }, user);
  const { ai_audio_id } = piece;
  const render = async () => {
    const { data } = await app.call('audio.submit', { ai_audio_id }, user);
    await ended(app, user, data.task_id ?? '');
    return (await app.call('audio.detail', { ai_audio_id }, user)).data;
  };
  const marked = await render();
  for (const format of ['mp3', 'm4a', 'wav'] as const) {
    const { data } = await app.call('audio.export', { ai_audio_id, format }, user);
    expect([format, await labelIn(app, data.file_name, await take(app, data.url))]).toMatchObject([
      format,
      { Label: '1', ProduceID: `${ai_audio_id}-1` },
    ]);
  }
  const { data: said } = await app.call('voice.speak', { text: '大家好。', voice_id: 'builtin:zm_yunxi' }, user);
  expect(await labelIn(app, 'a.mp3', await take(app, said.audio_url))).toMatchObject({ Label: '1' });
  const { data: saved } = await app.call('audio.save', { ai_audio_id }, user);
  const [row] = await app.db.select().from(material).where(eq(material.material_id, saved.material_id));
  expect(row?.ai_origin).toBe(true);

  const duty = { project_id, clause_version: LABEL_CLAUSE.version } as const;
  await app.call('label.updateDuty', { ...duty, is_accepted: true }, user);
  expect((await app.call('audio.detail', { ai_audio_id }, user)).data.is_stale).toBe(true);
  const bare = await render();
  expect(bare.is_stale).toBe(false);
  expect((marked.duration ?? 0) - (bare.duration ?? 0)).toBeGreaterThan(1);
  const { data: wav } = await app.call('audio.export', { ai_audio_id, format: 'wav' }, user);
  expect(await labelIn(app, 'a.wav', await take(app, wav.url))).toMatchObject({ Label: '1' });
  expect((await app.call('label.log', { project_id }, user)).data.items).toMatchObject([{ file_name: '口播.wav' }]);

  await app.call('label.updateDuty', { ...duty, is_accepted: false }, user);
  const refused = await app.call('audio.export', { ai_audio_id, format: 'mp3' }, user);
  expect(refused.message).toContain('请重新合成');
}, 120_000);

test('an uploaded file that says so is known as such, and its small copies say so too', async () => {
  const app = await createTestApp({ work: true });
  const user = await app.signIn();
  const project_id = await testProject(app, user);
  const { ffmpegPath } = app.tools;
  const tag = ['-metadata', `AIGC=${aigcText(THEIRS)}`];
  const film = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=1280x720:duration=1', '-c:v', 'libx264'];
  const tone = ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=1'];
  const at = (ending: string) => app.scratch.file(ending);
  const paths = { mp4: at('.mp4'), mkv: at('.mkv'), mp3: at('.mp3'), m4a: at('.m4a'), wav: at('.wav') };
  await run(ffmpegPath, [...film, '-crf', '5', '-movflags', 'use_metadata_tags', ...tag, paths.mp4]);
  await run(ffmpegPath, [...film, ...tag, paths.mkv]);
  await run(ffmpegPath, [...tone, ...tag, paths.mp3]);
  await run(ffmpegPath, [...tone, '-movflags', 'use_metadata_tags', ...tag, paths.m4a]);
  await run(ffmpegPath, [...tone, paths.wav]);
  await labelWav(paths.wav, THEIRS);
  const pictures = { jpg: at('.jpg'), png: at('.png'), webp: at('.webp') };
  const blank = sharp({ create: { width: 900, height: 900, channels: 3, background: 'teal' } });
  await writeFile(pictures.jpg, labelPicture(await blank.clone().jpeg().toBuffer(), THEIRS));
  await writeFile(pictures.png, labelPicture(await blank.clone().png().toBuffer(), THEIRS));
  const { xmp } = await sharp(pictures.png).metadata();
  await blank
    .clone()
    .withXmp(xmp?.toString() ?? '')
    .webp()
    .toFile(pictures.webp);

  for (const path of [...Object.values(paths), ...Object.values(pictures)]) {
    const row = await analysed(app, await testMaterial(app, user, project_id, path));
    expect([extname(path), row.analysis_status, row.ai_origin]).toEqual([extname(path), 'done', true]);
    if (row.material_type === 'audio') continue;
    // What a share gives away in small.
    const shared = { material_ids: [row.material_id], title: '小样', allow_download: true };
    const { data: link } = await app.call('share.add', shared, user);
    const { data: small } = await app.call('share.download', { record_uuid: link.record_uuid }, null);
    expect(small.file_name).toMatch(/\.(mp4|jpg)$/);
    expect([path, await labelIn(app, small.file_name, await take(app, small.url))]).toEqual([path, THEIRS]);
  }
  const plain = await analysed(app, await testMaterial(app, user, project_id, await app.media.film()));
  expect(plain.ai_origin).toBe(false);
}, 240_000);

test('a picture that people declared as machine-made is given away in small with that declaration', async () => {
  const app = await createTestApp({ work: true });
  const user = await app.signIn();
  const project_id = await testProject(app, user);
  const kind = { material_type: 'ai_image', ai_origin: true } as const;
  const material_id = await testMaterial(app, user, project_id, await app.media.picture(), kind);
  await analysed(app, material_id);
  const { data: link } = await app.call('share.add', { material_ids: [material_id], allow_download: true }, user);
  const { data: small } = await app.call('share.download', { record_uuid: link.record_uuid }, null);
  expect(await labelIn(app, small.file_name, await take(app, small.url))).toMatchObject({
    Label: '2',
    ContentPropagator: app.config.aigcProducer,
  });
}, 60_000);

test('the label does not change the picture it is put into', async () => {
  const source = sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } });
  for (const bytes of [await source.clone().jpeg().toBuffer(), await source.clone().png().toBuffer()]) {
    const labelled = labelPicture(bytes, THEIRS);
    expect(await sharp(labelled).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
  }
  expect(() => labelPicture(Buffer.from('GIF89a'), THEIRS)).toThrow('Only JPEG and PNG');
});
