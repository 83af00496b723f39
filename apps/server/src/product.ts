import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { startApp, type RunningApp } from '#app.ts';
import { type Config, ConfigError, readConfig } from '#config.ts';
import { fetchDefaultPacks } from '#features/ai/fetch-packs.ts';
import { issueAdminLinkCode, issueFirstAdminCode } from '#features/auth/first-admin.ts';
import { chores, followers, jobs, routes } from '#features/index.ts';
import { startRoutes } from '#features/start/start.routes.ts';
import { createHttpServer } from '#http/server.ts';
import { serveWeb } from '#http/web.ts';
import { createLog } from '#log.ts';
import { startChores } from '#queue/chores.ts';

const WEB = fileURLToPath(new URL('../../web/dist', import.meta.url));
const STOP_MAX_MS = 30_000;

type Asked = {
  env: Record<string, string | undefined>;
  args: string[];
  /** The models, where somebody else has them already. */
  given?: Parameters<typeof startApp>[3];
};

/** The product until it is asked to stop; why it did not start is said in one sentence. */
export async function runProduct(asked: Asked): Promise<void> {
  // Whoever read it may be gone, as with a closed terminal: that is no reason to end in the middle of stopping.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  await start(asked).catch((error: unknown) => {
    say(`无法启动：${reasonOf(error)}`);
    if (!(error instanceof ConfigError) && asked.env['LOG_LEVEL'] === 'debug') say(String((error as Error).stack));
    process.exit(1);
  });
}

/** One plain sentence, whatever it was. */
function reasonOf(error: unknown): string {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return '磁盘空间不足，请清理后重试';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `没有权限写入 ${path}，请检查 DATA_DIR 的所有者和权限`;
  }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
    return '连接不上 DATABASE_URL 指定的 PostgreSQL，请检查地址和网络';
  }
  return error instanceof Error ? error.message : String(error);
}

async function start({ env, args, given }: Asked): Promise<void> {
  const config = readConfig(env, args);
  const log = createLog(config, process.stdout.isTTY);
  const running = await startApp(config, log, { jobs, followers, routes }, given);
  const server = await listen(config, running).catch(async (error: unknown) => {
    await running.stop();
    throw error;
  });
  if (config.role !== 'api') running.app.queue.work();
  const stopChores = config.role === 'api' ? () => {} : startChores(running.app, chores);
  stopOnSignal(async () => {
    stopChores();
    await server?.close();
    await running.stop();
  });
  await announce(config, running, server);
  // Known before somebody asks it for something.
  await running.app.ai.chat.check();
  await fetchDefaultPacks(running.app);
}

async function listen(config: Config, { app }: RunningApp): Promise<FastifyInstance | null> {
  if (config.port === null) return null;
  const isWorker = config.role === 'worker';
  const server = await createHttpServer(app, isWorker ? startRoutes : routes);
  if (!isWorker) serveWeb(server, WEB, pageOptions(config));
  try {
    await server.listen({ port: config.port, host: config.host });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new Error(`端口 ${config.port} 已被占用，请关闭占用它的程序，或用 PORT=8081 npm start 换一个端口`, {
        cause,
      });
    }
    if (code === 'EACCES') throw new Error(`没有权限使用端口 ${config.port}，请换一个大于 1024 的端口`, { cause });
    throw cause;
  }
  return server;
}

/** What the pages may reach besides this server. */
function pageOptions({ app, report, feishu, s3 }: Config) {
  return {
    title: app.title,
    connect: origins([app.apiDomain, report.usageUrl, report.alarmUrl, report.metricsUrl]),
    frame: origins([feishu?.passportUrl, feishu?.accountsUrl]),
    media: origins([s3?.publicUrl]),
  };
}

function origins(urls: (string | null | undefined)[]): string[] {
  return [...new Set(urls.flatMap((url) => (url && URL.canParse(url) ? new URL(url).origin : [])))];
}

async function announce(config: Config, { app }: RunningApp, server: FastifyInstance | null): Promise<void> {
  const address = server?.server.address();
  const port = typeof address === 'object' ? address?.port : config.port;
  const url = config.publicUrl ?? `http://localhost:${port}`;
  if (config.role === 'worker') {
    say(
      `${config.app.title}的工作进程已启动，使用 ${config.workerCores} 个核心${server ? `，状态 ${url}/healthz` : ''}`,
    );
    return;
  }
  say(`${config.app.title}已启动：${url}`);
  const code = await issueFirstAdminCode(app);
  if (code) say(`首位管理员的登录链接（24 小时内有效，只能用一次）：${url}/login?code=${code}`);
  const back = config.adminLink ? await issueAdminLinkCode(app) : null;
  if (back) say(`管理员的登录链接（24 小时内有效，只能用一次）：${url}/login?code=${back}`);
  if (process.stdout.isTTY) say(`日志在 ${config.dataDir}/server.log；按 Ctrl C 停止`);
}

/** One request to stop is polite, a second one is not; and nobody waits for ever. */
function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const handle = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    say('正在停止…');
    setTimeout(() => process.exit(1), STOP_MAX_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        say(`停止时出错：${String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  // Whoever started us by `npm start` is gone: nobody is left to stop us.
  process.on('disconnect', handle);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
