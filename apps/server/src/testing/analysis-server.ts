/**
 * A server to be killed while it analyses. On an empty folder it makes a user, a project and a material of the given
 * film; on a used one it only goes on. Says when the analysis runs, and how it ended.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { startApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { newId } from '#db/id.ts';
import { asc, desc } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { startAnalysis } from '#features/analysis/start-analysis.ts';
import { createUser } from '#features/auth/auth.queries.ts';
import { addFile } from '#features/file/add-file.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { followers, jobs } from '#features/index.ts';
import { material } from '#features/material/material.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { space } from '#features/team/team.tables.ts';

const [dataDir = '', film = ''] = process.argv.slice(2);
const config = readConfig({ DATA_DIR: dataDir, PACKS_DIR: dataDir, LOG_LEVEL: 'error' });
const { app } = await startApp(config, pino({ level: 'error' }, pino.destination(2)), { jobs, followers });
const { db, queue, storage } = app;

if ((await db.$count(material)) === 0) await addFilm();
queue.work();
for (;;) {
  const [row] = await db.select().from(material);
  const [last] = await db.select().from(task).orderBy(desc(task.attempt)).limit(1);
  if (row?.analysis_status === 'running') process.stdout.write(`running ${last?.progress}\n`);
  if (row?.analysis_status === 'done' || row?.analysis_status === 'failed') {
    const shots = await db.select({ index: shot.index, start_ms: shot.start_ms }).from(shot).orderBy(asc(shot.index));
    const told = { status: row.analysis_status, attempt: last?.attempt, shots, files: await db.$count(vlc_file) };
    process.stdout.write(`ended ${JSON.stringify(told)}\n`);
  }
  await delay(100);
}

async function addFilm(): Promise<void> {
  const user = await db.transaction((tx) => createUser(tx, { name: '测试', role: 'admin', quota_bytes: 1e9 }));
  const [own] = await db.select().from(space);
  const { space_id } = own ?? { space_id: '' };
  const { user_uid } = user;
  const [project_id, material_id] = [newId(), newId()];
  await db.insert(project).values({ project_id, space_id, project_name: '项目', created_by: user_uid });
  const naming = { space_id, file_name: 'film.mkv', content_type: 'video/x-matroska', created_by: user_uid };
  const { vlc_id } = await addFile(db, storage, { ...naming, source: { path: film } });
  await db.transaction(async (tx) => {
    await tx.insert(material).values({
      material_id,
      space_id,
      project_id,
      vlc_id,
      material_name: 'film.mkv',
      material_type: 'video',
      material_source: 'user_upload',
      analysis_status: 'waiting',
      created_by: user_uid,
    });
    await startAnalysis(app, tx, [{ material_id, space_id, project_id, user_uid }]);
  });
}
