/**
 * Ten people in one mix of 60 shots and 300 clips, half of them at each of two API processes on one database, each with
 * four acts a second: how long until another page has an act, what it costs, and whether all end with the same. A key
 * typed in a page among them; opening a piece with 100,000 acts behind it next to one with none; what it all adds to a
 * page; and more random schedules than the tests play.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { callOf, document, type Session, UNTOUCHED_CLIP } from '@mixreel/contract';
import { isEqual, type Json, planRanks } from '@mixreel/document';
import { Pool } from 'pg';
import { openLonePage } from '../e2e/support/lone-page.ts';
import type { Bar } from './bar.ts';
import { measureBare } from './document-bare.ts';
import { weighDocuments } from './document-page.ts';
import { type Ask, asker, beginSeeing, edit, openAs } from './document-people.ts';
import { measureKeys, ownMs } from './document-typing.ts';
import { readProcessorMs, stepAside } from './processor-time.ts';
import { databaseUrl, type Product, signIn, startProduct } from './product-process.ts';

const PEOPLE = 10;
const LINES = 500;
const SHOTS = 60;
const CLIPS = 300;
const SECONDS = 60;
const EVERY_MS = 250;
/** A server that has just started compiles what it runs for the first time, which is nothing of an act's. Told beside it. */
const WARMING_SECONDS = 20;
/** Of servers that only keep acts and pass them on, beside which the figure is told. */
const BARE_SECONDS = 30;
const IDLE_MS = 10_000;
const ACTS_BEHIND = 100_000;
const OPENINGS = 6;
const KEYS = 100;
const BAR_MS = 16;
const SCHEDULES = 10_000;

export async function run(): Promise<Bar[]> {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'mixreel-bench-')));
  // Run as root, the embedded database runs as `nobody`, who must be able to enter.
  for (const folder of folders) chmodSync(folder, 0o755);
  const [first = '', second = ''] = folders;
  const running: Product[] = [];
  try {
    // Without models: what they do in idle time after a first start is nothing of a document's.
    const one = await startProduct(first, { PACKS_DIR: join(first, 'packs') });
    running.push(one);
    const ask = asker(await signIn(one));
    const two = await startProduct(second, {
      DATABASE_URL: databaseUrl(first),
      PACKS_DIR: join(second, 'packs'),
    });
    running.unshift(two);
    const { team_id } = await ask<{ team_id: string }>(one.url, callOf('admin.addTeam').path, { team_name: '一起' });
    const sessions = await Promise.all(
      Array.from({ length: PEOPLE }, (_, n) => invite(ask, one.url, team_id, `第 ${n} 人`)),
    );
    const tokens = sessions.map(({ access_token }) => access_token);
    const [token = ''] = tokens;
    const project = { project_name: '一起', team_id };
    const { project_id } = await asker(token)<{ project_id: string }>(one.url, callOf('project.add').path, project);
    const lines = Array.from({ length: LINES }, (_, n) => ({
      line_id: `l${n}`,
      text: `第 ${n} 句台词`,
      voice_id: 'a:b',
    }));
    const document_id = await makeMix(one.url, token, {
      project_id,
      lines: lines.slice(0, SHOTS).map(({ text }) => text),
      database: databaseUrl(first),
    });
    const together = await editTogether([one, two], { tokens, document_id });
    const bare = await measureBare({
      database: databaseUrl(first),
      people: PEOPLE,
      every_ms: EVERY_MS,
      warming_s: WARMING_SECONDS,
      seconds: BARE_SECONDS,
    });
    const keys = await typeAmongOthers([one, two], { sessions, document_id });
    const made = () => asker(token)<{ ai_audio_id: string }>(one.url, callOf('audio.add').path, { project_id, lines });
    const pieces: string[] = [];
    while (pieces.length < 2 * OPENINGS) pieces.push((await made()).ai_audio_id);
    const opening = await compareOpening(two, { token, pieces, database: databaseUrl(first) });
    return [
      { name: 'from an act to another page, p95', figure: together.p95, unit: 'ms', bar: 250, better: 'lower' },
      { name: 'processor of the API an act', figure: together.cpu, unit: 'ms', bar: 3, better: 'lower' },
      { name: 'the same of a server that only stores and tells', figure: bare, unit: 'ms', bar: null, better: 'lower' },
      { name: 'ours in that of such a server', figure: together.cpu / bare, unit: '×', bar: null, better: 'lower' },
      {
        name: 'the same in the first 20 s of a server',
        figure: together.cold,
        unit: 'ms',
        bar: null,
        better: 'lower',
      },
      { name: 'processor of the database an act', figure: together.database, unit: 'ms', bar: null, better: 'lower' },
      { name: 'processor of an idle API in a second', figure: together.idle, unit: 'ms', bar: null, better: 'lower' },
      { name: 'acts of ten people in 60 s', figure: together.acts, unit: 'acts', bar: null, better: 'higher' },
      { name: 'pages that end with another document', figure: together.different, unit: '', bar: 0, better: 'lower' },
      { name: 'acts that somebody did not hear', figure: together.missing, unit: '', bar: 0, better: 'lower' },
      ...keys,
      { name: 'opening with 100,000 acts behind / with none', figure: opening, unit: '×', bar: 1.2, better: 'lower' },
      { name: 'added to a page, gzipped', figure: await weighDocuments(), unit: 'kB', bar: 40, better: 'lower' },
      { name: 'schedules of each kind played', figure: playSchedules(), unit: '', bar: SCHEDULES, better: 'higher' },
    ];
  } finally {
    for (const product of running) await product.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

type NewMix = { project_id: string; lines: string[]; database: string };

/** With as many clips, of materials that were never uploaded. */
async function makeMix(url: string, token: string, { project_id, lines, database }: NewMix): Promise<string> {
  const pool = new Pool({ connectionString: database, max: 1 });
  await pool.query(
    `insert into material (material_id, space_id, project_id, material_name, material_type, material_sub_type,
       material_source, duration, width, height, bytes, created_by)
     select 'm' || n, space_id, project_id, '素材 ' || n || '.mp4', 'video', 'shot_video', 'user_upload', 12.5, 1080,
       1920, 12345678, created_by
     from project, generate_series(1, $2::int) n where project_id = $1`,
    [project_id, CLIPS],
  );
  await pool.end();
  const ask = asker(token);
  const mix = { project_id, mproject_name: '一起', lines };
  const { mproject_id } = await ask<{ mproject_id: string }>(url, callOf('mix.add').path, mix);
  const opened = await ask<{ sequence: number; state: Record<string, Record<string, object>> }>(
    url,
    `${document.open.path}?document_id=${mproject_id}`,
  );
  const shots = Object.keys(opened.state['shooting'] ?? {});
  const ids = Array.from({ length: CLIPS }, (_, n) => `bench-clip-${n}`);
  const ranks = planRanks(ids.map((id) => ({ id, rank: null })));
  const operations = ids.map((id, n) => ({ do: 'add', table: 'clip', id, record: clipOf(n, shots, ranks.get(id)) }));
  const input = { document_id: mproject_id, sequence: opened.sequence, acts: [{ act_id: 'clips', operations }] };
  const { refused } = await ask<{ refused: unknown }>(url, document.perform.path, input);
  if (refused) throw new Error(JSON.stringify(refused));
  return mproject_id;
}

function clipOf(n: number, shots: string[], rank = '') {
  return {
    ...UNTOUCHED_CLIP,
    pool: 'shooting',
    shooting_id: shots[n % shots.length],
    rank,
    material_id: `m${n + 1}`,
    material_name: `素材 ${n + 1}.mp4`,
    shot_id: null,
    start_ms: 0,
    end_ms: 4000,
  };
}

async function editTogether(products: Product[], { tokens, document_id }: { tokens: string[]; document_id: string }) {
  const end = new AbortController();
  const seen = beginSeeing(end.signal);
  const people = await Promise.all(
    tokens.map((token, n) => openAs({ url: products[n % products.length]!.url, token, document_id }, seen)),
  );
  await delay(500);
  // The second process alone: below the first one runs the database as well.
  const pid = products[1]?.pid ?? 0;
  // The first does as much as the second; what is left of it is the database, which both ask.
  const readBoth = () => {
    const api = readProcessorMs(pid);
    return { api, database: readProcessorMs(products[0]?.pid ?? 0) - api };
  };
  const resting = readBoth();
  await delay(IDLE_MS);
  const rested = readBoth();
  const idle = (1000 * (rested.api - resting.api)) / IDLE_MS;
  const idleDatabase = (1000 * (rested.database - resting.database)) / IDLE_MS;
  /** What an act costs while all of them edit for so long. What processes take without acts, as looking for tasks, is not theirs. */
  const editFor = async (duration: number) => {
    const [before, done, began] = [readBoth(), seen.began.size, performance.now()];
    await Promise.all(
      people.map(async (person, n) => {
        await delay((n * EVERY_MS) / PEOPLE);
        await edit(person, n, seen, began + duration * 1000, EVERY_MS);
      }),
    );
    await delay(2000);
    const [after, acts, seconds] = [readBoth(), seen.began.size - done, (performance.now() - began) / 1000];
    return {
      acts,
      cpu: (2 * (after.api - before.api - idle * seconds)) / acts,
      database: (after.database - before.database - idleDatabase * seconds) / acts,
    };
  };
  const cold = await editFor(WARMING_SECONDS);
  seen.times.length = 0;
  const { acts, cpu, database } = await editFor(SECONDS);
  end.abort();
  const [one] = people;
  const different = people.filter(({ session }) => !isEqual(session.state as Json, one!.session.state as Json)).length;
  const missing = [...seen.began.keys()].filter((act_id) => seen.heard_by.get(act_id) !== PEOPLE).length;
  return { p95: share(seen.times, 0.95), cpu, cold: cold.cpu, database, idle, acts, different, missing };
}

type Sessions = { sessions: Session[]; document_id: string };

/** One in a real page, nine as before. */
async function typeAmongOthers(products: Product[], { sessions, document_id }: Sessions): Promise<Bar[]> {
  const [me, ...others] = sessions;
  const end = new AbortController();
  const seen = beginSeeing(end.signal);
  const editing = others.map(async ({ access_token: token }, n) => {
    const person = await openAs({ url: products[n % products.length]!.url, token, document_id }, seen);
    await edit(person, n, seen, Infinity, EVERY_MS);
  });
  const path = `/studio/videoProduction?${new URLSearchParams({ mproject_id: document_id })}`;
  const page = await openLonePage(products[1]!, me!);
  // The nine and the servers have machines of their own. Those who run this one's browser are not theirs.
  stepAside(products.map(({ pid }) => pid));
  setPriority(constants.priority.PRIORITY_LOW);
  try {
    const [keys, plain] = await measureKeys(page, { path, label: '镜头 1 的台词', keys: KEYS });
    const painted = keys.map((key) => key.painted);
    const reference = plain.map((key) => key.painted);
    const bars: [name: string, figure: number, bar: number | null][] = [
      ['a key typed among nine others, without the wait for the screen, median', share(keys.map(ownMs), 0.5), BAR_MS],
      ['the same, p95', share(keys.map(ownMs), 0.95), BAR_MS],
      ['from its event to its paint, median', share(painted, 0.5), null],
      ['the same, p95', share(painted, 0.95), null],
      ['the same in the field of an empty page, median', share(reference, 0.5), null],
      ['the same in the field of an empty page, p95', share(reference, 0.95), null],
    ];
    return bars.map(([name, figure, bar]) => ({ name, figure, unit: 'ms', bar, better: 'lower' }));
  } finally {
    await page.close();
    end.abort();
    await Promise.allSettled(editing);
  }
}

function share(times: number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Infinity;
}

/** The properties of the tests with more runs; throws with the shortest schedule that fails. */
function playSchedules(): number {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = ['packages/document/src/session.test.ts', 'packages/contract/src/mix-kind.test.ts'];
  const projects = ['--project', 'document', '--project', 'contract'];
  execFileSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...files], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SCHEDULES: String(SCHEDULES) },
  });
  return SCHEDULES;
}

type Compared = { token: string; pieces: string[]; database: string };

/** Each piece is opened once, by a process that has not seen it. */
async function compareOpening({ url }: Product, { token, pieces, database }: Compared): Promise<number> {
  const long = pieces.filter((_, n) => n % 2 === 1);
  const pool = new Pool({ connectionString: database, max: 1 });
  await pool.query(
    `insert into document_act (document_id, sequence, act_id, words, operations)
     select d, 1 + n, 'b' || n, '修改台词', '[{"do":"set","table":"line","id":"l1","path":["rate"],"value":1}]'
     from unnest($1::text[]) d, generate_series(1, $2::int) n`,
    [long, ACTS_BEHIND],
  );
  await pool.query('update document set sequence = 1 + $2 where document_id = any($1)', [long, ACTS_BEHIND]);
  await pool.query('analyze');
  await pool.end();
  const times: Record<string, number> = {};
  for (const document_id of pieces) {
    const began = performance.now();
    await asker(token)(url, `${document.open.path}?document_id=${document_id}`);
    times[document_id] = performance.now() - began;
  }
  const median = (ids: string[]) => ids.map((id) => times[id] ?? 0).toSorted((a, b) => a - b)[OPENINGS / 2] ?? 0;
  return median(long) / median(pieces.filter((id) => !long.includes(id)));
}

async function invite(ask: Ask, url: string, team_id: string, name: string): Promise<Session> {
  const { code } = await ask<{ code: string }>(url, callOf('admin.addInvitation').path, {
    team_id,
    team_role: 'editor',
  });
  return ask<Session>(url, callOf('auth.login').path, { code, name });
}
