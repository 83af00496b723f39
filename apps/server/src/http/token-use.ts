import type { App } from '#context.ts';
import { recent } from '#memory.ts';

const EVERY_MS = 60_000;
const TOKENS = 1000;
const noted = recent<number>(TOKENS);

/** Writes down that a token was used, about once a minute: its owner sees which ones are, and no call waits for it. */
export function noteUse(app: Pick<App, 'pool' | 'memory' | 'log'>, session_id: string): void {
  const known = noted(app);
  const now = Date.now();
  if ((known.get(session_id) ?? 0) > now - EVERY_MS) return;
  known.set(session_id, now);
  app.pool
    .query('update user_session set last_used_at = now() where session_id = $1', [session_id])
    .catch((error: unknown) => {
      known.delete(session_id);
      app.log.warn({ err: error }, 'The use of a token was not written down');
    });
}
