/**
 * A server to be killed while it packs finished videos. On an empty folder it makes some and asks for an archive of them; on
 * a used one it only goes on. Says what it reads, and what there is in the end.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { startApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { newId } from '#db/id.ts';
import { artwork, dir } from '#features/artwork/artwork.tables.ts';
import { createUser } from '#features/auth/auth.queries.ts';
import { packArtworks } from '#features/download/download.jobs.ts';
import { addFile } from '#features/file/add-file.ts';
import { delivery, vlc_file } from '#features/file/file.tables.ts';
import { jobs } from '#features/index.ts';
import { project } from '#features/project/project.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { space } from '#features/team/team.tables.ts';

const VIDEOS = 30;
const READING_MS = 60;

const [dataDir = ''] = process.argv.slice(2);
const config = readConfig({ DATA_DIR: dataDir, PACKS_DIR: dataDir, LOG_LEVEL: 'error' });
const { app } = await startApp(config, pino({ level: 'error' }, pino.destination(2)), jobs);
const { db, queue, storage } = app;

if ((await db.$count(task)) === 0) await addVideos();
// Slow enough to be killed in.
const { read } = storage;
storage.read = async (sha256, range) => {
  await delay(READING_MS);
  process.stdout.write(`read ${sha256}\n`);
  return read(sha256, range);
};
queue.work();
for (;;) {
  const [row] = await db.select().from(task);
  if (row && ['succeeded', 'partial', 'failed'].includes(row.status)) {
    const { status, attempt } = row;
    const zips = (await db.select().from(vlc_file)).filter(({ content_type }) => content_type === 'application/zip');
    const counts = (await db.select().from(artwork)).map(({ download_count }) => download_count);
    const ended = { status, attempt, deliveries: await db.$count(delivery), zips: zips.length, counts };
    process.stdout.write(`ended ${JSON.stringify(ended)}\n`);
  }
  await delay(50);
}

async function addVideos(): Promise<void> {
  const { user_uid } = await db.transaction((tx) => createUser(tx, { name: '测试', role: 'admin', quota_bytes: 1e9 }));
  const [own] = await db.select().from(space);
  const { space_id } = own ?? { space_id: '' };
  const [project_id, dir_id] = [newId(), newId()];
  const about = { space_id, project_id, created_by: user_uid };
  await db.insert(project).values({ ...about, project_name: '项目' });
  await db.insert(dir).values({ ...about, dir_id, dir_name: '成片' });
  const artwork_ids: string[] = [];
  for (let n = 0; n < VIDEOS; n += 1) {
    const source = Readable.from([randomBytes(10_000)]);
    const naming = { space_id, file_name: 'a.mp4', content_type: 'video/mp4', created_by: user_uid };
    const { vlc_id } = await addFile(db, storage, { ...naming, source });
    const artwork_id = newId();
    artwork_ids.push(artwork_id);
    const size = { duration: 1, width: 16, height: 16, bytes: 10_000, ai_origin: false };
    await db.insert(artwork).values({ ...about, ...size, artwork_id, dir_id, vlc_id, artwork_name: '片' });
  }
  const wish = { with_srt: false, with_cover: false, with_manifest: true, with_dirs: false };
  await queue.add(packArtworks, { space_id, user_uid, title: '下载', input: { artwork_ids, ...wish } });
}
