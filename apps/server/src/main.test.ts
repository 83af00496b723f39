import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { makeTempDir } from '#testing/temp-dir.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

test('the product starts, hands the first administrator a link that works once, and stops cleanly', async () => {
  const dataDir = freshFolder();
  const server = start({ DATA_DIR: dataDir, PORT: '0' });
  const [, url, code] = await server.said(/(http:\/\/localhost:\d+)\/login\?code=([\w-]+)/);
  const login = () =>
    fetch(`${url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
  expect(await (await login()).json()).toMatchObject({ code: 0, data: { user_info: { role: 'admin' } } });
  expect(await (await login()).json()).toMatchObject({ code: 30002 });

  const refused = start({ DATA_DIR: dataDir, PORT: '0' });
  expect(await refused.ended).toBe(1);
  expect(refused.output().trim()).toBe(
    `无法启动：数据目录 ${dataDir} 正被另一个正在运行的服务使用，请先停止它，或换一个 DATA_DIR`,
  );

  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);

  const again = start({ DATA_DIR: dataDir, PORT: '0' });
  await again.said(/已启动/);
  again.child.kill('SIGTERM');
  expect(await again.ended).toBe(0);
  expect(again.output()).not.toContain('login?code');
});

test('a taken port is named in one sentence and everything started is ended', async () => {
  const taken = createServer().listen(0, '0.0.0.0');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const server = start({ DATA_DIR: freshFolder(), PORT: String(port) });
  expect(await server.ended).toBe(1);
  expect(server.output().trim()).toBe(
    `无法启动：端口 ${port} 已被占用，请关闭占用它的程序，或用 PORT=8081 npm start 换一个端口`,
  );
});

test.each([
  [{ PORT: 'http' }, '无法启动：设置 PORT 不正确：应为整数'],
  [{ S3_ENDPOINT: 'http://localhost:1' }, '无法启动：设置了 S3_ENDPOINT 但没有设置 S3_BUCKET'],
  [{ ROLE: 'worker' }, '无法启动：--role worker 需要用 DATABASE_URL 指定共用的 PostgreSQL'],
])('a bad setting %o is refused by name', async (env, sentence) => {
  const server = start({ DATA_DIR: freshFolder(), ...env });
  expect(await server.ended).toBe(1);
  expect(server.output().trim()).toBe(sentence);
});

function freshFolder(): string {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  return join(dir, '数据 folder');
}

function start(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<number | null>((done) => child.once('close', done));
  return {
    child,
    ended,
    output: () => text,
    async said(pattern: RegExp): Promise<RegExpExecArray> {
      for (let waited = 0; waited < 30_000; waited += 20) {
        const match = pattern.exec(text);
        if (match) return match;
        if (child.exitCode !== null) break;
        await new Promise((done) => setTimeout(done, 20));
      }
      throw new Error(`Nothing like ${pattern} was said:\n${text}`);
    },
  };
}
