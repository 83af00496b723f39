/**
 * A server to be killed. It writes one row after another and says so when each is committed; beside that it carries a
 * task of many steps. Started again on the same folder, it first says what it found.
 */
import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { startApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { untilBack } from '#db/away.ts';
import { count, max } from '#db/orm.ts';
import { createUser } from '#features/auth/auth.queries.ts';
import { task } from '#features/task/task.tables.ts';
import { space } from '#features/team/team.tables.ts';
import { stream_event } from '#http/http.tables.ts';
import { defineJob } from '#queue/job.ts';

const [dataDir = '', stepLog = '', databaseUrl] = process.argv.slice(2);
const STEPS = Array.from({ length: 40 }, (_, i) => ({ key: `s${i}`, label: `第 ${i} 步` }));

const walk = defineJob({
  name: 'test.walk',
  task_type: 'ai_box',
  input: z.object({}),
  steps: STEPS,
  async run(_input, { step }) {
    for (const { key } of STEPS) {
      await step(key, async () => {
        await delay(100);
        appendFileSync(stepLog, `${key}\n`);
      });
    }
    return { result: { walked: STEPS.length } };
  },
});

const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' });
const { app } = await startApp(config, pino({ level: 'error' }, pino.destination(2)), { jobs: [walk] });
const { db, queue, streams } = app;
queue.work();

if ((await db.$count(task)) === 0) {
  const user = await db.transaction((tx) => createUser(tx, { name: '测试', role: 'admin', quota_bytes: 1 }));
  const [own] = await db.select().from(space);
  await queue.add(walk, { space_id: own?.space_id ?? '', user_uid: user.user_uid, title: '长路', input: {} });
}
const [found] = await db.select({ rows: count(), newest: max(stream_event.event_id) }).from(stream_event);
process.stdout.write(`found ${found?.rows} rows\n`);

let committed = found?.rows ?? 0;
for (;;) {
  // As fast as a busy team, not as the processor can: other tests want it too.
  await delay(20);
  await untilBack(() => db.transaction((tx) => streams.publish(tx, 'crash', 'message', {})));
  const columns = { status: task.status, attempt: task.attempt, result: task.result };
  const [now] = await untilBack(() =>
    db
      .select(columns)
      .from(task)
      .then((rows) => rows),
  );
  committed += 1;
  process.stdout.write(`committed ${committed}\n`);
  if (now?.status === 'succeeded' || now?.status === 'failed') process.stdout.write(`task ${JSON.stringify(now)}\n`);
}
