import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { isDatabaseAway } from '#db/away.ts';

/** A worker that has not been heard of for so long is dead. */
export const HEARTBEAT_S = 10;
export const SUPERVISE_S = 3;

/**
 * Notices dead workers and cleans up, as the library would by itself, but not before the database has been there for a
 * while: as long as it was away nobody could say that they live, and the first to look would take everybody for dead.
 */
export function supervise(boss: PgBoss, pool: Pool, log: Logger): () => void {
  let isAtIt = false;
  let quietUntil = 0;

  async function look(): Promise<void> {
    if (isAtIt) return;
    isAtIt = true;
    try {
      const { rows } = await pool.query<{ is_settled: boolean }>(
        'select pg_postmaster_start_time() < now() - make_interval(secs => $1) as is_settled',
        [HEARTBEAT_S],
      );
      if (rows[0]?.is_settled && Date.now() > quietUntil) await boss.supervise();
    } catch (error) {
      if (isDatabaseAway(error)) quietUntil = Date.now() + HEARTBEAT_S * 1000;
      log.warn({ err: error }, 'looking after the queue failed; trying again');
    } finally {
      isAtIt = false;
    }
  }

  const timer = setInterval(() => void look(), SUPERVISE_S * 1000);
  return () => clearInterval(timer);
}
