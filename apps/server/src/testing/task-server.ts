/**
 * The product with jobs that no page starts: their tasks are added, moved on and ended by what the test says. Queue,
 * rows, event stream and pages are the real ones.
 */
import { EventEmitter, on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AppError, type ErrorName } from '@mixreel/contract';
import { pino } from 'pino';
import { z } from 'zod';
import { startApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { issueFirstAdminCode } from '#features/auth/first-admin.ts';
import { followers, jobs, routes } from '#features/index.ts';
import { createHttpServer } from '#http/server.ts';
import { serveWeb } from '#http/web.ts';
import { defineJob } from '#queue/job.ts';

type NewOne = { user_uid: string; title: string; project_id?: string; mproject_id?: string };
export type Order =
  | { add: NewOne }
  /** One that ends with this refusal, every time. */
  | { refuse: NewOne & { error: ErrorName; message: string } }
  /** So many that ended well long ago. */
  | { old: { user_uid: string; count: number } }
  | { report: number }
  | { finish: string }
  | { fail: string };

const WEB = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const orders = new EventEmitter();

const obey = defineJob({
  name: 'test.obey',
  task_type: 'mix_export',
  input: z.object({}),
  attempts: 1,
  steps: [
    { key: 'prepare', label: '准备素材' },
    { key: 'render', label: '渲染' },
  ],
  async run(_input, { report, step, signal }) {
    const said = on(orders, 'order', { signal }) as AsyncIterable<[Order]>;
    await step('prepare', async () => {});
    return step('render', async () => {
      for await (const [order] of said) {
        if ('report' in order) report(order.report);
        if ('fail' in order) throw new Error(order.fail);
        if ('finish' in order) return { result: { said: order.finish } };
      }
      return {};
    });
  },
});

const refuse = defineJob({
  name: 'test.refuse',
  task_type: 'mix_export',
  input: z.object({ error: z.string(), message: z.string() }),
  attempts: 1,
  async run({ error, message }) {
    throw new AppError(error as ErrorName, message);
  },
});

const config = readConfig(process.env);
const log = pino({ level: 'warn' }, pino.destination(2));
const { app, stop } = await startApp(config, log, { jobs: [...jobs, obey, refuse], followers });
const server = await createHttpServer(app, routes);
serveWeb(server, WEB, { title: config.app.title, connect: [], frame: [], media: [] });
await server.listen({ port: 0, host: '127.0.0.1' });
app.queue.work();

process.on('message', (order: Order) => {
  if ('add' in order) void add(order.add);
  else if ('refuse' in order) void addRefused(order.refuse);
  else if ('old' in order) void addOld(order.old);
  else orders.emit('order', order);
});
process.once('SIGTERM', () => {
  void server
    .close()
    .then(stop)
    .then(() => process.exit(0));
});
const address = server.server.address();
const port = typeof address === 'object' ? address?.port : '';
process.stdout.write(`http://localhost:${port}/login?code=${await issueFirstAdminCode(app)}\n`);

async function add({ user_uid, ...given }: NewOne): Promise<void> {
  await app.queue.add(obey, { ...given, user_uid, space_id: await spaceOf(user_uid), input: {} });
}

async function addRefused({ user_uid, error, message, ...given }: NewOne & { error: ErrorName; message: string }) {
  const space_id = await spaceOf(user_uid);
  await app.queue.add(refuse, { ...given, user_uid, space_id, input: { error, message } });
}

async function addOld({ user_uid, count }: { user_uid: string; count: number }): Promise<void> {
  await app.pool.query(
    `insert into task (task_id, space_id, user_uid, job_name, job_input, task_type, title, status, progress,
       created_at, started_at, finished_at)
     select '0' || lpad(n::text, 20, '0'), $1, $2, 'test.obey', '{}', 'ai_audio', '从前的 ' || n, 'succeeded', 100,
       now() - interval '40 days', now() - interval '40 days', now() - interval '40 days'
     from generate_series(1, $3::int) n`,
    [await spaceOf(user_uid), user_uid, count],
  );
  await app.pool.query(
    `insert into task_read (task_id, user_uid) select task_id, user_uid from task where task_type = 'ai_audio'`,
  );
}

async function spaceOf(user_uid: string): Promise<string> {
  const { rows } = await app.pool.query<{ space_id: string }>('select space_id from space where owner_uid = $1', [
    user_uid,
  ]);
  return rows[0]?.space_id ?? '';
}
