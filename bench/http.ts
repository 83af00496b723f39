/**
 * An enveloped list call over 1,000,000 material rows, next to the same SQL through bare `pg`, with 64 requests under
 * way in both; and how long the product takes to start.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { Pool } from 'pg';
import type { Bar } from './bar.ts';

const MAIN = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url));
const ROWS = 1_000_000;
const UNDER_WAY = 64;
const SECONDS = 4;
const ROUNDS = 5;
const PAGES = 50;

export async function run(): Promise<Bar[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mixreel-bench-'));
  // Run as root, the embedded database runs as `nobody`, who must be able to enter.
  chmodSync(dataDir, 0o755);
  let server: Server | null = null;
  try {
    server = await start(dataDir);
    const firstStart = server.seconds;
    const token = await signIn(server);
    await server.stop();
    server = await start(dataDir);
    const secondStart = server.seconds;

    const pool = new Pool({ connectionString: databaseUrl(dataDir), max: 20 });
    const project_id = await fill(pool);
    const rounds = [];
    // By turns, so that a busy moment of the machine does not favour one of them; the first turn warms both up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const bare = await askPostgres(pool, project_id);
      const ours = await askServer(server, token, project_id);
      if (round > 0) rounds.push({ bare, ours });
    }
    await pool.end();
    const bare = median(rounds.map((round) => round.bare));
    const ours = median(rounds.map((round) => round.ours.rate));
    const p99 = Math.max(...rounds.map((round) => round.ours.p99));
    return [
      {
        name: 'list of 20 out of 1,000,000 through the product',
        figure: ours,
        unit: 'req/s',
        bar: null,
        better: 'higher',
      },
      { name: 'the same SQL through bare pg', figure: bare, unit: 'req/s', bar: null, better: 'higher' },
      { name: 'product / bare pg', figure: ours / bare, unit: '×', bar: 0.5, better: 'higher' },
      { name: 'p99 of the list call, 64 connections', figure: p99, unit: 'ms', bar: null, better: 'lower' },
      { name: 'first start on an empty folder', figure: firstStart, unit: 's', bar: 15, better: 'lower' },
      { name: 'second start', figure: secondStart, unit: 's', bar: 5, better: 'lower' },
    ];
  } finally {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Server = { url: string; code: string; seconds: number; stop(): Promise<void> };

async function start(dataDir: string): Promise<Server> {
  const began = performance.now();
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    PACKS_FETCH: 'false',
    RATE_PER_MINUTE: '100000000',
  };
  const child: ChildProcess = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  while (!/已启动/.test(text)) {
    if (child.exitCode !== null) throw new Error(text);
    await new Promise((done) => setTimeout(done, 10));
  }
  const seconds = (performance.now() - began) / 1000;
  await new Promise((done) => setTimeout(done, 200));
  const url = /http:\/\/localhost:\d+/.exec(text)?.[0] ?? '';
  const code = /code=([\w-]+)/.exec(text)?.[1] ?? '';
  return {
    url: url.replace('localhost', '127.0.0.1'),
    code,
    seconds,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function signIn({ url, code }: Server): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/user/login`, { method: 'POST', headers, body: JSON.stringify({ code }) });
  const { data } = (await response.json()) as { data: { access_token: string } };
  return data.access_token;
}

function databaseUrl(dataDir: string): string {
  return `postgresql://mixreel@localhost/postgres?host=${encodeURIComponent(join(dataDir, 'database', 'socket'))}`;
}

/** Ten projects of one space, a hundred thousand materials each, types and sub-types mixed. */
async function fill(pool: Pool): Promise<string> {
  console.log(`writing ${ROWS} rows…`);
  await pool.query(`
    insert into project (project_id, space_id, project_name, created_by)
    select 'p' || n, s.space_id, '项目 ' || n, s.owner_uid from space s, generate_series(0, 9) n`);
  await pool.query(`
    insert into material (material_id, space_id, project_id, material_name, material_type, material_sub_type,
      material_source, duration, width, height, bytes, created_by)
    select lpad(n::text, 26, '0'), s.space_id, 'p' || n % 10, '素材 ' || n || '.mp4',
      case when n % 7 = 0 then 'image' else 'video' end,
      case when n % 7 = 0 then null else (array['shot_video','inspiration_video','header_video'])[1 + n % 3] end,
      'user_upload', 12.5, 1080, 1920, 12345678, s.owner_uid
    from space s, generate_series(1, ${ROWS}) n`);
  await pool.query('vacuum analyze material');
  await pool.query('checkpoint');
  return 'p3';
}

async function askPostgres(pool: Pool, project_id: string): Promise<number> {
  const { rows } = await pool.query<{ space_id: string }>('select space_id from space');
  const space_id = rows[0]?.space_id;
  const until = performance.now() + SECONDS * 1000;
  let answered = 0;
  const ask = async () => {
    for (let n = 0; performance.now() < until; n += 1) {
      const values = [space_id, project_id, 'video', 'shot_video', 20, 20 * (n % PAGES)];
      await pool.query(
        `select m.material_id, m.project_id, m.material_name, m.material_type, m.material_sub_type, m.material_source,
           m.vlc_id, m.duration, m.width, m.height, m.bytes, m.created_at
         from (
           select material_id from material
           where deleted_at is null and space_id = $1 and project_id = $2 and material_type = $3 and material_sub_type = $4
           order by material_id desc limit $5 offset $6
         ) page join material m using (material_id)
         order by m.material_id desc`,
        values,
      );
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, ask));
  return answered / SECONDS;
}

async function askServer({ url }: Server, token: string, project_id: string): Promise<{ rate: number; p99: number }> {
  const input = (page_index: number) => ({
    page_index,
    project_id,
    material_type: 'video',
    material_sub_type: 'shot_video',
  });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const result = await autocannon({
    url: `${url}/api/v2/materials/list`,
    method: 'POST',
    headers,
    connections: UNDER_WAY,
    duration: SECONDS,
    requests: Array.from({ length: PAGES }, (_, n) => ({ body: JSON.stringify(input(n + 1)) })),
    verifyBody: (body) => String(body).startsWith('{"code":0,'),
  });
  if (result.non2xx > 0 || result.mismatches > 0 || result.errors > 0) throw new Error('Some answers were wrong');
  return { rate: result.requests.average, p99: result.latency.p99 };
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}
