/**
 * A server to be killed while it writes drafts. On an empty folder it makes finished videos of the given film and asks for
 * drafts of them; on a used one it only goes on. Says how far it is, and what there is in the end.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Timeline } from '@mixreel/contract';
import { probe } from '@mixreel/media';
import { pino } from 'pino';
import { startApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { newId } from '#db/id.ts';
import { artwork, dir } from '#features/artwork/artwork.tables.ts';
import { createUser } from '#features/auth/auth.queries.ts';
import { exportDrafts } from '#features/draft/draft.jobs.ts';
import { markersOf } from '#features/draft/markers.ts';
import { addFile } from '#features/file/add-file.ts';
import { delivery } from '#features/file/file.tables.ts';
import { jobs } from '#features/index.ts';
import { material, material_facts } from '#features/material/material.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { space } from '#features/team/team.tables.ts';
import { someTimeline, testFiles } from './timelines.ts';

const VIDEOS = 12;

const [dataDir = '', film = ''] = process.argv.slice(2);
const config = readConfig({ DATA_DIR: dataDir, PACKS_DIR: dataDir, LOG_LEVEL: 'error' });
const { app } = await startApp(config, pino({ level: 'error' }, pino.destination(2)), jobs);
const { db, queue, storage, tools } = app;

if ((await db.$count(task)) === 0) await addDrafts();
queue.work();
for (;;) {
  const [row] = await db.select().from(task);
  process.stdout.write(`${row?.status} ${row?.attempt} ${row?.progress}\n`);
  if (row && ['succeeded', 'partial', 'failed'].includes(row.status)) {
    const deliveries = await db.select().from(delivery);
    process.stdout.write(`ended ${JSON.stringify({ status: row.status, attempt: row.attempt, deliveries })}\n`);
  }
  await delay(20);
}

async function addDrafts(): Promise<void> {
  const { user_uid } = await db.transaction((tx) => createUser(tx, { name: '测试', role: 'admin', quota_bytes: 1e9 }));
  const [own] = await db.select().from(space);
  const { space_id } = own ?? { space_id: '' };
  const [project_id, material_id, dir_id] = [newId(), newId(), newId()];
  const about = { space_id, project_id, created_by: user_uid };
  await db.insert(project).values({ ...about, project_name: '项目' });
  const naming = { space_id, file_name: 'film.mp4', content_type: 'video/mp4', created_by: user_uid };
  const { vlc_id, sha256 } = await addFile(db, storage, { ...naming, source: { path: film } });
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
  await db.insert(dir).values({ ...about, dir_id, dir_name: '成片' });
  const { files } = await testFiles();
  const artwork_ids: string[] = [];
  for (let n = 0; n < VIDEOS; n += 1) {
    const { timeline } = someTimeline(n, files);
    const mine: Timeline = {
      ...timeline,
      cuts: timeline.cuts.map((cut) => ({ ...cut, material_id, vlc_id, is_still: false })),
      // Each its own, so that each is encoded.
      voices: timeline.voices.map((voice) => ({ ...voice, sha256, is_ai: n % 2 === 0 })),
      music: timeline.music && { ...timeline.music, material_id, source_start: n / 10 },
      logo: null,
    };
    const artwork_id = newId();
    const size = { duration: 1, width: mine.width, height: mine.height, bytes: 1, ai_origin: true };
    await db
      .insert(artwork)
      .values({ ...about, ...size, artwork_id, dir_id, artwork_name: `视频 ${n}`, vlc_id, timeline: mine });
    artwork_ids.push(artwork_id);
  }
  const wish = { artwork_ids, candidate_ids: [], format: 'draft' as const, profile: 'capcut' as const };
  const input = { ...wish, project_id, markers: markersOf('capcut'), draft_root: '', address: '127.0.0.1' };
  await queue.add(exportDrafts, { space_id, project_id, user_uid, title: '草稿', input });
}
