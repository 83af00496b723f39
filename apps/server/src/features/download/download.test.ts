import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery } from '@mixreel/contract';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { eq, sql } from '#db/orm.ts';
import { artwork, artwork_mark } from '#features/artwork/artwork.tables.ts';
import { checkbox } from '#features/dir/dir.tables.ts';
import { collectGarbage } from '#features/file/collect-garbage.ts';
import { delivery, stored_object, vlc_file } from '#features/file/file.tables.ts';
import { space } from '#features/team/team.tables.ts';
import { addDir, addVideo, videoWorld, wordsOn } from '#testing/finished-videos.ts';
import { until } from '#testing/mixed-films.ts';
import type { TestApp, TestUser } from '#testing/test-app.ts';
import { forgetOldDeliveries } from './deliver.ts';

async function delivered(app: TestApp, user: TestUser, { task_id }: Delivery): Promise<Delivery> {
  return until(
    async () => (await app.call('download.status', { task_id: task_id ?? '' }, user)).data,
    ({ status }) => !['queued', 'running'].includes(status),
  );
}

async function fetchAll({ url }: TestApp, link: string | null): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${url}${link}`)).arrayBuffer());
}

function unpack(archive: Buffer): Record<string, Buffer> {
  return Object.fromEntries(Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, Buffer.from(bytes)]));
}

test('one video without anything else is a link at once, under its name, for a viewer too', async () => {
  const { app, cay, stranger, place, dir_id } = await videoWorld();
  const content = randomBytes(50_000);
  const artwork_id = await addVideo(app, place, { dir_id, content, artwork_name: '夏日: 新品?' });
  const { data } = await app.call('download.add', { artwork_ids: [artwork_id] }, cay);
  expect(data).toMatchObject({ task_id: null, status: 'succeeded', file_name: '夏日_ 新品_.mp4', bytes: 50_000 });
  const hours = (Date.parse(data.expires_at ?? '') - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);
  const response = await fetch(`${app.url}${data.url}`);
  expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('夏日_ 新品_.mp4'));
  expect(Buffer.from(await response.arrayBuffer())).toEqual(content);

  const named = await app.call('download.add', { artwork_ids: [artwork_id], name_rule: '{dir}-{n}-{seconds}秒' }, cay);
  expect(named.data.file_name).toBe('夏季-01-12秒.mp4');
  const [row] = await app.db.select().from(artwork).where(eq(artwork.artwork_id, artwork_id));
  expect(row?.download_count).toBe(2);
  expect((await app.call('download.add', { artwork_ids: [artwork_id] }, stranger)).code).toBe(404);
});

test('several are one archive with captions, covers and a list, in the folders they lie in', async () => {
  const { app, ann, cay, stranger, place, dir_id, space_id } = await videoWorld({ work: true });
  const below = await addDir(app, place, '第一/批', dir_id);
  const films = [randomBytes(300_000), randomBytes(200_001), randomBytes(10)];
  const cover = await readFile(await app.media.picture({ width: 90, height: 160 }));
  const first = { dir_id, artwork_name: '口播', timeline: wordsOn(['你好，', '再见。']), cover };
  const ids = [
    await addVideo(app, place, { ...first, content: films[0]!, review_state: 'approved', note: '=1+1, "好"' }),
    await addVideo(app, place, { dir_id, artwork_name: '口播', content: films[1]! }),
    await addVideo(app, place, { dir_id: below, artwork_name: '尾 ', content: films[2]!, cover }),
  ];
  const checkbox_id = newId();
  const mark = { checkbox_id, space_id, checkbox_name: '已投放', colour: 'red' as const };
  await app.db.insert(checkbox).values({ ...mark, created_by: ann.user_uid });
  await app.db.insert(artwork_mark).values({ artwork_id: ids[0]!, checkbox_id, created_by: ann.user_uid });

  const wish = { with_srt: true, with_cover: true, with_manifest: true, with_dirs: true };
  const { data: asked } = await app.call('download.add', { artwork_ids: ids, ...wish }, cay);
  expect(asked).toMatchObject({ url: null, file_name: '口播 等 3 条.zip' });
  const done = await delivered(app, cay, asked);
  expect(done).toMatchObject({ status: 'succeeded', error: null, file_name: '口播 等 3 条.zip' });
  expect(done.notes).toEqual(['「口播」「尾 」没有字幕，未附 SRT', '「口播」没有封面']);

  const archive = await fetchAll(app, done.url);
  expect(archive.length).toBe(done.bytes);
  const files = unpack(archive);
  expect(Object.keys(files)).toEqual([
    '夏季/口播.mp4',
    '夏季/口播.srt',
    '夏季/口播.jpg',
    '夏季/口播 (2).mp4',
    '夏季/第一_批/尾.mp4',
    '夏季/第一_批/尾.jpg',
    'manifest.csv',
    'manifest.json',
  ]);
  expect(files['夏季/口播.mp4']).toEqual(films[0]);
  expect(files['夏季/口播 (2).mp4']).toEqual(films[1]);
  expect(files['夏季/第一_批/尾.mp4']).toEqual(films[2]);
  expect(files['夏季/口播.jpg']).toEqual(cover);
  expect(files['夏季/口播.srt']?.toString()).toBe(
    '\uFEFF1\n00:00:00,000 --> 00:00:00,900\n你好，\n\n2\n00:00:01,000 --> 00:00:01,900\n再见。\n',
  );
  const json = JSON.parse(files['manifest.json']?.toString() ?? '') as { videos: Record<string, unknown>[] };
  expect(json.videos[0]).toMatchObject({
    name: '口播',
    file: '夏季/口播.mp4',
    srt: '夏季/口播.srt',
    review_state: 'approved',
    marks: ['已投放'],
    ai_origin: false,
  });
  const [, row] = files['manifest.csv']!.toString().split('\r\n');
  // A cell that begins like a formula is text.
  expect(row).toContain(`通过,已投放,"'=1+1, ""好""",`);

  const counted = await app.db.select({ count: artwork.download_count }).from(artwork);
  expect(counted.map(({ count }) => count)).toEqual([1, 1, 1]);
  const status = await app.call('download.status', { task_id: asked.task_id ?? '' }, stranger);
  expect(status.code).toBe(404);
  const [zip] = await app.db.select().from(vlc_file).where(eq(vlc_file.content_type, 'application/zip'));
  expect(zip?.is_free).toBe(true);
});

test('a download goes on from any byte, and what it gets is the same file', async () => {
  const { app, ann, place, dir_id } = await videoWorld({ work: true });
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push(await addVideo(app, place, { dir_id, content: randomBytes(70_001 + n) }));
  const { data } = await app.call('download.add', { artwork_ids: ids }, ann);
  const { url, bytes } = await delivered(app, ann, data);
  const whole = await fetchAll(app, url);
  const size = bytes ?? 0;
  for (const start of [1, 29, 31, 69_999, 70_036, 140_100, size - 23, size - 1]) {
    const end = Math.min(size - 1, start + 70_500);
    const answer = await fetch(`${app.url}${url}`, { headers: { range: `bytes=${start}-${end}` } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(whole.subarray(start, end + 1));
  }
  const head = await fetch(`${app.url}${url}`, { method: 'HEAD' });
  const etag = head.headers.get('etag') ?? '';
  const rest = await fetch(`${app.url}${url}`, { headers: { range: 'bytes=100000-', 'if-range': etag } });
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(whole.subarray(100_000));
});

test('when its day is over the link is refused, the archive goes, and the videos stay', async () => {
  const { app, ann, place, dir_id } = await videoWorld({ work: true });
  const ids = [
    await addVideo(app, place, { dir_id, content: randomBytes(1000) }),
    await addVideo(app, place, { dir_id, content: randomBytes(1000) }),
  ];
  const { data } = await app.call('download.add', { artwork_ids: ids }, ann);
  const done = await delivered(app, ann, data);
  expect(await forgetOldDeliveries(app)).toBe(0);

  await app.db.update(delivery).set({ expires_at: sql`now() - interval '1 second'` });
  const over = (await app.call('download.status', { task_id: data.task_id ?? '' }, ann)).data;
  expect(over).toMatchObject({ status: 'succeeded', url: null, error: '下载已过期，请重新打包' });
  const past = `${done.url}`.replace(/expires=\d+/, `expires=${Math.floor(Date.now() / 1000) - 1}`);
  expect((await fetch(`${app.url}${past}`)).status).toBe(403);

  expect(await forgetOldDeliveries(app)).toBe(1);
  expect((await fetch(`${app.url}${done.url}`)).status).toBe(404);
  expect(await app.db.$count(vlc_file, eq(vlc_file.content_type, 'application/zip'))).toBe(0);
  expect((await app.call('download.status', { task_id: data.task_id ?? '' }, ann)).data.url).toBeNull();
  await app.db.update(stored_object).set({ touched_at: sql`now() - interval '2 days'` });
  expect(await collectGarbage(app, { olderThanHours: 24 })).toEqual({ unused: 1, unknown: 0 });
  expect(await app.db.$count(artwork)).toBe(2);
});

test('a content is read for its checksum once, and another attempt goes on behind those that were', async () => {
  const { app, ann, place, dir_id } = await videoWorld({ work: true });
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) ids.push(await addVideo(app, place, { dir_id, content: randomBytes(2000) }));
  const reads: string[] = [];
  const { read } = app.storage;
  app.storage.read = async (sha256, range) => {
    reads.push(sha256);
    if (reads.length === 3) throw new Error('the power went');
    return read(sha256, range);
  };
  const { data } = await app.call('download.add', { artwork_ids: ids }, ann);
  const done = await delivered(app, ann, data);
  expect(done.status).toBe('succeeded');
  expect(reads).toHaveLength(5);
  expect(new Set(reads).size).toBe(4);

  reads.length = 10;
  const again = await app.call('download.add', { artwork_ids: ids.slice(1), with_manifest: true }, ann);
  expect((await delivered(app, ann, again.data)).status).toBe('succeeded');
  expect(reads).toHaveLength(10);
});

const VIDEOS = 20;

test('packing is called off between two videos, and leaves no archive', async () => {
  const { app, ann, ben, place, dir_id } = await videoWorld({ work: true });
  const ids: string[] = [];
  for (let n = 0; n < VIDEOS; n += 1) ids.push(await addVideo(app, place, { dir_id, content: randomBytes(2000) }));
  const { read } = app.storage;
  const called = Promise.withResolvers<void>();
  let reads = 0;
  app.storage.read = async (sha256, range) => {
    reads += 1;
    // The third is under way when it is called off, and the others would take seconds.
    if (reads > 2) await called.promise.then(() => delay(300));
    return read(sha256, range);
  };
  const { data } = await app.call('download.add', { artwork_ids: ids }, ann);
  const task_id = data.task_id ?? '';
  const halfway = await until(
    async () => (await app.call('download.status', { task_id }, ann)).data,
    ({ progress }) => progress > 0,
  );
  expect(halfway.url).toBeNull();
  await app.call('task.cancel', { task_id }, ben);
  called.resolve();
  const end = await until(
    async () => (await app.call('download.status', { task_id }, ann)).data,
    ({ status }) => status === 'canceled',
  );
  expect(end).toMatchObject({ url: null, bytes: null });
  expect(reads).toBeLessThan(VIDEOS);
  expect(await app.db.$count(delivery)).toBe(0);
  expect(await app.db.$count(artwork, eq(artwork.download_count, 0))).toBe(VIDEOS);
});

test('what is deleted before it is packed is left out and said; with nothing left the task says why', async () => {
  const { app, ann, place, dir_id } = await videoWorld();
  const ids = [
    await addVideo(app, place, { dir_id, content: randomBytes(10), artwork_name: '留' }),
    await addVideo(app, place, { dir_id, content: randomBytes(10), artwork_name: '走' }),
  ];
  const bin = (artwork_id: string) =>
    app.db
      .update(artwork)
      .set({ deleted_at: sql`now()` })
      .where(eq(artwork.artwork_id, artwork_id));
  const first = await app.call('download.add', { artwork_ids: ids }, ann);
  await bin(ids[1]!);
  const second = await app.call('download.add', { artwork_ids: ids, with_srt: true }, ann);
  app.queue.work();
  expect((await delivered(app, ann, first.data)).notes).toEqual(['1 条成片已被删除，没有打包']);
  expect((await delivered(app, ann, second.data)).notes).toContain('1 条成片已被删除，没有打包');
  await bin(ids[0]!);
  expect((await app.call('download.add', { artwork_ids: ids }, ann)).message).toContain('都已被删除');
});

test('five hundred videos are packed in little memory and no disk', async () => {
  const { app, ann, place, dir_id, space_id } = await videoWorld({ work: true });
  const content = randomBytes(400_000);
  const ids = [await addVideo(app, place, { dir_id, content, artwork_name: '片' })];
  const [one] = await app.db.select().from(artwork);
  const more = Array.from({ length: 499 }, () => ({ ...one!, artwork_id: newId(), timeline: wordsOn(['字']) }));
  await app.db.insert(artwork).values(more);
  ids.push(...more.map(({ artwork_id }) => artwork_id));

  const { data } = await app.call('download.add', { artwork_ids: ids, with_srt: true, with_manifest: true }, ann);
  const done = await delivered(app, ann, data);
  expect(done.bytes).toBeGreaterThan(200_000_000);
  // The video and the list of the archive.
  const contents = await Array.fromAsync(app.storage.list());
  expect(contents.reduce((sum, one) => sum + one.bytes, 0)).toBeLessThan(1_000_000);
  const rss = process.memoryUsage.rss();
  const response = await fetch(`${app.url}${done.url}`);
  let bytes = 0;
  let most = 0;
  for await (const chunk of response.body!) {
    bytes += (chunk as Uint8Array).length;
    most = Math.max(most, process.memoryUsage.rss() - rss);
  }
  expect(bytes).toBe(done.bytes);
  // Whatever the garbage of reading is worth, it is not the archive.
  expect(most).toBeLessThan(150_000_000);
  const [{ used_bytes } = { used_bytes: 0 }] = await app.db.select().from(space).where(eq(space.space_id, space_id));
  expect(used_bytes).toBe(400_000);
});

test('covers of AI videos carry the label, and the notice unless the video itself has none', async () => {
  const { app, ann, place, dir_id } = await videoWorld({ work: true });
  const cover = await sharp({ create: { width: 360, height: 640, channels: 3, background: '#3366cc' } })
    .jpeg()
    .toBuffer();
  const ai = { dir_id, ai_origin: true, cover };
  const ids = [
    await addVideo(app, place, {
      ...ai,
      content: randomBytes(9),
      artwork_name: '有',
      timeline: wordsOn([], { isMarked: true }),
    }),
    await addVideo(app, place, { ...ai, content: randomBytes(8), artwork_name: '无', timeline: wordsOn([]) }),
    await addVideo(app, place, { dir_id, cover, content: randomBytes(7), artwork_name: '真' }),
  ];
  const { data } = await app.call('download.add', { artwork_ids: ids, with_cover: true }, ann);
  const files = unpack(await fetchAll(app, (await delivered(app, ann, data)).url));
  const xmp = async (name: string) => (await sharp(files[name]).metadata()).xmp?.toString() ?? '';
  expect(await xmp('有.jpg')).toContain('<TC260:AIGC>');
  expect(await xmp('无.jpg')).toContain('<TC260:AIGC>');
  expect(files['真.jpg']).toEqual(cover);
  const [marked, plain] = await Promise.all(['有.jpg', '无.jpg'].map((name) => brightest(files[name]!)));
  expect(marked).toBeGreaterThan(240);
  expect(plain).toBeLessThan(200);
});

async function brightest(picture: Buffer): Promise<number> {
  const { channels } = await sharp(picture).greyscale().stats();
  return channels[0]?.max ?? 0;
}
