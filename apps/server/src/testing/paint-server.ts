/** A server to be killed while it has pictures made. Started again on the same folder, it goes on with them. */
import { pino } from 'pino';
import { startApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { createUser } from '#features/auth/auth.queries.ts';
import { task } from '#features/task/task.tables.ts';
import { space } from '#features/team/team.tables.ts';
import { paint } from './paint-job.ts';

const [dataDir = '', providers = '[]', ...prompts] = process.argv.slice(2);
const config = readConfig({ DATA_DIR: dataDir, AI_PROVIDERS: providers, LOG_LEVEL: 'error' });
const { app } = await startApp(config, pino({ level: 'error' }, pino.destination(2)), { jobs: [paint] });
const { db, queue } = app;

if ((await db.$count(task)) === 0) {
  const user = await db.transaction((tx) => createUser(tx, { name: '测试', role: 'admin', quota_bytes: 10_000_000 }));
  const [own] = await db.select().from(space);
  const owned = { space_id: own?.space_id ?? '', user_uid: user.user_uid };
  for (const prompt of prompts) await queue.add(paint, { ...owned, title: prompt, input: { prompt, engine: prompt } });
}
queue.work();
for (;;) {
  await new Promise((done) => setTimeout(done, 200));
  const rows = await db
    .select({ title: task.title, status: task.status, error: task.error, result: task.result })
    .from(task);
  process.stdout.write(`${JSON.stringify(rows)}\n`);
}
