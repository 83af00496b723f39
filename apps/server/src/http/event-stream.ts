import type { ServerResponse } from 'node:http';
import { ERRORS, STREAM_KEEPALIVE_MS } from '@mixreel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#context.ts';
import type { Subscription } from './route.ts';
import type { StreamEvent } from './streams.ts';

/** A browser that reads slower than this many unsent bytes is cut off; it comes back and goes on where it stopped. */
const BACKLOG_MAX = 1_000_000;

/** Answers with an event stream that lives until the browser or the server goes. */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { topic, first = [] }: Subscription<unknown>,
  { streams, signal }: Pick<Context, 'streams' | 'signal'>,
): Promise<void> {
  const last = lastEventId(request);
  const isKnown = last === null || (await streams.remembers(last));

  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  raw.write(': open\n\n');
  if (!isKnown) {
    const { code } = ERRORS.conflict;
    write(raw, { event: 'error', data: { code, message: '离开太久，部分消息已过期，请刷新', data: null } });
  }
  for (const data of first) write(raw, { event: 'message', data });

  const keepAlive = setInterval(() => raw.write(': alive\n\n'), STREAM_KEEPALIVE_MS);
  const hear = ({ event_id, event, data }: StreamEvent) => {
    write(raw, { id: event_id, event, data });
    if (raw.writableLength > BACKLOG_MAX) raw.destroy();
  };
  // The answer has begun: all that is left is to cut it off, and the browser comes back. Left open it would be silent.
  const unsubscribe = await streams.subscribe(topic, isKnown ? last : null, hear).catch((error: unknown) => {
    clearInterval(keepAlive);
    raw.destroy();
    throw error;
  });
  const leave = () => {
    clearInterval(keepAlive);
    unsubscribe();
    if (!raw.destroyed) raw.end();
  };
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
}

function write(raw: ServerResponse, { id, event, data }: { id?: number; event: string; data: unknown }): void {
  const lines = [`event: ${event}`, `data: ${JSON.stringify(data)}`];
  if (id !== undefined) lines.unshift(`id: ${id}`);
  raw.write(`${lines.join('\n')}\n\n`);
}

/** Browsers send it as a header when they reconnect; the query is for clients that open a new stream. */
function lastEventId(request: FastifyRequest): number | null {
  const given = request.headers['last-event-id'] ?? (request.query as Record<string, unknown>)['last_event_id'];
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : null;
}
