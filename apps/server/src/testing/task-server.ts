/**
 * The product with one job that no page starts: its tasks are added, moved on and ended by what the test says. Queue,
 * rows, event stream and pages are the real ones.
 */
import { EventEmitter, on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { z } from 'zod';
import { startApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { issueFirstAdminCode } from '#features/auth/first-admin.ts';
import { jobs, routes } from '#features/index.ts';
import { createHttpServer } from '#http/server.ts';
import { serveWeb } from '#http/web.ts';
import { defineJob } from '#queue/job.ts';

export type Order =
  | { add: { user_uid: string; title: string } }
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

const config = readConfig(process.env);
const { app, stop } = await startApp(config, pino({ level: 'warn' }, pino.destination(2)), [...jobs, obey]);
const server = await createHttpServer(app, routes);
await serveWeb(server, WEB, { title: config.app.title, connect: [], frame: [], media: [] });
await server.listen({ port: 0, host: '127.0.0.1' });
app.queue.work();

process.on('message', (order: Order) => {
  if ('add' in order) void add(order.add);
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

async function add({ user_uid, title }: { user_uid: string; title: string }): Promise<void> {
  const { rows } = await app.pool.query<{ space_id: string }>('select space_id from space where owner_uid = $1', [
    user_uid,
  ]);
  await app.queue.add(obey, { space_id: rows[0]?.space_id ?? '', user_uid, title, input: {} });
}
