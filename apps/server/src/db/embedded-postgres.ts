import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { pauseMs, tellWhyAway } from './away.ts';
import { type PostgresBinaries, preparePostgres } from './embedded-binaries.ts';
import { clearLeftovers } from './leftovers.ts';
import { type OsUser, giveTo, isReachable, unprivilegedUser } from './os-user.ts';

export type EmbeddedPostgres = {
  url: string;
  stop(): Promise<void>;
  /** Without writing anything back: for clusters that are thrown away. */
  drop(): Promise<void>;
};

const USER = 'mixreel';
const SOCKET_PATH_MAX = 90;
/** Nothing of ours: the language of its messages is what we look for in them. */
const ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' };

/** PostgreSQL's own "the database system is starting up". */
const RECOVERING = '57P03';
/** Or no socket yet, nobody listening yet; a socket that a killed one left is cut off. */
const STARTING = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', RECOVERING]);

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '120',
  shared_buffers: `${bufferMegabytes()}MB`,
  // Pages are mostly in the memory of the system; handing each to another process takes longer than copying it.
  io_method: 'sync',
  work_mem: '16MB',
  random_page_cost: '1.1',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  timezone: 'UTC',
};

/** An eighth of the memory, so that indexes of a large library stay; a small machine needs it for films. */
function bufferMegabytes(): number {
  return Math.round(Math.min(2048, Math.max(256, totalmem() / 2 ** 20 / 8)));
}

/** After so many tries in a row it is said aloud that somebody has to look; it is tried on once in a while. */
const LOUD_TRIES = 20;
const LONGEST_PAUSE_MS = 30_000;
const SOUND_MS = 60_000;

/**
 * Starts a real PostgreSQL on a Unix socket, with its files in `dataDir`, and waits until it answers. Should it end, by
 * whatever cause, it is started again.
 *
 * `settings` are added to the command line; tests turn the disk synchronisation off with them.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
  log?: Logger,
): Promise<EmbeddedPostgres> {
  const user = unprivilegedUser();
  const home = prepareHome(dataDir, user);
  const binaries = preparePostgres(user, home);
  const cluster = join(home, 'postgres');
  if (!existsSync(join(cluster, 'PG_VERSION'))) createCluster(binaries, cluster, user);
  const socketDir = prepareSocketDir(home, user);
  const options = { ...SETTINGS, unix_socket_directories: `"${socketDir}"`, ...settings };
  const args = ['-D', cluster, ...Object.entries(options).flatMap(([key, value]) => ['-c', `${key}=${value}`])];
  const url = `postgresql://${USER}@localhost/postgres?host=${encodeURIComponent(socketDir)}`;

  const stopping = new AbortController();
  let child: ChildProcess | null = null;
  await launch();
  const watching = watch();

  async function launch(): Promise<void> {
    await clearLeftovers(cluster);
    stopping.signal.throwIfAborted();
    child = spawnBound(binaries.postgres, args, user);
    await waitUntilReady(child, url, keepTail(child));
  }

  async function watch(): Promise<void> {
    let tries = 0;
    while (child) {
      const began = performance.now();
      const [code, signal] = await exitOf(child);
      if (stopping.signal.aborted) return;
      // One that ends again and again right after its start is no better than one that does not start.
      if (performance.now() - began > SOUND_MS) tries = 0;
      log?.error({ code, signal }, 'PostgreSQL ended; starting it again');
      tries = await revive(tries);
    }
  }

  /** Gives the number of tries so far. */
  async function revive(before: number): Promise<number> {
    for (let tries = before; ; tries += 1) {
      if (tries > 0) {
        await delay(pauseMs(tries, LONGEST_PAUSE_MS), undefined, { signal: stopping.signal }).catch(() => {});
      }
      if (stopping.signal.aborted) return tries;
      try {
        await launch();
        tellWhyAway(null);
        log?.warn({ tries }, 'PostgreSQL is back');
        return tries + 1;
      } catch (error) {
        if (/磁盘空间不足/.test((error as Error).message)) tellWhyAway((error as Error).message);
        const level = tries === LOUD_TRIES ? 'fatal' : 'error';
        log?.[level]({ err: error, tries }, `数据库起不来，请处理：${(error as Error).message}`);
      }
    }
  }

  async function end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    stopping.abort();
    if (child) await stop(child, signal);
    await watching;
  }
  return { url, stop: () => end('SIGINT'), drop: () => end('SIGQUIT') };
}

/** As root, a folder that `nobody` cannot enter (under /root, say) is replaced by one under /var/lib, linked from it. */
function prepareHome(dataDir: string, user: OsUser | null): string {
  mkdirSync(dataDir, { recursive: true });
  const link = join(dataDir, 'postgres-home');
  if (!user || isReachable(dataDir, user)) return dataDir;
  const home = join('/var/lib/mixreel', shortHash(dataDir));
  mkdirSync(home, { recursive: true, mode: 0o755 });
  if (!existsSync(link)) symlinkSync(home, link);
  return home;
}

/** Made beside its place and moved there when whole: a kill half-way leaves nothing that looks like a cluster. */
function createCluster({ initdb }: PostgresBinaries, cluster: string, user: OsUser | null): void {
  const half = `${cluster}.new`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  if (user) giveTo(half, user);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    execFileSync(initdb, ['-D', half, '-U', USER, '--auth=trust', ...locale], {
      stdio: 'pipe',
      env: ENVIRONMENT,
      ...user,
    });
  } catch (cause) {
    const text = String((cause as { stderr?: Buffer }).stderr ?? cause);
    rmSync(half, { recursive: true, force: true });
    throw new Error(explain(text) ?? `创建数据库失败：${text.trim().split('\n').at(-1)}`, { cause });
  }
  renameSync(half, cluster);
}

/**
 * Our own death must end it too, even by kill -9: the kernel then sends SIGINT, PostgreSQL's fast shutdown.
 * Where `setpriv` is missing, the next start ends the leftover (see `clearLeftovers`).
 */
function spawnBound(program: string, args: string[], user: OsUser | null): ChildProcess {
  const options = {
    stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'],
    env: ENVIRONMENT,
    detached: true,
    ...user,
  };
  return existsSync('/usr/bin/setpriv')
    ? spawn('/usr/bin/setpriv', ['--pdeathsig', 'INT', '--', program, ...args], options)
    : spawn(program, args, options);
}

/** A Unix socket path holds about 100 bytes; a long data folder gets its socket in the temporary folder instead. */
function prepareSocketDir(home: string, user: OsUser | null): string {
  const inside = join(home, 'socket');
  const dir =
    Buffer.byteLength(inside) <= SOCKET_PATH_MAX
      ? inside
      : join(tmpdir(), `mixreel-${process.getuid?.()}-${shortHash(home)}`);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (user) giveTo(dir, user);
  const { uid, mode } = statSync(dir);
  if (uid !== (user?.uid ?? process.getuid?.()) || (mode & 0o077) !== 0) {
    throw new Error(`套接字目录 ${dir} 属于别的用户`);
  }
  return dir;
}

async function waitUntilReady(child: ChildProcess, url: string, tail: string[]): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 25) {
    if (hasEnded(child)) break;
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!STARTING.has(code)) throw error;
      // After a crash it reads its log first, however long that takes.
      if (code === RECOVERING) waited = 0;
      await delay(25);
    }
  }
  child.kill('SIGQUIT');
  const text = tail.join('\n');
  throw new Error(explain(text) ?? `数据库没有启动：${tail.at(-1) ?? '没有说明原因'}`, { cause: text });
}

/** Short requests to stop first: sessions that are still open are ended, then it is made to go. */
async function stop(child: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (hasEnded(child)) return;
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill(signal);
  const hurry = setTimeout(() => child.kill('SIGQUIT'), 20_000);
  await gone;
  clearTimeout(hurry);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function exitOf(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  if (hasEnded(child)) return Promise.resolve([child.exitCode, child.signalCode]);
  return new Promise((done) => child.once('exit', (code, signal) => done([code, signal])));
}

function keepTail(child: ChildProcess): string[] {
  const tail: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    tail.push(...chunk.split('\n').filter(Boolean));
    tail.splice(0, Math.max(0, tail.length - 20));
  });
  return tail;
}

function explain(text: string): string | null {
  if (/No space left on device/i.test(text)) return '磁盘空间不足，数据库无法启动，请清理磁盘后重试';
  if (/Permission denied/i.test(text)) return '没有权限使用数据目录，请检查 DATA_DIR 的所有者和权限';
  if (/could not map anonymous shared memory|Cannot allocate memory/i.test(text)) return '内存不足，数据库无法启动';
  return null;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
