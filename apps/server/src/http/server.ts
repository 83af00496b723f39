import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import { AppError, REQUEST_ID_HEADER } from '@mixreel/contract';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
  LogController,
} from 'fastify';
import type { App } from '#context.ts';
import { newId } from '#db/id.ts';
import { sendAnswer, sendError, toAppError } from './answer.ts';
import { forgetAnswers } from './authorize.ts';
import { answerCall } from './call.ts';
import { parseBody } from './input.ts';
import { measureRequests } from './metrics.ts';
import { type CallRoute, isPlain, type PlainRoute, type Route } from './route.ts';
import { ROOT, serveTogether } from './serve-together.ts';
import { END_STREAMS } from './session.ts';

const BODY_MAX = 2 * 1024 * 1024;
/** Whoever is not signed in sends codes, passwords and lists of a few hundred ids. */
const STRANGER_BODY_MAX = 64 * 1024;
/** How long answers that are under way may take once the server stops. */
const FINISH_MS = 10_000;
/** Less than this travels in one go, packed or not; packing it would only cost. */
const PACKED_BYTES = 8 * 1024;
const ALL_METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'];

/** The HTTP side of the product: every route of the contract behind the same doors. */
export async function createHttpServer(app: App, routes: Route[]): Promise<FastifyInstance> {
  const { config, log } = app;
  const stopping = new AbortController();
  const loggerInstance: FastifyBaseLogger = log;

  const server = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX,
    trustProxy: trustOf(config.trustProxy),
    forceCloseConnections: 'idle',
    // The default makes a logger for every request, most of which log nothing; lines name the request themselves.
    childLoggerFactory: (logger) => logger,
    requestIdHeader: false,
    genReqId: ({ headers }) => {
      const given = headers[REQUEST_ID_HEADER];
      return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : newId();
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });

  server.setErrorHandler(sendError);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    parseBody(body),
  );
  const safety = safetyHeaders(config.publicUrl?.startsWith('https:') ?? false);
  server.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id).headers(safety);
    done();
  });
  endConnections(server, stopping);
  const unsubscribe = app.streams.onSignal(END_STREAMS, () => forgetAnswers(app));
  server.addHook('onClose', async () => unsubscribe());

  await server.register(rateLimit, {
    global: true,
    max: config.ratePerMinute,
    timeWindow: 60_000,
    errorResponseBuilder: () => new AppError('too_many'),
  });
  await server.register(compress, { global: true, threshold: PACKED_BYTES, encodings: ['br', 'gzip'] });
  measureRequests(server, app);

  const together: CallRoute[] = [];
  const answer = (route: CallRoute, request: FastifyRequest, reply: FastifyReply) =>
    answerCall(app, route, request, reply, stopping.signal);
  for (const route of routes) {
    const { method, path } = route.entry;
    if (isPlain(route)) {
      await servePlain(server, route, app, stopping.signal);
      continue;
    }
    const { per_minute, access } = route.entry;
    const body_max = route.entry.body_max ?? (access === 'public' ? STRANGER_BODY_MAX : null);
    if (!per_minute && !body_max && path.startsWith(ROOT)) {
      together.push(route);
      continue;
    }
    server.route({
      method,
      url: path,
      ...(body_max && { bodyLimit: body_max }),
      ...(per_minute && { config: { rateLimit: { max: per_minute, timeWindow: 60_000 } } }),
      handler: (request, reply) => answer(route, request, reply),
    });
  }
  serveTogether(server, together, answer);
  server.setNotFoundHandler((request, reply) => sendError(new AppError('no_such_path'), request, reply));
  return server;
}

/** So many proxies, nearest first, or those listed; what a browser itself says of its address counts for nothing. */
function trustOf(proxies: App['config']['trustProxy']) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;
}

/** Pages and files set their own content policy; nothing else this server sends is meant to be shown as a page. */
function safetyHeaders(isHttps: boolean): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    ...(isHttps && { 'strict-transport-security': 'max-age=15552000; includeSubDomains' }),
  };
}

/**
 * Node closes idle connections once when it stops listening. One that turns idle a moment later would hold the stop up
 * for its whole keep-alive time, and a long download for ever.
 */
function endConnections(server: FastifyInstance, stopping: AbortController): void {
  server.addHook('preClose', async () => {
    stopping.abort();
    const sweep = setInterval(() => server.server.closeIdleConnections(), 100);
    const deadline = setTimeout(() => server.server.closeAllConnections(), FINISH_MS);
    server.server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(deadline);
    });
  });
}

async function servePlain(
  server: FastifyInstance,
  { entry, handle }: PlainRoute,
  app: App,
  stopping: AbortSignal,
): Promise<void> {
  const { method, path, accepts_text, body_max, per_minute } = entry;
  // Reports are counted by themselves: every call makes one, and they must not use up what the calls may do.
  const rateLimit = accepts_text
    ? { max: app.config.ratePerMinute, timeWindow: 60_000 }
    : per_minute && { max: per_minute, timeWindow: 60_000 };
  const route = {
    method: method === 'ALL' ? ALL_METHODS : method,
    url: path,
    ...(body_max && { bodyLimit: body_max }),
    ...(rateLimit && { config: { rateLimit } }),
    handler: (request: FastifyRequest, reply: FastifyReply) => handle(request, reply, app, stopping),
  };
  if (method === 'ALL') {
    // A protocol of its own reads its bodies itself, as they come.
    await server.register(async (own) => {
      own.removeAllContentTypeParsers();
      own.addContentTypeParser('*', (_request, _body, done) => done(null));
      own.route(route);
    });
    return;
  }
  if (!accepts_text) {
    server.route(route);
    return;
  }
  await server.register(async (reports) => {
    reports.addContentTypeParser('text/plain', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
      parseBody(body),
    );
    // A page that reports must not be troubled by the report: refusals are answers with a code, never HTTP errors.
    reports.setErrorHandler((error, _request, reply) => {
      const { code, message } = toAppError(error);
      return sendAnswer(reply, 200, { code, message, data: null });
    });
    reports.route(route);
  });
}
