import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { readProcessorMs } from './processor-time.ts';

const SERVER = fileURLToPath(new URL('document-bare-server.ts', import.meta.url));
const SERVERS = 2;
/** As long as a letter in a document, with its ids. */
const ACT = { do: 'type', table: 'script', id: crypto.randomUUID(), path: ['text'], edit: ['字'] };

type Asked = { database: string; people: number; every_ms: number; warming_s: number; seconds: number };

/** What an act costs two servers that only keep it and pass it on, ms of processor: the same people, as often, on the same machine. */
export async function measureBare({ database, people, every_ms, warming_s, seconds }: Asked): Promise<number> {
  const pool = new Pool({ connectionString: database, max: 1 });
  await pool.query('create table bare_act (sequence bigserial primary key, act jsonb not null)');
  const end = new AbortController();
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => startBare(database)));
  try {
    const urls = Array.from({ length: people }, (_, n) => servers[n % SERVERS]!.url);
    const listening = urls.map((url) => listen(url, end.signal));
    const read = () => servers.reduce((sum, { child }) => sum + readProcessorMs(child.pid ?? 0), 0);
    const editFor = async (duration: number) => {
      const [before, until] = [read(), performance.now() + duration * 1000];
      const counts = await Promise.all(
        urls.map(async (url, n) => {
          await delay((n * every_ms) / people);
          let sent = 0;
          for (; performance.now() < until; sent += 1) {
            const body = JSON.stringify({ act_id: crypto.randomUUID(), operations: [ACT] });
            await (await fetch(url, { method: 'POST', body })).text();
            await delay(every_ms);
          }
          return sent;
        }),
      );
      return (read() - before) / counts.reduce((sum, one) => sum + one, 0);
    };
    await editFor(warming_s);
    const cost = await editFor(seconds);
    end.abort();
    await Promise.all(listening);
    return cost;
  } finally {
    end.abort();
    for (const { child } of servers) child.kill('SIGKILL');
    await pool.query('drop table bare_act');
    await pool.end();
  }
}

async function startBare(database: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [SERVER, database], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${port.toString().trim()}/`, child };
}

async function listen(url: string, signal: AbortSignal): Promise<void> {
  try {
    const response = await fetch(url, { signal });
    for await (const _ of response.body ?? []);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
