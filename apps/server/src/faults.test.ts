import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Envelope, Session } from '@mixreel/contract';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import type { Probed, ProbeTarget } from '#testing/alive-probe.ts';
import { bundled } from '#testing/bundle.ts';
import { giveDatabase } from '#testing/give-database.ts';
import { countLetters } from '#testing/letters.ts';
import { startServer } from '#testing/server-process.ts';
import { fastestPlace, makeTempDir } from '#testing/temp-dir.ts';

/** More for whoever wants to be sure: FAULT_ROUNDS=10. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 2);
const CALLERS = 3;
/** Promised of every probe, without what the machine made it wait for a processor. */
const ALIVE_MS = 500;
const CHEAP = { fsync: 'off', synchronous_commit: 'off', shared_buffers: '64MB', autovacuum: 'off' };
const LINK = /(http:\/\/localhost:\d+)(?:[^]*code=([\w-]+))/;

test('two API processes outlive a PostgreSQL that stops and starts again under load, time after time', async () => {
  const place = freshFolder();
  let postgres: EmbeddedPostgres | null = await startEmbeddedPostgres(place, CHEAP);
  const { url: DATABASE_URL } = postgres;
  onTestFinished(async () => postgres?.drop());
  const apis = ['a', 'b'].map((name) =>
    startServer({ ROLE: 'api', PORT: '0', DATABASE_URL, DATA_DIR: join(place, name), LOG_LEVEL: 'silent' }),
  );
  const links = await Promise.all(apis.map((api) => api.said(LINK)));
  const urls = links.map(([, url = '']) => url);
  const token = await signInFirst(links);

  const load = callWithoutPause(
    apis.map(({ child }, n) => ({ url: urls[n]!, pid: child.pid! })),
    token,
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    await postgres.stop();
    postgres = null;
    for (const url of urls) await expect.poll(() => statusOf(`${url}/readyz`)).toBe(503);
    // Long enough that a loop which doubles itself has done so many times.
    await delay(1500);
    postgres = await startEmbeddedPostgres(place, CHEAP);
    for (const url of urls) await expect.poll(() => statusOf(`${url}/readyz`)).toBe(200);
    for (const url of urls) await expect.poll(() => codeOf(url, token)).toBe(0);
    await expect.poll(() => listeners(DATABASE_URL)).toBe(2);
  }
  const seen = await load.stop();
  expect(seen.others).toEqual([]);
  expect(seen.well).toBeGreaterThan(ROUNDS * CALLERS);
  expect(seen.refused).toBeGreaterThan(ROUNDS * CALLERS);
  expect(seen.alive_ms.length).toBeGreaterThan(ROUNDS * CALLERS);
  expect(Math.max(...seen.alive_ms)).toBeLessThan(ALIVE_MS);
  expect(await connections(DATABASE_URL)).toBeLessThan(50);

  for (const { child } of apis) child.kill('SIGTERM');
  expect(await Promise.all(apis.map(({ ended }) => ended))).toEqual([0, 0]);
});

test('a killed embedded PostgreSQL is started again; the task goes on, and every letter typed meanwhile is there once', async () => {
  const place = freshFolder();
  const server = bundled(fileURLToPath(new URL('./testing/crash-server.ts', import.meta.url)));
  await giveDatabase(place);
  const child = spawn(process.execPath, [server, place, join(place, 'steps')]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for (const out of [child.stdout, child.stderr]) {
    out.setEncoding('utf8').on('data', (more: string) => (text += more));
  }
  const said = async (pattern: RegExp) => {
    await expect.poll(() => text).toMatch(pattern);
  };

  await said(/^committed 5$/m);
  for (const kill of [1, 2]) {
    const before = postmasterIn(place);
    process.kill(before, 'SIGKILL');
    await expect.poll(() => postmasterIn(place)).not.toBe(before);
    const committed = Number([...text.matchAll(/^committed (\d+)$/gm)].at(-1)?.[1]);
    await said(new RegExp(`^committed ${committed + 5 * kill}$`, 'm'));
  }
  await said(/^task .*$/m);
  const [, typed = '', task = ''] = /^typed (.+)\ntask (.*)$/m.exec(text) ?? [];
  const committed = [...text.slice(0, text.indexOf('\ntask ')).matchAll(/^committed (\d+)$/gm)].at(-1)?.[1];
  expect(countLetters(typed)).toBe(Number(committed));
  // The same attempt: it waited at its step, and nobody took its worker for dead.
  expect(JSON.parse(task)).toMatchObject({ status: 'succeeded', attempt: 1, result: { walked: 40 } });
});

function freshFolder(): string {
  const { dir, remove } = makeTempDir(fastestPlace());
  onTestFinished(remove);
  return dir;
}

function postmasterIn(dataDir: string): number {
  try {
    return Number(readFileSync(join(dataDir, 'database', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}

/** Several people at each process, one call after another, and a probe; what they saw. */
function callWithoutPause(apis: ProbeTarget[], token: string) {
  const seen = { well: 0, refused: 0, others: [] as string[], alive_ms: [] as number[] };
  let isOver = false;
  const people = apis.flatMap(({ url }) =>
    Array.from({ length: CALLERS }, async () => {
      while (!isOver) {
        const { status, text } = await get(`${url}/api/user/info`, token);
        if (status === 200 && text.startsWith('{"code":0')) seen.well += 1;
        else if (status === 503 && /"code":503,"message":"数据库暂时连不上，请稍后重试"/.test(text)) seen.refused += 1;
        else seen.others.push(`${status} ${text}`);
        await delay(60);
      }
    }),
  );
  const probes = apis.map((workerData) => {
    const probe = new Worker(new URL('./testing/alive-probe.ts', import.meta.url), { workerData });
    probe.on('message', ({ status, ms }: Probed) => {
      seen.alive_ms.push(ms);
      if (status !== 200) seen.others.push(`healthz ${status}`);
    });
    onTestFinished(async () => void (await probe.terminate()));
    return probe;
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all([...people, ...probes.map((probe) => probe.terminate())]);
      return seen;
    },
  };
}

async function get(url: string, token: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) });
  return { status: response.status, text: await response.text() };
}

async function statusOf(url: string): Promise<number> {
  return (await get(url, '')).status;
}

async function codeOf(url: string, token: string): Promise<number> {
  return (JSON.parse((await get(`${url}/api/user/info`, token)).text) as Envelope).code;
}

async function signInFirst(links: RegExpExecArray[]): Promise<string> {
  for (const [, url, code] of links) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/api/user/login`, { method: 'POST', headers, body: JSON.stringify({ code }) });
    const answer = (await response.json()) as Envelope<Session>;
    if (answer.code === 0) return answer.data.access_token;
  }
  throw new Error('No code signs in');
}

async function ask(url: string, text: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: string }>(text);
  await client.end();
  return Number(rows[0]?.count);
}

function listeners(url: string): Promise<number> {
  return ask(url, `select count(*) from pg_stat_activity where application_name = 'mixreel-listen'`);
}

function connections(url: string): Promise<number> {
  return ask(url, `select count(*) from pg_stat_activity where application_name like 'mixreel%'`);
}
