/**
 * An enveloped list call over 1,000,000 material rows, next to the same SQL through bare `pg`, with 64 requests under
 * way in both; and how long the product takes to start.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callOf } from '@mixreel/contract';
import autocannon from 'autocannon';
import { Pool } from 'pg';
import type { Bar } from './bar.ts';
import { databaseUrl, signIn, startProduct, type Product } from './product-process.ts';

const ROWS = 1_000_000;
const UNDER_WAY = 64;
const SECONDS = 4;
const ROUNDS = 5;
const PAGES = 50;

export async function run(): Promise<Bar[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mixreel-bench-'));
  // Run as root, the embedded database runs as `nobody`, who must be able to enter.
  chmodSync(dataDir, 0o755);
  let server: Product | null = null;
  try {
    server = await startProduct(dataDir);
    const firstStart = server.seconds;
    const token = await signIn(server);
    await server.stop();
    server = await startProduct(dataDir);
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

async function askServer({ url }: Product, token: string, project_id: string): Promise<{ rate: number; p99: number }> {
  const input = (page_index: number) => ({
    page_index,
    project_id,
    material_type: 'video',
    material_sub_type: 'shot_video',
  });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const result = await autocannon({
    url: `${url}${callOf('material.list').path}`,
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
