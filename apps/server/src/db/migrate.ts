import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { drizzle, migrate, readMigrationFiles } from '#db/orm.ts';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
const LOCK = 4_209_571;

/**
 * Brings the schema up to date: all that is missing in one transaction, under a lock that processes starting at the
 * same time wait for. A database that a newer version has migrated is refused rather than damaged.
 */
export async function migrateDatabase(url: string, migrationsFolder = FOLDER): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'mixreel-migrate' });
  await client.connect();
  try {
    const newest = newestIn(migrationsFolder);
    let last = await lastOf(client);
    if (last < newest) {
      await client.query('select pg_advisory_lock($1)', [LOCK]);
      await migrate(drizzle(client), { migrationsFolder });
      last = await lastOf(client);
    }
    if (last > newest) throw new Error('数据库由更新的版本使用过，请升级程序后再启动');
  } finally {
    await client.end();
  }
}

const known = new Map<string, number>();

/** Reading all of them takes longer than the whole question to the database. */
function newestIn(migrationsFolder: string): number {
  const newest = known.get(migrationsFolder) ?? readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;
  known.set(migrationsFolder, newest);
  return newest;
}

/** When the last migration of this database was written; 0 for an empty one. */
async function lastOf(client: Client): Promise<number> {
  const there = await client.query<{ name: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as name`,
  );
  if (!there.rows[0]?.name) return 0;
  const { rows } = await client.query<{ at: string }>('select max(created_at) as at from drizzle.__drizzle_migrations');
  return Number(rows[0]?.at ?? 0);
}
