/**
 * Does a sentence find the right shot? Real recordings, cut, among drawn cards, spoken lines and drawn scenes, brought in
 * and analysed as an upload is; questions with the right film named beforehand. `MIXREEL_FOOTAGE` names the folder of
 * the recordings; `BENCH_DATA` a folder that keeps the analysed library, for asking again without looking again.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { packsDir } from '@mixreel/ai';
import { startApp } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/config.ts';
import type { App } from '../apps/server/src/context.ts';
import { jobs } from '../apps/server/src/features/index.ts';
import { findClips } from '../apps/server/src/features/search/find-clips.ts';
import { addMaterial } from '../apps/server/src/features/upload/add-material.ts';
import { createLog } from '../apps/server/src/log.ts';
import type { Bar } from './bar.ts';
import { type LibraryClip, makeLibrary } from './search-library.ts';
import { KINDS, type Kind, type Question, QUESTIONS } from './search-questions.ts';
import { judgeTags } from './search-tags.ts';

const FIRST = 3;
const BAR = 0.8;
const KIND_BAR = 0.6;
const OWNER = { space_id: 'bench', project_id: 'bench', user_uid: 'bench' };

export async function run(): Promise<Bar[]> {
  const kept = process.env['BENCH_DATA'];
  if (kept) mkdirSync(kept, { recursive: true });
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'mixreel-bench-'));
  // Run as root, the embedded database runs as `nobody`, who must be able to enter.
  chmodSync(dataDir, 0o755);
  const config = readConfig({
    ...process.env,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    DEMO_PROJECT: 'false',
    PACKS_DIR: packsDir(process.env),
  });
  const { app, stop } = await startApp(config, createLog(config, false), { jobs });
  const known = join(dataDir, 'keys.json');
  try {
    if (existsSync(known)) return await askAll(app, new Map(JSON.parse(readFileSync(known, 'utf8'))));
    const folder = join(dataDir, 'clips');
    await mkdir(folder);
    const { tools, ai } = app;
    const footage = process.env['MIXREEL_FOOTAGE'] ?? '';
    const clips = await makeLibrary({ tools, ai, footage, folder, signal: new AbortController().signal });
    if (!clips) {
      console.log('skipped: set MIXREEL_FOOTAGE to the folder of the real recordings (car-detection.mp4 and others)');
      return [];
    }
    const keys = await bringIn(app, clips);
    await waitForAnalysis(app);
    if (kept) writeFileSync(known, JSON.stringify([...keys]));
    return await askAll(app, keys);
  } finally {
    await stop();
    if (!kept) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The key of each material. */
async function bringIn(app: App, clips: LibraryClip[]): Promise<Map<string, string>> {
  const { space_id, project_id, user_uid } = OWNER;
  await app.pool.query(
    `insert into space (space_id, space_type, space_name, quota_bytes) values ($1, 'TEAM', '测试', 1e12)`,
    [space_id],
  );
  await app.pool.query('insert into project (project_id, space_id, project_name, created_by) values ($1, $2, $3, $4)', [
    project_id,
    space_id,
    '测试',
    user_uid,
  ]);
  const keys = new Map<string, string>();
  for (const { key, path } of clips) {
    const { material_id } = await addMaterial(app, {
      ...OWNER,
      file: { path, given: true },
      file_name: basename(path),
      material_sub_type: path.endsWith('.jpg') ? null : 'shot_video',
      material_source: 'user_upload',
    });
    keys.set(material_id, key);
  }
  return keys;
}

async function waitForAnalysis(app: App): Promise<void> {
  const began = performance.now();
  app.queue.work();
  for (let said = ''; ;) {
    const { rows } = await app.pool.query<{ status: string; count: number }>(
      'select status, count(*) from task group by 1 order by 1',
    );
    const state = rows.map(({ status, count }) => `${status} ${count}`).join(', ');
    if (state !== said) {
      console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  analysis: ${state}`);
    }
    said = state;
    if (rows.every(({ status }) => ['succeeded', 'partial', 'failed', 'canceled'].includes(status))) return;
    await new Promise((done) => setTimeout(done, 3000));
  }
}

async function askAll(app: App, keys: Map<string, string>): Promise<Bar[]> {
  const filter = { space_id: OWNER.space_id, project_id: OWNER.project_id };
  const { rows } = await app.pool.query<{ shots: number }>('select count(*) as shots from shot');
  const found: Question[] = [];
  for (const question of QUESTIONS) {
    const page = { page_index: 1, page_size: FIRST };
    const { items, understood } = await findClips(app, filter, { q: question.text, sort: 'relevance' }, page);
    const got = items.map(({ material_id }) => keys.get(material_id) ?? '?');
    const place = got.findIndex((key) => question.right.includes(key));
    const isRight = question.kind === 'absent' ? got.length === 0 || understood.missing.length > 0 : place >= 0;
    if (isRight) found.push(question);
    const reason = items[Math.max(0, place)]?.reasons.map(({ kind, text }) => `${kind} ${text}`).join('; ') ?? '';
    const line = `${question.kind.padEnd(12)} ${question.text}  →  ${got.join(', ')}  (${reason})`;
    // What was kept from tuning is not to be looked at: only counted.
    if (!question.is_held || process.env['BENCH_HELD']) console.log(`${isRight ? ` ${place + 1}` : ' –'}  ${line}`);
  }
  const share = (name: string, of: (question: Question) => boolean, bar: number | null): Bar => ({
    name,
    figure: found.filter(of).length / QUESTIONS.filter(of).length,
    unit: '',
    bar,
    better: 'higher',
  });
  return [
    { name: 'shots in the library', figure: rows[0]?.shots ?? 0, unit: '', bar: 60, better: 'higher' },
    { name: 'questions', figure: QUESTIONS.length, unit: '', bar: 150, better: 'higher' },
    share(`the right one among the first ${FIRST}`, () => true, BAR),
    share('… of those kept from tuning', ({ is_held }) => is_held, null),
    ...(Object.keys(KINDS) as Kind[]).map((kind) =>
      share(`… ${KINDS[kind]}`, (question) => question.kind === kind, KIND_BAR),
    ),
    share('nothing is found for 一头大象', ({ text }) => text === '一头大象', 1),
    ...(await judgeTags(app, keys)),
  ];
}
