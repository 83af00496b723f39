import { PgBoss } from 'pg-boss';
import { migrateDatabase } from '#db/migrate.ts';
import { openLines } from '#queue/open-lines.ts';

/** Everything that a server makes in an empty database before it can be asked. */
export async function fillTemplate(url: string): Promise<void> {
  await migrateDatabase(url);
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  // Its pool says that it is closed before its connections are: the end of the database, which comes next, then ended
  // the whole run. What matters is told by `start`.
  boss.on('error', () => {});
  await boss.start();
  await openLines(boss);
  await boss.stop({ graceful: false });
}
