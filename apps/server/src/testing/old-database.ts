import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { migrateDatabase } from '#db/migrate.ts';
import { databaseUrl } from './global-setup.ts';
import { migrationsUpTo } from './migrations-up-to.ts';

/** A database as it was after a migration, with somebody, their space and a project; gone when the test is. */
export async function openOldDatabase(after: string): Promise<{ url: string; client: Client }> {
  const name = `test_before_${after}`;
  const root = new Client({ connectionString: inject('postgresUrl') });
  await root.connect();
  await root.query(`create database "${name}"`);
  onTestFinished(async () => {
    await root.query(`drop database "${name}" with (force)`);
    await root.end();
  });
  const url = databaseUrl(inject('postgresUrl'), name);
  await migrateDatabase(url, migrationsUpTo(after));
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`
    insert into user_account (user_uid, name, role, status) values ('u', '安', 'member', 'active');
    insert into space (space_id, space_type, space_name, owner_uid, quota_bytes) values ('s', 'PRIVATE', '', 'u', 1);
    insert into project (project_id, space_id, project_name, created_by) values ('p', 's', '项目', 'u')`);
  return { url, client };
}
