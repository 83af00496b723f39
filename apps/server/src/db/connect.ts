import { type NodePgDatabase, drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { PreparingClient } from './preparing-client.ts';

export type Db = NodePgDatabase;
/** A transaction or the database itself: what queries take, so that callers decide where the borders are. */
export type Queryable = Pick<Db, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$count'>;

export function connectDatabase(url: string, connections: number): { db: Db; pool: Pool } {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    application_name: 'mixreel',
    options: '-c timezone=UTC',
    Client: PreparingClient,
  });
  // An idle connection that the database ends must not end the process; the next query gets a new one.
  pool.on('error', () => {});
  return { db: drizzle(pool), pool };
}
