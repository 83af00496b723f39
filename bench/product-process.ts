import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callOf } from '@mixreel/contract';
import flags from '../scripts/server-flags.json' with { type: 'json' };

const MAIN = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url));

/** The product, running on a folder of its own. */
export type Product = {
  url: string;
  /** Signs the first administrator in, once. */
  code: string;
  /** How long it took to start. */
  seconds: number;
  pid: number;
  stop(): Promise<void>;
};

/** Starts the server as `npm start` does, on a free port. */
export async function startProduct(dataDir: string, settings: Record<string, string> = {}): Promise<Product> {
  const began = performance.now();
  const isNew = !existsSync(join(dataDir, 'database')) && !settings['DATABASE_URL'];
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    PACKS_FETCH: 'false',
    DEMO_PROJECT: 'false',
    RATE_PER_MINUTE: '100000000',
    ...settings,
  };
  const child: ChildProcess = spawn(process.execPath, [...flags, MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  while (!/已启动/.test(text)) {
    if (child.exitCode !== null) throw new Error(text);
    await new Promise((done) => setTimeout(done, 10));
  }
  const seconds = (performance.now() - began) / 1000;
  // Only the first start of a folder prints a code, some time after it is up.
  for (let waited = 0; waited < (isNew ? 10_000 : 200) && !/code=/.test(text); waited += 20) {
    await new Promise((done) => setTimeout(done, 20));
  }
  const url = /http:\/\/localhost:\d+/.exec(text)?.[0] ?? '';
  const code = /code=([\w-]+)/.exec(text)?.[1] ?? '';
  return {
    url: url.replace('localhost', '127.0.0.1'),
    code,
    seconds,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export async function signIn({ url, code }: Product): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}${callOf('auth.login').path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ code }),
  });
  const { data } = (await response.json()) as { data: { access_token: string } };
  return data.access_token;
}

/** The embedded database of a product that runs on this folder. */
export function databaseUrl(dataDir: string): string {
  return `postgresql://mixreel@localhost/postgres?host=${encodeURIComponent(join(dataDir, 'database', 'socket'))}`;
}
