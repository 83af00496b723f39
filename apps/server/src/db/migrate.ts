import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { drizzle, migrate, readMigrationFiles, sql } from '#db/orm.ts';

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
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const db = drizzle(client);
    await migrate(db, { migrationsFolder });
    const newest = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;
    const { rows } = await db.execute<{ created_at: string }>(
      sql`select max(created_at) as created_at from drizzle.__drizzle_migrations`,
    );
    if (Number(rows[0]?.created_at) > newest) throw new Error('数据库由更新的版本使用过，请升级程序后再启动');
  } finally {
    await client.end();
  }
}
