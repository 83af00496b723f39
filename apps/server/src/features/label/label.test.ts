import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { LABEL_CLAUSE } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { sql } from '#db/orm.ts';
import { addVideo, videoWorld, wordsOn } from '#testing/finished-videos.ts';
import { csvOf } from './csv.ts';
import { forgetOldLabelLog } from './label-log.ts';
import { label_log } from './label.tables.ts';

const clause_version = LABEL_CLAUSE.version;

test('only the owner accepts the duty and takes it back; everybody of the space sees who did', async () => {
  const { app, ann, ben, cay, stranger, project_id } = await videoWorld();
  const accept = { project_id, is_accepted: true, clause_version } as const;
  const before = await app.call('label.duty', { project_id }, cay);
  expect(before.data).toEqual({ is_accepted: false, clause_version: null, accepted_by_name: '', accepted_at: null });
  expect((await app.call('label.updateDuty', accept, ben)).code).toBe(403);
  expect((await app.call('label.updateDuty', accept, stranger)).code).toBe(404);
  const old = { ...accept, clause_version: 0 as typeof clause_version };
  expect((await app.call('label.updateDuty', old, ann)).code).toBe(400);

  const { data: taken } = await app.call('label.updateDuty', accept, ann);
  expect(taken).toMatchObject({ is_accepted: true, clause_version, accepted_by_name: '小安' });
  expect((await app.call('label.updateDuty', accept, ann)).data).toEqual(taken);
  expect((await app.call('label.duty', { project_id }, cay)).data).toEqual(taken);
  const { data: back } = await app.call('label.updateDuty', { ...accept, is_accepted: false }, ann);
  expect(back.is_accepted).toBe(false);
  expect((await app.call('label.duty', { project_id }, ben)).data.is_accepted).toBe(false);
});

test('who takes an AI video without the notice is written down by name, file, time and address', async () => {
  const { app, ann, ben, cay, project_id, place, dir_id } = await videoWorld();
  const ai = { dir_id, ai_origin: true };
  const bare = await addVideo(app, place, {
    ...ai,
    content: randomBytes(500),
    artwork_name: '无',
    timeline: wordsOn([]),
  });
  const marked = wordsOn([], { isMarked: true });
  const plain = [
    await addVideo(app, place, { ...ai, content: randomBytes(501), artwork_name: '有', timeline: marked }),
    await addVideo(app, place, { dir_id, content: randomBytes(502), artwork_name: '真' }),
  ];
  for (const artwork_id of [bare, ...plain]) {
    const { data } = await app.call('download.add', { artwork_ids: [artwork_id] }, cay);
    const url = `${app.url}${data.url}`;
    await (await fetch(url, { headers: { range: 'bytes=100-199' } })).arrayBuffer();
    expect(await app.db.$count(label_log)).toBe(artwork_id === bare ? 0 : 1);
    await (await fetch(url)).arrayBuffer();
    await (await fetch(url)).arrayBuffer();
  }
  await app.call('download.add', { artwork_ids: [bare, ...plain] }, ben);

  const { data } = await app.call('label.log', { project_id }, ann);
  expect(data.items).toMatchObject([
    { user_name: '小本', artwork_id: bare, file_name: '无', address: '127.0.0.1' },
    { user_name: '小看', user_uid: cay.user_uid, artwork_id: bare, file_name: '无.mp4', address: '127.0.0.1' },
  ]);
  expect(data.page_info.total).toBe(2);
  expect((await app.call('label.log', { project_id }, ben)).code).toBe(403);
  const { data: file } = await app.call('label.logFile', { project_id }, ann);
  expect(file.line_count).toBe(2);
  expect(file.csv.startsWith('\uFEFF时间,下载人,')).toBe(true);
  expect(file.csv.split('\r\n')[2]).toContain(`小看,${cay.user_uid},无.mp4,`);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect((await app.call('label.log', { project_id, created_from: tomorrow }, ann)).data.items).toEqual([]);
});

test('a link that was passed on, a share and a download of materials leave their trace too', async () => {
  const { app, ann, project_id, place, dir_id } = await videoWorld();
  const bytes = await readFile(await app.media.film());
  await addVideo(app, place, { dir_id, ai_origin: true, content: bytes, artwork_name: '无', timeline: wordsOn([]) });
  const { data: list } = await app.call('artwork.list', { project_id }, ann);
  const [one] = list.items;
  await (await fetch(`${app.url}${one!.video_url}`)).arrayBuffer();
  expect(await app.db.$count(label_log)).toBe(0);
  await (await fetch(`${app.url}${one!.download_url}`)).arrayBuffer();
  expect(await app.db.select().from(label_log)).toMatchObject([{ user_name: '小安' }]);

  const pushed = await app.call('upload.push', { vlc_id: one!.vlc_id, target: { project_id } }, ann);
  const { material_id } = pushed.data;
  await app.call('material.download', { material_ids: [material_id] }, ann);
  const shared = { material_ids: [material_id], title: '给客户', quality: 'source' as const, allow_download: true };
  const { data: link } = await app.call('share.add', shared, ann);
  const { data: taken } = await app.call('share.download', { record_uuid: link.record_uuid }, null);
  await (await fetch(`${app.url}${taken.url}`)).arrayBuffer();
  const names = (await app.db.select().from(label_log)).map(({ user_name }) => user_name);
  expect(names.toSorted()).toEqual(['小安', '持有链接的人'].toSorted());
});

test('a video that was made elsewhere is noted while the space answers for the notice itself', async () => {
  const { app, ann, project_id, place, dir_id } = await videoWorld();
  const artwork_id = await addVideo(app, place, { dir_id, ai_origin: true, content: randomBytes(50) });
  const take = async () => {
    const { data } = await app.call('download.add', { artwork_ids: [artwork_id] }, ann);
    await (await fetch(`${app.url}${data.url}`)).arrayBuffer();
    return app.db.$count(label_log);
  };
  expect(await take()).toBe(0);
  await app.call('label.updateDuty', { project_id, is_accepted: true, clause_version }, ann);
  expect(await take()).toBe(1);
});

test('the log is kept for more than half a year and not for ever', async () => {
  const { app, space_id } = await videoWorld();
  const line = { space_id, user_uid: 'u', user_name: '小安', file_name: 'a', vlc_id: 'v', address: '::1' };
  await app.db.insert(label_log).values([
    { ...line, log_id: 'young', created_at: sql`now() - interval '190 days'` },
    { ...line, log_id: 'old', created_at: sql`now() - interval '370 days'` },
  ]);
  await forgetOldLabelLog(app.db);
  expect((await app.db.select().from(label_log)).map(({ log_id }) => log_id)).toEqual(['young']);
});

test('a cell of a table never begins like a formula, and holds commas and quotes', () => {
  expect(csvOf([['=1', '-2', 'a,b', '"', null, 3]])).toBe(`\uFEFF'=1,'-2,"a,b","""",,3\r\n`);
});
