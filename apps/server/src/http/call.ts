import { type Call, CODE_OK } from '@mixreel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Caller, Context, SpaceAccess } from '#context.ts';
import { sendAnswer } from './answer.ts';
import { recordAction } from './audit.ts';
import { requireAccess, requireSpace } from './authorize.ts';
import { sendEvents } from './event-stream.ts';
import { checkInput, decodeQuery, requireStorableText } from './input.ts';
import { once } from './once.ts';
import type { CallRoute, Subscription } from './route.ts';
import { END_STREAMS, requireCaller, tokenOf } from './session.ts';

/** What happens to every call, in this order: who, may they, is the input right, whose thing is it, do it, answer. */
export async function answerCall(
  app: App,
  { entry: call, handle }: CallRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  stopping: AbortSignal,
): Promise<unknown> {
  const caller = call.access === 'public' ? null : await identify(app, call, request);
  if (caller) requireAccess(call, caller);

  const input = readInput(call, request);
  const space = caller && call.space ? await requireSpace(app.db, call.space, input, caller) : null;
  const context = makeContext(app, request, reply, { caller, space, stopping });

  if (call.kind === 'stream') {
    if (caller) context.signal = AbortSignal.any([context.signal, endsWith(app, caller, context.signal)]);
    // Again, now that the end of the session would be heard: it may have come in between.
    if (caller) await identify(app, call, request);
    return sendEvents(request, reply, (await handle(input, context)) as Subscription<unknown>, context);
  }
  const run = async () => {
    // Parsing drops whatever the contract does not name, so that no column leaves the server by accident.
    const data = call.output.parse(await handle(input, context));
    if (call.writes && caller) await recordAction(app, { call, input, user: caller.user, request: context.request });
    return { status: 200, envelope: { code: CODE_OK, message: '', data } };
  };
  const { status, envelope } =
    call.writes && caller && request.headers['x-request-id']
      ? await once(app.db, { user_uid: caller.user.user_uid, request_id: request.id, call, input }, run)
      : await run();
  return sendAnswer(reply, status, envelope);
}

/** Fires when the caller's session ends, or their access changes: a stream must not outlive what opened it. */
function endsWith({ streams }: App, { session_id, user }: Caller, gone: AbortSignal): AbortSignal {
  const ended = new AbortController();
  const forget = streams.onSignal(END_STREAMS, (id) => {
    if (id === session_id || id === user.user_uid) ended.abort();
  });
  gone.addEventListener('abort', forget, { once: true });
  return ended.signal;
}

function identify(app: App, call: Call, request: FastifyRequest): Promise<Caller> {
  const { ticket } = request.query as Record<string, unknown>;
  return call.kind === 'stream' && typeof ticket === 'string'
    ? requireCaller(app.db, ticket, 'stream')
    : requireCaller(app.db, tokenOf(request), 'access');
}

function readInput(call: Call, request: FastifyRequest): Record<string, unknown> {
  if (call.method === 'POST') return checkInput(call.input, request.body);
  requireStorableText(request.query);
  return checkInput(call.input, decodeQuery(call.input, request.query as Record<string, unknown>));
}

function makeContext(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, space, stopping }: { caller: Caller | null; space: SpaceAccess | null; stopping: AbortSignal },
): Context {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return {
    ...app,
    get user() {
      if (!caller) throw new Error('A public call has no user');
      return caller.user;
    },
    get session_id() {
      if (!caller) throw new Error('A public call has no session');
      return caller.session_id;
    },
    get space() {
      if (!space) throw new Error('This call names no space in the contract');
      return space;
    },
    request: { id: request.id, address: request.ip, user_agent: request.headers['user-agent']?.slice(0, 300) ?? null },
    signal: AbortSignal.any([gone.signal, stopping]),
  };
}
