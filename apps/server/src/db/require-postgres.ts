import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { ConfigError } from '#config.ts';
import { SESSION_OPTIONS } from './connect.ts';

const LEAST = { number: 150_000, name: '15' };
const CHANNEL = 'mixreel_hello';
/** Between two connections of one database a word takes milliseconds. */
const HEARD_MS = 3000;
const POOLED =
  '数据库前面的连接池不能保持会话（例如 pgbouncer 的 transaction 模式）：请让 DATABASE_URL 直接连 PostgreSQL，或改用 session 模式并设 ignore_startup_parameters = options';

/**
 * What a PostgreSQL that is not ours must be able to do is asked before anything is written to it. Behind a pool that takes
 * connections away between transactions nobody would hear of anything, without a word.
 */
export async function requirePostgres(url: string): Promise<void> {
  const listener = new Client({ connectionString: url, application_name: 'mixreel-hello' });
  await listener.connect();
  try {
    const { rows } = await listener.query<{ number: string; encoding: string }>(
      `select current_setting('server_version_num') as number, current_setting('server_encoding') as encoding`,
    );
    const problem = problemOf(Number(rows[0]?.number), rows[0]?.encoding ?? '');
    if (problem) throw new ConfigError(problem);
    const heard = new Promise<boolean>((done) => listener.once('notification', () => done(true)));
    await listener.query(`listen ${CHANNEL}`);
    await say(url);
    if (!(await Promise.race([heard, delay(HEARD_MS, false, { ref: false })]))) throw new ConfigError(POOLED);
  } finally {
    await listener.end();
  }
}

/** Why it can't be used, in words. */
export function problemOf(version: number, encoding: string): string | null {
  if (version < LEAST.number) {
    const major = Math.floor(version / 10_000);
    return `DATABASE_URL 的 PostgreSQL 是 ${major} 版，需要 ${LEAST.name} 或更新的版本`;
  }
  if (encoding === 'UTF8') return null;
  return `DATABASE_URL 的数据库编码是 ${encoding}，需要 UTF8：请用 create database … encoding 'UTF8' 新建`;
}

/** From another connection, opened as those that all calls use. */
async function say(url: string): Promise<void> {
  const speaker = new Client({ connectionString: url, application_name: 'mixreel-hello', options: SESSION_OPTIONS });
  try {
    await speaker.connect();
    await speaker.query(`select pg_notify('${CHANNEL}', '')`);
  } catch (error) {
    // A pool refuses settings that it cannot keep.
    if ((error as { code?: string }).code === '08P01') throw new ConfigError(POOLED);
    throw error;
  } finally {
    await speaker.end().catch(() => {});
  }
}
