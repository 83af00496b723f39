/**
 * Ten people in one mix of 60 shots, half of them at each of two API processes on one database, each with four acts a
 * second: how long until another page has an act, what it costs, and whether all end with the same. And opening a piece
 * with 100,000 acts behind it, next to one with none.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { document, type DocumentAct, shootingsOf } from '@mixreel/contract';
import { type OrderedAct, Session } from '@mixreel/document';
import { Pool } from 'pg';
import type { Bar } from './bar.ts';
import { readProcessorMs } from './processor-time.ts';
import { databaseUrl, type Product, signIn, startProduct } from './product-process.ts';

const PEOPLE = 10;
const LINES = 500;
const SHOTS = 60;
const SECONDS = 60;
const EVERY_MS = 250;
const ACTS_BEHIND = 100_000;
const OPENINGS = 6;

type Opened = { document_id: string; sequence: number; state: Session['state'] };

export async function run(): Promise<Bar[]> {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'mixreel-bench-')));
  // Run as root, the embedded database runs as `nobody`, who must be able to enter.
  for (const folder of folders) chmodSync(folder, 0o755);
  const [first = '', second = ''] = folders;
  const running: Product[] = [];
  try {
    const one = await startProduct(first);
    running.push(one);
    const admin = await signIn(one);
    const two = await startProduct(second, { DATABASE_URL: databaseUrl(first) });
    running.unshift(two);
    const ask = asker(admin);
    const { team_id } = await ask<{ team_id: string }>(one.url, '/api/admin/team/add', { team_name: '一起' });
    const tokens = await Promise.all(
      Array.from({ length: PEOPLE }, (_, n) => invite(ask, one.url, team_id, `第 ${n} 人`)),
    );
    const project = { project_name: '一起', team_id };
    const [token = ''] = tokens;
    const { project_id } = await asker(token)<{ project_id: string }>(one.url, '/api/project/add', project);
    const lines = Array.from({ length: LINES }, (_, n) => ({
      line_id: `l${n}`,
      text: `第 ${n} 句台词`,
      voice_id: 'a:b',
    }));
    const made = () => asker(token)<{ ai_audio_id: string }>(one.url, '/api/ai_audio/add', { project_id, lines });
    const mix = { project_id, mproject_name: '一起', lines: lines.slice(0, SHOTS).map(({ text }) => text) };
    const { mproject_id } = await asker(token)<{ mproject_id: string }>(one.url, '/api/mproject/add', mix);
    const together = await writeTogether([one, two], { tokens, document_id: mproject_id });
    const pieces: string[] = [];
    while (pieces.length < 2 * OPENINGS) pieces.push((await made()).ai_audio_id);
    const opening = await compareOpening(two, { token, pieces, database: databaseUrl(first) });
    return [
      { name: 'from an act to another page, p95', figure: together.p95, unit: 'ms', bar: 250, better: 'lower' },
      { name: 'processor of the API an act', figure: together.cpu, unit: 'ms', bar: 3, better: 'lower' },
      { name: 'acts of ten people in 60 s', figure: together.acts, unit: 'acts', bar: null, better: 'higher' },
      { name: 'pages that end with another document', figure: together.different, unit: '', bar: 0, better: 'lower' },
      { name: 'acts that somebody did not hear', figure: together.missing, unit: '', bar: 0, better: 'lower' },
      { name: 'opening with 100,000 acts behind / with none', figure: opening, unit: '×', bar: 1.2, better: 'lower' },
    ];
  } finally {
    for (const product of running) await product.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

function asker(token: string) {
  return async <T>(url: string, path: string, input?: object): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      method: input ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(input && { 'content-type': 'application/json' }) },
      body: input ? JSON.stringify(input) : null,
    });
    const { code, message, data } = (await response.json()) as { code: number; message: string; data: T };
    if (code !== 0) throw new Error(`${path}: ${code} ${message}`);
    return data;
  };
}

async function writeTogether(products: Product[], { tokens, document_id }: { tokens: string[]; document_id: string }) {
  const began = new Map<string, number>();
  const times: number[] = [];
  const heardBy = new Map<string, number>();
  const end = new AbortController();
  let ids = 0;
  const people = await Promise.all(
    tokens.map(async (token, n) => {
      const ask = asker(token);
      const { url } = products[n % products.length] as Product;
      const opened = await ask<Opened>(url, `${document.open.path}?document_id=${document_id}`);
      const session = new Session({ ...opened, newId: () => `a${(ids += 1)}` });
      const take = (acts: readonly OrderedAct[]) => {
        for (const act of acts) {
          if (act.sequence !== session.sequence + 1) continue;
          session.receive(act);
          heardBy.set(act.act_id, (heardBy.get(act.act_id) ?? 0) + 1);
        }
      };
      const hear = (acts: readonly DocumentAct[]) => {
        for (const { act_id, sequence } of acts) {
          if (sequence > session.sequence) times.push(performance.now() - (began.get(act_id) ?? 0));
        }
        take(acts);
      };
      listen(`${url}${document.changes.path}?document_id=${document_id}`, token, hear, end.signal);
      const send = async () => {
        for (let request = session.send(); request; request = session.send()) {
          const { acts } = await ask<{ acts: DocumentAct[] }>(url, document.perform.path, { document_id, ...request });
          take(acts);
          session.sendAgain();
        }
      };
      return { session, send };
    }),
  );
  await delay(500);
  // The second process alone: below the first one runs the database as well.
  const before = readProcessorMs(products[1]?.pid ?? 0);
  const until = performance.now() + SECONDS * 1000;
  await Promise.all(
    people.map(async ({ session, send }, n) => {
      await delay((n * EVERY_MS) / PEOPLE);
      let sending = Promise.resolve();
      for (let turn = 0; performance.now() < until; turn += 1) {
        const scripts = Object.keys(session.state['script'] ?? {});
        const id = scripts[(turn * 7 + n) % SHOTS] ?? '';
        const { act_id } = session.act([{ do: 'type', table: 'script', id, path: ['text'], edit: [`${n}`] }]);
        began.set(act_id, performance.now());
        sending = sending.then(send);
        await delay(EVERY_MS);
      }
      await sending;
    }),
  );
  await delay(2000);
  const cpu = (2 * (readProcessorMs(products[1]?.pid ?? 0) - before)) / ids;
  end.abort();
  const texts = new Set(people.map(({ session }) => JSON.stringify(shootingsOf(session.state))));
  const missing = [...began.keys()].filter((act_id) => heardBy.get(act_id) !== PEOPLE).length;
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity;
  return { p95, cpu, acts: ids, different: texts.size - 1, missing };
}

function listen(url: string, token: string, hear: (acts: DocumentAct[]) => void, signal: AbortSignal): void {
  const read = async () => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal });
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const json = /^data: (.*)$/m.exec(part)?.[1];
        const { acts } = json ? (JSON.parse(json) as { acts?: DocumentAct[] }) : {};
        if (acts) hear(acts);
      }
    }
  };
  read().catch(() => {});
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

type Ask = ReturnType<typeof asker>;

async function invite(ask: Ask, url: string, team_id: string, name: string): Promise<string> {
  const { code } = await ask<{ code: string }>(url, '/api/admin/invitation/add', { team_id, team_role: 'editor' });
  return (await ask<{ access_token: string }>(url, '/api/user/login', { code, name })).access_token;
}
