/**
 * A server to be killed while it puts things together for download. On an empty folder it makes finished videos and asks
 * for an archive of some, for what is to be published of a batch, and for drafts of others; on a used one it only goes on. Says
 * how far it is, what it reads, and what there is in the end.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Timeline } from '@mixreel/contract';
import { probe } from '@mixreel/media';
import { unzipSync } from 'fflate';
import { pino } from 'pino';
import { startApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { newId } from '#db/id.ts';
import { asc, eq } from '#db/orm.ts';
import { packAgentBatch } from '#features/agent/pack-batch.jobs.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { createUser } from '#features/auth/auth.queries.ts';
import { dir } from '#features/dir/dir.tables.ts';
import { readDelivery } from '#features/download/deliver.ts';
import { packArtworks } from '#features/download/download.jobs.ts';
import { exportDrafts } from '#features/draft/draft.jobs.ts';
import { markersOf } from '#features/draft/markers.ts';
import { addFile } from '#features/file/add-file.ts';
import { delivery, vlc_file } from '#features/file/file.tables.ts';
import { followers, jobs } from '#features/index.ts';
import { material, material_facts } from '#features/material/material.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { space } from '#features/team/team.tables.ts';
import { addMadeBatch } from './made-batch.ts';
import { someTimeline, testFiles } from './timelines.ts';

const VIDEOS = 6;
const POSTS = 4;
const DRAFTS = 2;
/** Of the archive and of what is to be published, each. */
const READS = 3;
const ENDED = ['succeeded', 'partial', 'failed'];

const [dataDir = '', film = ''] = process.argv.slice(2);
const config = readConfig({ DATA_DIR: dataDir, PACKS_DIR: dataDir, LOG_LEVEL: 'error', WORKER_CORES: '2' });
const { app } = await startApp(config, pino({ level: 'error' }, pino.destination(2)), { jobs, followers });
const { db, queue, storage, tools } = app;

const isFirst = (await db.$count(task)) === 0;
const slow = isFirst ? await addTasks() : new Set();
const { read } = storage;
storage.read = async (sha256, range) => {
  // The first time neither is ever done, so that it is killed in the middle.
  if (slow.has(sha256)) await delay(1_000_000);
  process.stdout.write(`read ${sha256}\n`);
  return read(sha256, range);
};
queue.work();
for (;;) {
  const tasks = await db.select().from(task).orderBy(asc(task.task_type), asc(task.task_id));
  for (const { task_id, space_id } of tasks) {
    const { url } = await readDelivery(app, space_id, task_id);
    // As it is now: it may have ended since all were read.
    const [now] = url === null ? [] : await db.select().from(task).where(eq(task.task_id, task_id));
    if (now && !ENDED.includes(now.status)) process.stdout.write(`offered ${now.status}\n`);
  }
  process.stdout.write(`progress ${tasks.map(({ progress }) => progress).join(' ')}\n`);
  if (tasks.every(({ status }) => ENDED.includes(status))) {
    const files = await db.select().from(vlc_file);
    const ended = {
      tasks: tasks.map(({ task_type, status, attempt }) => ({ task_type, status, attempt })),
      deliveries: await db.$count(delivery),
      zips: files.filter(({ content_type }) => content_type === 'application/zip').length,
      posts: await readPosts(),
      counts: (await db.select().from(artwork).orderBy(asc(artwork.artwork_id))).map(
        ({ download_count }) => download_count,
      ),
    };
    process.stdout.write(`ended ${JSON.stringify(ended)}\n`);
  }
  await delay(100);
}

/** Adds what is to be done, and gives the contents that are not to be read the first time. */
async function addTasks(): Promise<Set<string>> {
  const { user_uid } = await db.transaction((tx) => createUser(tx, { name: '测试', role: 'admin', quota_bytes: 1e9 }));
  const [own] = await db.select().from(space);
  const { space_id } = own ?? { space_id: '' };
  const [project_id, dir_id] = [newId(), newId()];
  const about = { space_id, project_id, created_by: user_uid };
  await db.insert(project).values({ ...about, project_name: '项目' });
  await db.insert(dir).values({ ...about, dir_id, dir_name: '成片' });
  const naming = { space_id, file_name: 'a.mp4', content_type: 'video/mp4', created_by: user_uid };
  const place = { ...about, dir_id, duration: 1, width: 16, height: 16, bytes: 1, ai_origin: false };

  const last = new Set<string>();
  const addVideos = async (count: number) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const source = Readable.from([randomBytes(10_000)]);
      const { vlc_id, sha256 } = await addFile(db, storage, { ...naming, source });
      if (n >= READS) last.add(sha256);
      ids.push(newId());
      await db.insert(artwork).values({ ...place, artwork_id: ids.at(-1)!, vlc_id, artwork_name: '片' });
    }
    return ids;
  };
  const wish = { with_srt: false, with_cover: false, with_manifest: true, with_dirs: false };
  const input = { artwork_ids: await addVideos(VIDEOS), ...wish };
  const task_id = await queue.add(packArtworks, { space_id, user_uid, title: '下载', input });
  const made = { artwork_ids: await addVideos(POSTS), dir_id, task_id };
  const agent_batch_config_id = await addMadeBatch(db, about, made);
  const posts = { agent_batch_config_id, start_date: '2026-11-18', per_day: 3 };
  await queue.add(packAgentBatch, { space_id, user_uid, title: '发布包', project_id, input: posts });

  const { vlc_id, sha256 } = await addFile(db, storage, { ...naming, source: { path: film } });
  const material_id = newId();
  await db.insert(material).values({
    ...about,
    material_id,
    vlc_id,
    material_name: 'film.mp4',
    material_type: 'video',
    material_source: 'user_upload',
    // Every draft needs a labelled copy: something to be killed in.
    ai_origin: true,
  });
  const marks = { black: [], frozen: [], blurred: [], shaky: [] };
  await db.insert(material_facts).values({ material_id, facts: await probe(tools, film), marks });
  const { files } = await testFiles();
  const artwork_ids: string[] = [];
  for (let n = 0; n < DRAFTS; n += 1) {
    const { timeline } = someTimeline(n, files);
    const mine: Timeline = {
      ...timeline,
      cuts: timeline.cuts.map((cut) => ({ ...cut, material_id, vlc_id, is_still: false })),
      // Each its own, so that each is encoded.
      voices: timeline.voices.slice(0, 1).map((voice) => ({ ...voice, sha256, is_ai: n % 2 === 0 })),
      music: timeline.music && { ...timeline.music, material_id, source_start: n / 10 },
      logo: null,
    };
    artwork_ids.push(newId());
    const named = { artwork_id: artwork_ids.at(-1)!, artwork_name: `视频 ${n}` };
    await db.insert(artwork).values({ ...place, ...named, vlc_id, timeline: mine });
  }
  const drafts = { artwork_ids, candidate_ids: [], format: 'draft' as const, profile: 'capcut' as const };
  const others = { project_id, markers: markersOf('capcut'), draft_root: '', address: '127.0.0.1' };
  await queue.add(exportDrafts, { space_id, project_id, user_uid, title: '草稿', input: { ...drafts, ...others } });
  return last;
}

/** The names in what is to be published, with the sizes of the videos. */
async function readPosts(): Promise<[string, number][]> {
  const [found] = await db
    .select({ sha256: vlc_file.sha256 })
    .from(delivery)
    .innerJoin(task, eq(task.task_id, delivery.task_id))
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, delivery.vlc_id))
    .where(eq(task.job_name, packAgentBatch.name));
  if (!found) return [];
  const bytes = Buffer.concat(await Array.fromAsync(await read(found.sha256)));
  return Object.entries(unzipSync(bytes)).map(([name, file]) => [name, name.endsWith('.mp4') ? file.length : 0]);
}
