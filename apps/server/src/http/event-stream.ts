import { ERRORS, STREAM_KEEPALIVE_MS } from '@mixreel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Context } from '#context.ts';
import { perApp } from '#memory.ts';
import type { Subscription } from './route.ts';

/** A browser that reads slower than this many unsent bytes is cut off; it comes back and goes on where it stopped. */
const BACKLOG_MAX = 1_000_000;

/** What is said within this time goes out together; what comes after a rest, at once. */
const TOGETHER_MS = 100;

const openIn = perApp(() => ({ count: 0 }));

/** How many answers of this process go on. */
export function countStreams(app: Pick<App, 'memory'>): number {
  return openIn(app).count;
}

/** `text` is the data, written down. */
export type Saying = { id?: number; event: string; text: string };

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
  // It ends with its connection. In chunks, each piece would be four writes to the socket.
  raw.removeHeader('transfer-encoding');
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    connection: 'close',
    'x-accel-buffering': 'no',
  });
  raw.write(': open\n\n');
  open.count += 1;
  const keepAlive = setInterval(() => raw.write(': alive\n\n'), STREAM_KEEPALIVE_MS);
  let isOver = false;
  let waiting = '';
  let sent_at = -Infinity;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const send = () => {
    timer = null;
    sent_at = performance.now();
    raw.write(waiting);
    waiting = '';
    if (raw.writableLength > BACKLOG_MAX) raw.destroy();
  };
  whenAborted(signal, () => {
    isOver = true;
    open.count -= 1;
    clearInterval(keepAlive);
    if (timer) clearTimeout(timer);
    if (!raw.destroyed) raw.end(waiting);
  });
  return ({ id, event, text }) => {
    if (isOver) return;
    waiting += `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${text}\n\n`;
    if (timer) return;
    const wait_ms = sent_at + TOGETHER_MS - performance.now();
    if (wait_ms > 0) timer = setTimeout(send, wait_ms);
    else send();
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
    const text = JSON.stringify({ code, message: '离开太久，部分消息已过期，请刷新', data: null });
    say({ event: 'error', text });
  }
  const sayNow = (data: unknown) => say({ event: 'message', text: JSON.stringify(data) });
  for (const data of first) sayNow(data);
  const unsubscribe = await streams.subscribe(topic, isKnown ? after : null, ({ event_id, event, text }) =>
    say({ id: event_id, event, text }),
  );
  whenAborted(signal, unsubscribe);
  if (!live) return;
  const leave = live(sayNow);
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
