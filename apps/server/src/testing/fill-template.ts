import { PgBoss } from 'pg-boss';
import { migrateDatabase } from '#db/migrate.ts';

/** Everything that a server makes in an empty database before it can be asked. */
export async function fillTemplate(url: string): Promise<void> {
  await migrateDatabase(url);
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
}
