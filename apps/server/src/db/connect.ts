import { type Pool, types } from 'pg';
import { toIso } from './columns.ts';
import { holding } from './nested.ts';
import { drizzle, type NodePgDatabase } from './orm.ts';
import { PreparingClient } from './preparing-client.ts';
import { QuickPool } from './quick-pool.ts';

export type Db = NodePgDatabase;
/** A transaction or the database itself: what queries take, so that callers decide where the borders are. */
export type Queryable = Pick<Db, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$count'>;

/** Rows read without the query builder come as the wire writes them, too. Counts and sizes stay far below 2^53. */
const ON_WIRE: Record<number, (text: string) => unknown> = {
  [types.builtins.INT8]: Number,
  [types.builtins.TIMESTAMPTZ]: toIso,
};

/** A new connection costs its first queries ten times as much, for what PostgreSQL then has to read and plan anew. */
const IDLE_MS = 300_000;
/** Whoever waits longer for one is told so: where all wait for each other, nobody would ever get on. */
const WAIT_MS = 30_000;

/** What each connection is told when it begins. */
export const SESSION_OPTIONS = '-c timezone=UTC';

export function connectDatabase(url: string, connections: number): { db: Db; pool: Pool } {
  const pool = new QuickPool({
    connectionString: url,
    max: connections,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: WAIT_MS,
    application_name: 'mixreel',
    options: SESSION_OPTIONS,
    Client: PreparingClient,
    types: {
      getTypeParser: (oid: (typeof types.builtins)[keyof typeof types.builtins]) =>
        ON_WIRE[oid] ?? types.getTypeParser(oid),
    },
  });
  // An idle connection that the database ends must not end the process; the next query gets a new one.
  pool.on('error', () => {});
  const db = drizzle(pool);
  db.transaction = (run, config) =>
    outOfDeadlock(() => transact(pool, (own) => holding(() => own.transaction(run, config))));
  return { db, pool };
}

const DEADLOCK = '40P01';
const TRIES = 3;

/**
 * Two that wait for each other: PostgreSQL ends one of them, of which nothing is left, and the other one goes on. Nobody
 * who clicked did anything wrong, so the one that was ended is run again.
 */
async function outOfDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const { code } = ((error as Error).cause ?? error) as { code?: string };
      if (code !== DEADLOCK || tries === TRIES) throw error;
    }
  }
}

/** The query builder begins before it takes care of the end: a connection lost right then would never come back to the pool. */
async function transact<T>(pool: Pool, run: (own: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await run(drizzle(client));
  } finally {
    client.release();
  }
}
