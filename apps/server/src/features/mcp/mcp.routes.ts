import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AppError, mcp } from '@mixreel/contract';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { identify } from '#http/authorize.ts';
import { whenGone } from '#http/call.ts';
import { implement } from '#http/route.ts';
import { tokenOf } from '#http/session.ts';
import { createAgentServer } from './agent-server.ts';

const BODY_MAX = 1024 * 1024;

export const mcpRoutes = implement(mcp, {
  async serve(request, reply, app) {
    reply.header('www-authenticate', 'Bearer');
    const { caller } = await identify(app, tokenOf(request), 'call', null);
    if (!caller.user.user_privilege) throw new AppError('no_privilege');
    reply.removeHeader('www-authenticate');
    // Nothing is kept between requests: whichever process answers, it is the same.
    const handler = createMcpHandler(() => createAgentServer(request, app.config.app.title, caller.scopes), {
      maxRequestBodySize: BODY_MAX,
      onerror: (error) => app.log.warn({ err: error }, 'A request of an agent failed'),
    });
    const response = await handler.fetch(toWebRequest(request, whenGone(reply)));
    // What was not read of a body, as of one that is too large, goes by: the next request of the connection stands behind it.
    request.raw.unpipe();
    request.raw.resume();
    reply.status(response.status).headers(Object.fromEntries(response.headers));
    return reply.send(response.body ? Readable.fromWeb(response.body as ReadableStream) : '');
  },
});

function toWebRequest({ method, url, headers, raw }: FastifyRequest, signal: AbortSignal): Request {
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE';
  const own = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return new Request(new URL(url, 'http://site.invalid'), {
    method,
    headers: own,
    signal,
    ...(hasBody && { body: Readable.toWeb(bodyOf(raw)) as BodyInit, duplex: 'half' }),
  });
}

/** Its own stream: whoever reads no further ends this one, and not the connection. */
function bodyOf(raw: IncomingMessage): Readable {
  const body = new PassThrough();
  raw.once('close', () => {
    if (!raw.complete) body.destroy(new Error('The request was cut off'));
  });
  return raw.pipe(body);
}
