import type { PgBoss } from 'pg-boss';
import { LINES } from './job.ts';
import { HEARTBEAT_S } from './supervise.ts';

/** A worker's death counts as a retry here; tries after failures are counted by the task itself. */
const DEATHS_MAX = 100;
const EXPIRE_S = 12 * 3600;
const NO_JOB = '00000000-0000-0000-0000-000000000000';

/** Makes the lines that the database lacks. Those it had when the library was started are known to it by then. */
export async function openLines(boss: PgBoss): Promise<void> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { name } of LINES) {
    if (known.has(name)) continue;
    await boss.createQueue(name, {
      heartbeatSeconds: HEARTBEAT_S,
      retryLimit: DEATHS_MAX,
      retryDelay: 0,
      expireInSeconds: EXPIRE_S,
      deleteAfterSeconds: 24 * 3600,
      retentionSeconds: 30 * 24 * 3600,
    });
    // The library looks a queue up when it is first used. In a transaction of `add` that would be a second connection:
    // with all of them waiting for that transaction's locks, none is left and nothing moves again.
    await boss.complete(name, [NO_JOB]);
  }
}
