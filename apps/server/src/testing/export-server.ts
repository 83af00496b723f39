/**
 * A server to be killed while it exports. On an empty folder it makes a mix of the given film and exports it, and a batch of
 * an agent beside that, and plans another one as far as its rows are written; on a used one it only goes on. Says how many
 * parts exist, and how all of it ended.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AgentRow,
  EMPTY_AGENT_BRIEF,
  EMPTY_AGENT_ROW,
  planNewClips,
  planNewShootings,
  UNTOUCHED_CLIP,
} from '@mixreel/contract';
import { applyAll, recordsOf, type State } from '@mixreel/document';
import { probe } from '@mixreel/media';
import { pino } from 'pino';
import { startApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { untilBack } from '#db/away.ts';
import { newId } from '#db/id.ts';
import { and, eq } from '#db/orm.ts';
import { agent_batch, agent_project, agent_row } from '#features/agent/agent.tables.ts';
import { addBatch } from '#features/agent/batch.document.ts';
import { planAgentBatch } from '#features/agent/plan-batch.jobs.ts';
import { produceAgentBatch } from '#features/agent/produce-batch.jobs.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { createUser } from '#features/auth/auth.queries.ts';
import { export_video } from '#features/candidate/candidate.tables.ts';
import { chooseCandidates, readState } from '#features/candidate/choose.ts';
import { startExport } from '#features/candidate/start-export.ts';
import { addFile } from '#features/file/add-file.ts';
import { followers, jobs } from '#features/index.ts';
import { material, material_facts } from '#features/material/material.tables.ts';
import { insertMix } from '#features/mix/insert-mix.ts';
import { newShootings } from '#features/mix/new-shootings.ts';
import { project } from '#features/project/project.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { space } from '#features/team/team.tables.ts';

const SHOOTINGS = 2;
const CLIPS = 3;
const VIDEOS = 5;

const ROWS = 4;
const PLANNED = '还在规划';

const [dataDir = '', film = ''] = process.argv.slice(2);
// All are under way when it is killed.
const config = readConfig({ DATA_DIR: dataDir, PACKS_DIR: dataDir, LOG_LEVEL: 'error', WORKER_CORES: '3' });
let isNew = false;
const planned = Promise.withResolvers<void>();
/** The first one is killed behind the last row that is written, and before that is remembered, whatever else it is at. */
const plan: typeof planAgentBatch = {
  ...planAgentBatch,
  run: (input, context) =>
    planAgentBatch.run(input, { ...context, step: (key, run) => context.step(key, () => stayBehind(key, run)) }),
};
const all = jobs.map((job) => (job.name === plan.name ? plan : job));
const { app } = await startApp(config, pino({ level: 'error' }, pino.destination(2)), { jobs: all, followers });
const { db, queue, storage, tools } = app;

if ((await db.$count(project)) === 0) {
  isNew = true;
  const known = await addFilm();
  await addBatchOf(known);
  await addPlanOf(known);
  await addExport(known);
}
queue.work();
if (isNew) {
  await planned.promise;
  process.stdout.write(`planned ${JSON.stringify(await readPlanned())}\n`);
}
for (;;) {
  process.stdout.write(`parts ${JSON.stringify(parts())}\n`);
  await untilBack(tellEnd, AbortSignal.timeout(300_000));
  await delay(50);
}

async function stayBehind<T>(key: string, run: () => Promise<T>): Promise<T> {
  const done = await run();
  if (!isNew || key !== 'write') return done;
  planned.resolve();
  return new Promise(() => {});
}

async function tellEnd(): Promise<void> {
  const tasks = await db.select({ status: task.status, attempt: task.attempt, error: task.error }).from(task);
  if (tasks.every(({ status }) => ['succeeded', 'partial', 'failed'].includes(status))) {
    const videos = await db
      .select({ status: export_video.status, artwork_id: export_video.artwork_id })
      .from(export_video);
    const { candidate_id, mproject_id } = artwork;
    const artworks = await db.select({ candidate_id, mproject_id }).from(artwork);
    const ended = { tasks, videos, artworks, planned: await readPlanned(), parts: parts() };
    process.stdout.write(`ended ${JSON.stringify(ended)}\n`);
  }
}

/** The rows of the batch that is planned, in words. */
async function readPlanned(): Promise<string[]> {
  const own = eq(agent_batch.batch_name, PLANNED);
  const rows = await db
    .select({ row_id: agent_row.row_id, hook: agent_row.hook })
    .from(agent_row)
    .innerJoin(agent_batch, and(eq(agent_batch.agent_batch_config_id, agent_row.agent_batch_config_id), own))
    .orderBy(agent_row.rank);
  return rows.map(({ row_id, hook }) => `${row_id} ${hook}`);
}

/** Pictures that exist, with the file that each is. */
function parts(): [name: string, inode: number][] {
  const folder = join(dataDir, 'segments', 'entries');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mp4'))
    .toSorted()
    .map((name) => [name, statSync(join(folder, name)).ino]);
}

async function addFilm() {
  const user = await db.transaction((tx) => createUser(tx, { name: '测试', role: 'admin', quota_bytes: 1e9 }));
  const [own] = await db.select().from(space);
  const { space_id } = own ?? { space_id: '' };
  const { user_uid } = user;
  const [project_id, material_id] = [newId(), newId()];
  await db.insert(project).values({ project_id, space_id, project_name: '项目', created_by: user_uid });
  const naming = { space_id, file_name: 'film.mp4', content_type: 'video/mp4', created_by: user_uid };
  const { vlc_id } = await addFile(db, storage, { ...naming, source: { path: film } });
  const facts = await probe(tools, film);
  const about = { space_id, project_id, vlc_id, created_by: user_uid };
  await db.insert(material).values({
    ...about,
    material_id,
    material_name: 'film.mp4',
    material_type: 'video',
    material_source: 'user_upload',
  });
  const marks = { black: [], frozen: [], blurred: [], shaky: [] };
  await db.insert(material_facts).values({ material_id, facts, marks });
  return { user, space_id, project_id, material_id };
}

/** A batch that is being planned. */
async function addPlanOf({ user, space_id, project_id }: Known): Promise<void> {
  const { user_uid } = user;
  const agent_project_id = newId();
  const product = { ...EMPTY_AGENT_BRIEF.product, name: '手冲咖啡', points: ['三秒冲好', '不加糖'] };
  const agent = { agent_project_id, space_id, project_id, agent_name: '咖啡', created_by: user_uid };
  const brief = { ...EMPTY_AGENT_BRIEF, product };
  await db.insert(agent_project).values({ ...agent, agent_kind: 'social', brief });
  const about = { agent_project_id, space_id, project_id, batch_name: PLANNED, created_by: user_uid };
  const agent_batch_config_id = await addBatch(db, about, { row: {} });
  const input = { agent_batch_config_id, count: ROWS };
  await queue.add(plan, { space_id, user_uid, project_id, title: '规划一批', work: ROWS, input });
}

type Known = Awaited<ReturnType<typeof addFilm>>;

/** Rows of one line each, every one with a part of the film of its own. */
async function addBatchOf({ user, space_id, project_id, material_id }: Known): Promise<void> {
  const { user_uid } = user;
  const agent_project_id = newId();
  const brief = { ...EMPTY_AGENT_BRIEF, is_spoken: false };
  const agent = { agent_project_id, space_id, project_id, agent_name: '咖啡', created_by: user_uid };
  await db.insert(agent_project).values({ ...agent, agent_kind: 'social', brief });
  const rows = Array.from({ length: ROWS }, (_, n): AgentRow => {
    const hook = `第 ${n + 1} 句`;
    const range = { start_ms: n * 700, end_ms: n * 700 + 700 };
    const shot = { wish: hook, material_id, material_name: 'film.mp4', shot_id: null, why: '', is_guess: false };
    return { ...EMPTY_AGENT_ROW, row_id: newId(), hook, ratio: '1:1', shots: [{ ...shot, ...range }] };
  });
  const about = { agent_project_id, space_id, project_id, batch_name: '一批', created_by: user_uid };
  const agent_batch_config_id = await addBatch(db, about, { row: recordsOf(rows, 'row_id') });
  const input = { agent_batch_config_id, row_ids: rows.map(({ row_id }) => row_id) };
  const title = '制作一批';
  await queue.add(produceAgentBatch, { space_id, user_uid, project_id, title, work: ROWS, input });
}

async function addExport({ user, space_id, project_id, material_id }: Known): Promise<void> {
  const { user_uid } = user;
  const mproject_id = newId();
  const settings = {
    voice: { is_on: false },
    duration: { rule: 'clip' as const },
    combine: { max_share_percent: 100 },
  };
  const mix = { mproject_name: '混剪', config: settings, template_name: null, template_config: null };
  const empty: State = { mix: { mix } };
  const shootings = newShootings(Array.from({ length: SHOOTINGS }, (_, s) => ({ lines: [`第${s}句`] })));
  let state = applyAll(empty, planNewShootings(empty, shootings));
  for (const [s, { shooting_id }] of shootings.entries()) {
    const clips = Array.from({ length: CLIPS }, (_, c) => {
      const start_ms = (s * CLIPS + c) * 400;
      const source = { material_id, material_name: 'film.mp4', shot_id: null, start_ms, end_ms: start_ms + 400 };
      return { ...UNTOUCHED_CLIP, ...source, video_clip_id: newId() };
    });
    state = applyAll(state, planNewClips(state, shooting_id, clips));
  }
  await insertMix(db, { mproject_id, space_id, project_id, created_by: user_uid }, state);
  await chooseCandidates(app, await readState(app, space_id, mproject_id), { count: VIDEOS, isFresh: true }, null);
  await startExport(app, await readState(app, space_id, mproject_id), {}, user);
}
