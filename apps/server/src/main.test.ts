import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '#app.ts';
import { ConfigError, readConfig } from '#config.ts';
import { giveDatabase } from '#testing/give-database.ts';
import { MAIN, startServer } from '#testing/server-process.ts';
import { fastestPlace, makeTempDir } from '#testing/temp-dir.ts';

test('the product starts, hands the first administrator a link that works once, and stops cleanly', async () => {
  const dataDir = freshFolder();
  // As people start it; elsewhere it is one file.
  const server = startServer({ DATA_DIR: dataDir, PORT: '0' }, MAIN);
  const [, url, code] = await server.said(/(http:\/\/localhost:\d+)\/login\?code=([\w-]+)/);
  const login = () =>
    fetch(`${url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
  expect(await (await login()).json()).toMatchObject({ code: 0, data: { user_info: { role: 'admin' } } });
  expect(await (await login()).json()).toMatchObject({ code: 30002 });

  const refused = startServer({ DATA_DIR: dataDir, PORT: '0' });
  expect(await refused.ended).toBe(1);
  expect(refused.output().trim()).toBe(
    `无法启动：数据目录 ${dataDir} 正被另一个正在运行的服务使用，请先停止它，或换一个 DATA_DIR`,
  );

  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);

  const again = startServer({ DATA_DIR: dataDir, PORT: '0' });
  await again.said(/已启动/);
  // Who read what it says is gone, as when its terminal was closed.
  again.child.stdout?.destroy();
  again.child.kill('SIGTERM');
  expect({ code: await again.ended, output: again.output() }).toMatchObject({ code: 0 });
  expect(again.output()).not.toContain('login?code');
});

test('a taken port is named in one sentence and everything started is ended', async () => {
  const taken = createServer().listen(0, '0.0.0.0');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const dataDir = freshFolder();
  await giveDatabase(dataDir);
  const server = startServer({ DATA_DIR: dataDir, PORT: String(port) });
  expect(await server.ended).toBe(1);
  expect(server.output().trim()).toBe(
    `无法启动：端口 ${port} 已被占用，请关闭占用它的程序，或用 PORT=8081 npm start 换一个端口`,
  );
});

test('a database that is not there is named in one sentence', async () => {
  const server = startServer({ DATA_DIR: freshFolder(), DATABASE_URL: 'postgres://u@127.0.0.1:1/x' });
  expect(await server.ended).toBe(1);
  expect(server.output().trim()).toBe('无法启动：连接不上 DATABASE_URL 指定的 PostgreSQL，请检查地址和网络');
});

test('a setting that cannot be read is refused by name before anything is started', () => {
  expect(() => readConfig({ PORT: 'http' })).toThrow(new ConfigError('设置 PORT 不正确：应为整数'));
});

// How such a sentence is told was seen above.
test('a worker without a database to share is refused by name', async () => {
  const config = readConfig({ ROLE: 'worker', DATA_DIR: freshFolder() });
  const started = startApp(config, pino({ level: 'silent' }), { jobs: [] });
  await expect(started).rejects.toThrow(new ConfigError('--role worker 需要用 DATABASE_URL 指定共用的 PostgreSQL'));
});

function freshFolder(): string {
  const { dir, remove } = makeTempDir(fastestPlace());
  onTestFinished(remove);
  return join(dir, '数据 folder');
}
