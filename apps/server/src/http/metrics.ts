import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { App } from '#context.ts';
import { sql } from '#db/orm.ts';
import { perApp } from '#memory.ts';
import { countStreams } from './event-stream.ts';
import type { PlainHandler } from './route.ts';
import { routeOf } from './serve-together.ts';

const figuresOf = perApp(() => ({ registry: new Registry() }));

let ofProcess: Registry | undefined;

/** Of the process, however many apps it has had: what measures it wakes a hundred times a second and never ends. */
function processFigures(): Registry {
  if (!ofProcess) collectDefaultMetrics({ register: (ofProcess = new Registry()) });
  return ofProcess;
}

/** Counts and times every request by its route, never by its address: addresses hold ids. */
export function measureRequests(server: FastifyInstance, app: App): void {
  const registry = new Registry();
  figuresOf(app).registry = registry;
  processFigures();
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const bytes = new Counter({
    name: 'http_response_bytes',
    help: 'Bytes announced in answers',
    registers: [registry],
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections of this process by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, app.pool.idleCount);
      this.set({ state: 'busy' }, app.pool.totalCount - app.pool.idleCount);
      this.set({ state: 'waiting' }, app.pool.waitingCount);
    },
  });
  new Gauge({
    name: 'event_streams',
    help: 'Connections of this process that carry event streams',
    registers: [registry],
    collect() {
      this.set(countStreams(app));
    },
  });
  new Gauge({
    name: 'tasks_open',
    help: 'Tasks that wait, run or are being cancelled, in the whole installation',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      this.reset();
      const { rows } = await app.db.execute<{ status: string; count: number }>(
        sql`select status, count(*)::int from task where status in ('queued', 'running', 'canceling') group by status`,
      );
      for (const { status, count } of rows) this.set({ status }, count);
    },
  });

  server.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = routeOf(request);
    seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    bytes.inc(Number(reply.getHeader('content-length') ?? 0));
    const level = reply.statusCode >= 500 ? 'warn' : 'debug';
    const ms = Math.round(reply.elapsedTime);
    request.log[level]({ request_id: request.id, method, route, status: reply.statusCode, ms }, 'answered');
    done();
  });
}

/** Figures are for the operator: from this machine, or with the configured token. */
export const sendMetrics: PlainHandler = async (request, reply, app) => {
  const { metricsToken } = app.config;
  const isLocal = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip) && !request.headers['x-forwarded-for'];
  const isAllowed = metricsToken ? request.headers.authorization === `Bearer ${metricsToken}` : isLocal;
  if (!isAllowed) return reply.code(403).type('text/plain').send('forbidden\n');
  const all = Registry.merge([processFigures(), figuresOf(app).registry]);
  return reply.type(all.contentType).send(await all.metrics());
};
