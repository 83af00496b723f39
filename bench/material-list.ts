/**
 * Pages of the library over 1,000,000 materials and 5,000,000 shots in several spaces, tags and words as skewed as real
 * ones: how long a page takes through the product, next to a count over the same rows of the same index.
 *
 * The library is written once, some minutes and 13 GB, and kept in the temporary folder for the next run; `--fresh`
 * writes it again. `--rows 100000` measures a smaller one, `--only 'tag|sentence'` only the kinds of pages named so.
 *
 * On a machine that does other things besides, trust the time of the processor beside each figure: a page on a quiet
 * machine takes little longer than that.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { callOf } from '@mixreel/contract';
import { Client } from 'pg';
import type { Bar } from './bar.ts';
import { folderKinds, measureMoves, MOVING, openFolders } from './material-folders.ts';
import { fillLibrary, type Library, libraryOf } from './material-rows.ts';
import { readProcessorMs } from './processor-time.ts';
import { databaseUrl, type Product, signIn, startProduct } from './product-process.ts';

const PAGE_MS = 50;
const REQUESTS = 60;

export type Page = { path: string; input: Record<string, unknown> };
/** A kind of page, and the rows that it stands on, as SQL for the count next to it. */
export type Kind = { name: string; page(n: number): Page; count: string };

const OPTIONS = {
  rows: { type: 'string', default: '1000000' },
  fresh: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
} as const;

export async function measureLists(): Promise<Bar[]> {
  const { values } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const rows = Number(values.rows);
  const dataDir = await prepareLibrary(rows, values.fresh);
  await readFiles(dataDir);
  const server = await startProduct(dataDir);
  const client = await connectTo(dataDir);
  try {
    const token = readFileSync(join(dataDir, TOKEN), 'utf8');
    await client.query("update session_token set expires_at = now() + interval '1 hour'");
    const { rows: spaces } = await client.query<{ space_id: string }>(
      'select space_id from project where project_id = $1',
      ['p0'],
    );
    const bars: Bar[] = [];
    const library = libraryOf(spaces[0]?.space_id ?? '', rows);
    const folders = await openFolders((page) => ask(server, token, page), client, library);
    const isAsked = (name: string) => new RegExp(values.only).test(name);
    for (const kind of [...kindsOf(library), ...folderKinds(library, folders)]) {
      if (isAsked(kind.name)) bars.push(...(await measure(server, token, client, kind)));
    }
    if (isAsked(MOVING)) bars.push(...(await measureMoves((page) => ask(server, token, page), folders)));
    return bars;
  } finally {
    await client.end();
    await server.stop();
  }
}

/** Of the person who asks; written when the library is whole. */
const TOKEN = 'bench-token';

/** The folder of a library of so many materials, filled now or by an earlier run of the same text. */
async function prepareLibrary(rows: number, isFresh: boolean): Promise<string> {
  const text = readFileSync(new URL('material-rows.ts', import.meta.url));
  const version = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const dataDir = join(tmpdir(), `mixreel-bench-library-${rows}-${version}`);
  const token = join(dataDir, TOKEN);
  if (!isFresh && existsSync(token)) {
    console.log(`the library in ${dataDir}`);
    return dataDir;
  }
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir);
  // Run as root, the embedded database runs as `nobody`, who must be able to enter.
  chmodSync(dataDir, 0o755);
  console.log(`writing a library into ${dataDir}`);
  const server = await startProduct(dataDir);
  try {
    const given = await signIn(server);
    const pipe = join(dataDir, 'rows');
    execFileSync('mkfifo', ['-m', '666', pipe]);
    await fillLibrary(() => connectTo(dataDir), { rows, pipe });
    rmSync(pipe);
    writeFileSync(token, given);
    return dataDir;
  } finally {
    await server.stop();
  }
}

/** Once, so that the figures do not tell what else the machine has read since the last run, nor how its disk is. */
async function readFiles(dataDir: string): Promise<void> {
  const began = performance.now();
  const tables = join(dataDir, 'database', 'postgres', 'base');
  let bytes = 0;
  for (const name of readdirSync(tables, { recursive: true, encoding: 'utf8' })) {
    const path = join(tables, name);
    if (!statSync(path).isFile()) continue;
    for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) bytes += (chunk as Buffer).length;
  }
  const seconds = (performance.now() - began) / 1000;
  console.log(`read its ${(bytes / 1e9).toFixed(1)} GB once, ${seconds.toFixed(0)} s`);
}

async function connectTo(dataDir: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl(dataDir) });
  await client.connect();
  return client;
}

function kindsOf({ project_id, space_id, tags, words, deepest }: Library): Kind[] {
  const scope = `space_id = '${space_id}' and project_id = '${project_id}' and deleted_at is null`;
  const list = (input: object): Page => ({ path: callOf('material.list').path, input: { project_id, ...input } });
  const clips = (input: object): Page => ({ path: callOf('search.clips').path, input: { project_id, ...input } });
  const materials = (condition: string) => `select count(*) from material where ${scope} and ${condition}`;
  const byKeys = (...keys: string[]) =>
    `select count(*) from material where material_keys(space_id, project_id, material_name, tag_keys)
       @> array[${[...keys, `space:${space_id}`, `project:${project_id}`].map((key) => `'${key}'`).join(',')}]`;
  const shots = (...of: string[]) =>
    `select count(*) from shot where words @@ '''@${space_id}'' & ${of.map((word) => `''${word}''`).join(' & ')}'::tsquery`;
  const sentence = (n: number, common: number, rare: number) =>
    [
      ...Array.from({ length: common }, (_, k) => pick(words.common, n * 7 + k * 3)),
      ...Array.from({ length: rare }, (_, k) => pick(words.rare, n * 5 + k)),
    ].join(' ');
  return [
    { name: 'list, first pages', page: (n) => list({ page_index: 1 + (n % 20) }), count: materials('true') },
    {
      name: 'list, 100 a page, anywhere down to the 100,000th',
      page: (n) => list({ page_size: 100, page_index: 1 + Math.floor((n * deepest) / REQUESTS) }),
      count: materials('true'),
    },
    ...(['name', 'longest', 'best'] as const).map((sort) => ({
      name: `list by ${sort}`,
      page: (n: number) => list({ sort, page_index: 1 + (n % 20) }),
      count: materials('true'),
    })),
    {
      name: 'one common tag',
      page: (n) => list({ tags: [pick(tags.common, n)] }),
      count: byKeys(tags.common[0] ?? ''),
    },
    { name: 'one rare tag', page: (n) => list({ tags: [pick(tags.rare, n)] }), count: byKeys(tags.rare[0] ?? '') },
    {
      name: 'two common tags',
      page: (n) => list({ tags: [pick(tags.common, n), pick(tags.common, n + 1)] }),
      count: byKeys(tags.common[0] ?? '', tags.common[1] ?? ''),
    },
    {
      name: 'three tags, one of them rare',
      page: (n) => list({ tags: [pick(tags.common, n), pick(tags.middle, n), pick(tags.rare, n)] }),
      count: byKeys(tags.common[0] ?? '', tags.middle[0] ?? '', tags.rare[0] ?? ''),
    },
    {
      name: 'three tags, none common',
      page: (n) => list({ tags: [0, 1, 2].map((k) => pick(tags.middle, n + k)) }),
      count: byKeys(...tags.middle.slice(0, 3)),
    },
    {
      name: 'one common tag, thousands of rows deep',
      page: (n) => list({ tags: [pick(tags.common, n)], page_size: 100, page_index: 1 + n }),
      count: byKeys(tags.common[0] ?? ''),
    },
    {
      name: 'one rare tag, as deep as it goes',
      page: (n) => list({ tags: [pick(tags.rare, n)], page_size: 50, page_index: 1 + n }),
      count: byKeys(tags.rare[0] ?? ''),
    },
    {
      name: 'a common word in the name',
      page: (n) => list({ keyword: pick(words.common, n) }),
      count: byKeys(`name:${words.common[0]}`),
    },
    {
      name: 'a rare part of a name',
      page: (n) => list({ keyword: String(900_000 + n * 77).slice(0, 5) }),
      count: byKeys('name:90', 'name:00'),
    },
    { name: 'a name that nothing has', page: (n) => list({ keyword: `没有${n}这样的` }), count: byKeys('name:没有') },
    {
      name: 'sentence of 2 common words',
      page: (n) => clips({ q: sentence(n, 2, 0) }),
      count: shots(words.common[0] ?? '', words.common[1] ?? ''),
    },
    {
      name: 'sentence of 1 rare word',
      page: (n) => clips({ q: sentence(n, 0, 1) }),
      count: shots(words.rare[0] ?? ''),
    },
    {
      name: 'sentence of 4 words, half rare',
      page: (n) => clips({ q: sentence(n, 2, 2) }),
      count: shots(words.common[0] ?? '', words.rare[0] ?? ''),
    },
    {
      name: 'sentence of 8 words',
      page: (n) => clips({ q: sentence(n, 6, 2) }),
      count: shots(words.common[0] ?? '', words.common[1] ?? ''),
    },
    {
      name: 'sentence of 2 words and a common tag',
      page: (n) => clips({ q: sentence(n, 1, 1), tags: pick(tags.common, n) }),
      count: shots(words.rare[0] ?? '', `#${tags.common[0]}`),
    },
    {
      name: 'sentence of 2 common words and a rare tag',
      page: (n) => clips({ q: sentence(n, 2, 0), tags: pick(tags.rare, n) }),
      count: shots(words.common[0] ?? '', `#${tags.rare[0]}`),
    },
    {
      name: 'shots by a common tag',
      page: (n) => clips({ tags: pick(tags.common, n), page_index: 1 + (n % 20) }),
      count: shots(`#${tags.common[0]}`),
    },
    {
      name: 'shots by a rare tag',
      page: (n) => clips({ tags: pick(tags.rare, n) }),
      count: shots(`#${tags.rare[0]}`),
    },
  ];
}

function pick(from: string[], n: number): string {
  return from[n % from.length] ?? '';
}

async function measure(server: Product, token: string, client: Client, { name, page, count }: Kind): Promise<Bar[]> {
  for (let n = 0; n < 8; n += 1) await ask(server, token, page(n * 11 + 5));
  const times: number[] = [];
  const processors = readProcessorMs(server.pid);
  for (let n = 0; n < REQUESTS; n += 1) {
    const began = performance.now();
    await ask(server, token, page(n));
    times.push(performance.now() - began);
  }
  const processor = (readProcessorMs(server.pid) - processors) / REQUESTS;
  const counts: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const began = performance.now();
    await client.query(count);
    counts.push(performance.now() - began);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const p95 = sorted[Math.ceil(REQUESTS * 0.95) - 1] ?? 0;
  const counted = counts.toSorted((a, b) => a - b)[1] ?? 0;
  console.log(
    `${name.padEnd(52)} p50 ${(sorted[REQUESTS / 2] ?? 0).toFixed(1).padStart(6)}  p95 ${p95.toFixed(1).padStart(6)}  processor ${processor.toFixed(1).padStart(5)} a page  count ${counted.toFixed(1)} ms`,
  );
  return [
    { name: `${name}: p95 of a page`, figure: p95, unit: 'ms', bar: PAGE_MS, better: 'lower' },
    { name: `${name}: count of the same index scan`, figure: counted, unit: 'ms', bar: null, better: 'lower' },
  ];
}

async function ask<T>({ url }: Product, token: string, { path, input }: Page): Promise<T> {
  const isQuery = path.includes('/search/');
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const query = isQuery ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const body = isQuery ? null : JSON.stringify(input);
  const response = await fetch(`${url}${path}${query}`, { method: isQuery ? 'GET' : 'POST', headers, body });
  const { code, message, data } = (await response.json()) as { code: number; message: string; data: T };
  if (code !== 0) throw new Error(`${path}: ${message}`);
  return data;
}
