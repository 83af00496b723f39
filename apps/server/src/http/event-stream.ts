import { ERRORS, STREAM_KEEPALIVE_MS } from '@mixreel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Context } from '#context.ts';
import { perApp } from '#memory.ts';
import type { Subscription } from './route.ts';

/** A browser that reads slower than this many unsent bytes is cut off; it comes back and goes on where it stopped. */
const BACKLOG_MAX = 1_000_000;

const openIn = perApp(() => ({ count: 0 }));

/** How many answers of this process go on. */
export function countStreams(app: Pick<App, 'memory'>): number {
  return openIn(app).count;
}

export type Saying = { id?: number; event: string; data: unknown };

/** Events of one subscription, as they are told to whoever reads the answer. */
type Telling = Subscription<unknown> & {
  /** The last event that was heard; null: whatever is said from now on. */
  after: number | null;
  say: (saying: Saying) => void;
};

/** Answers with an event stream that lives until the browser or the server goes. */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  subscription: Subscription<unknown>,
  app: Pick<Context, 'streams' | 'signal' | 'memory'>,
): Promise<void> {
  const { streams, signal } = app;
  const after = lastEventId(request);
  const isKnown = after === null || (await streams.remembers(after));
  const say = beginEvents(app, reply, signal);
  try {
    await tell({ ...subscription, after, say }, { streams, signal }, isKnown);
  } catch (error) {
    // The answer has begun: all that is left is to cut it off, and the browser comes back. Left open it would be silent.
    reply.raw.destroy();
    throw error;
  }
}

/** Begins an answer that goes on, and gives the way to say something in it. */
export function beginEvents(
  app: Pick<App, 'memory'>,
  reply: FastifyReply,
  signal: AbortSignal,
): (saying: Saying) => void {
  const open = openIn(app);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  raw.write(': open\n\n');
  open.count += 1;
  const keepAlive = setInterval(() => raw.write(': alive\n\n'), STREAM_KEEPALIVE_MS);
  whenAborted(signal, () => {
    open.count -= 1;
    clearInterval(keepAlive);
    if (!raw.destroyed) raw.end();
  });
  return ({ id, event, data }) => {
    if (signal.aborted) return;
    const lines = [`event: ${event}`, `data: ${JSON.stringify(data)}`];
    if (id !== undefined) lines.unshift(`id: ${id}`);
    raw.write(`${lines.join('\n')}\n\n`);
    if (raw.writableLength > BACKLOG_MAX) raw.destroy();
  };
}

/** What was missed, what the subscription says first, and from then on whatever is said. */
export async function tell(
  { topic, first = [], live, after, say }: Telling,
  { streams, signal }: Pick<Context, 'streams' | 'signal'>,
  isKnown: boolean,
): Promise<void> {
  if (!isKnown) {
    const { code } = ERRORS.conflict;
    say({ event: 'error', data: { code, message: '离开太久，部分消息已过期，请刷新', data: null } });
  }
  for (const data of first) say({ event: 'message', data });
  const unsubscribe = await streams.subscribe(topic, isKnown ? after : null, ({ event_id, event, data }) =>
    say({ id: event_id, event, data }),
  );
  whenAborted(signal, unsubscribe);
  if (!live) return;
  const leave = live((data) => say({ event: 'message', data }));
  whenAborted(signal, leave);
}

function whenAborted(signal: AbortSignal, run: () => void): void {
  if (signal.aborted) run();
  else signal.addEventListener('abort', run, { once: true });
}

/** Browsers send it as a header when they reconnect; the query is for clients that open a new stream. */
function lastEventId(request: FastifyRequest): number | null {
  const given = request.headers['last-event-id'] ?? (request.query as Record<string, unknown>)['last_event_id'];
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : null;
}
