import { type Call, CODE_OK } from '@mixreel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Caller, Context, SpaceAccess } from '#context.ts';
import { sendAnswer } from './answer.ts';
import { recordAction } from './audit.ts';
import { askedSpace, forgetAnswers, identify, requireAccess, requireSpace, spendTicket } from './authorize.ts';
import { sendEvents } from './event-stream.ts';
import { checkInput, decodeQuery, requireStorableText } from './input.ts';
import { once } from './once.ts';
import type { CallRoute, Subscription } from './route.ts';
import { END_STREAMS, tokenOf } from './session.ts';
import { noteUse } from './token-use.ts';

/** What happens to every call, in this order: who, may they, is the input right, whose thing is it, do it, answer. */
export async function answerCall(
  app: App,
  { entry: call, handle }: CallRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  stopping: AbortSignal,
): Promise<unknown> {
  const raw = rawInput(call, request);
  const ticket = ticketOf(call, request);
  if (ticket) await spendTicket(app.pool, ticket, request.url);
  const identified = call.access === 'public' ? null : await whoAsks(app, call, request, raw);
  const caller = identified?.caller ?? null;
  if (caller) requireAccess(call, caller);
  if (caller?.scopes) noteUse(app, caller.session_id);

  const input = checkInput(call.input, raw);
  const space =
    identified && call.space ? requireSpace(call.space.role, askedSpace(call.space, input), identified.spaces) : null;
  const context = makeContext(app, request, reply, { caller, space, stopping });

  if (call.kind === 'stream') {
    const { signal: gone } = context;
    const signal = caller ? AbortSignal.any([gone, endsWith(app, caller, gone)]) : gone;
    // Again, now that the end of the session would be heard: it may have come in between.
    if (caller) {
      forgetAnswers(app);
      await whoAsks(app, call, request, raw);
    }
    return sendEvents(request, reply, (await handle(input, context)) as Subscription<unknown>, { ...app, signal });
  }
  const run = async () => {
    // Parsing drops whatever the contract does not name, so that no column leaves the server by accident.
    const data = call.output.parse(await carryOut(app, call, () => handle(input, context)));
    if (call.writes && caller) await recordAction(app, { call, input, user: caller.user, request: context.request });
    return { status: 200, envelope: { code: CODE_OK, message: '', data } };
  };
  const { status, envelope } =
    call.writes && !call.secret && caller && request.headers['x-request-id']
      ? await once(app.db, { user_uid: caller.user.user_uid, request_id: request.id, call, input }, run)
      : await run();
  return sendAnswer(reply, status, envelope);
}

type Within = { token: string; request_id: string; signal: AbortSignal };

/** A call made in the product itself, by whoever acts for a person: the same doors, limits of rights, checks and records. */
export async function callWithin(
  app: App,
  { entry: call, handle }: CallRoute,
  raw: Record<string, unknown>,
  { token, request_id, signal }: Within,
): Promise<unknown> {
  const { caller, spaces } = await identify(app, token, 'call', call.space && askedSpace(call.space, raw));
  requireAccess(call, caller);
  if (caller.scopes) noteUse(app, caller.session_id);
  requireStorableText(raw);
  const input = checkInput(call.input, raw);
  const space = call.space ? requireSpace(call.space.role, askedSpace(call.space, input), spaces) : null;
  const request = { id: request_id, address: '127.0.0.1', user_agent: app.acting?.name ?? null };
  const context: Context = {
    ...app,
    user: caller.user,
    session_id: caller.session_id,
    scopes: caller.scopes,
    get space() {
      if (!space) throw new Error('This call names no space in the contract');
      return space;
    },
    request,
    signal,
  };
  const run = async () => {
    const data = call.output.parse(await carryOut(app, call, () => handle(input, context)));
    if (call.writes) await recordAction(app, { call, input, user: caller.user, request });
    return { status: 200, envelope: { code: CODE_OK, message: '', data } };
  };
  if (!call.writes || call.secret) return (await run()).envelope.data;
  return (await once(app.db, { user_uid: caller.user.user_uid, request_id, call, input }, run)).envelope.data;
}

async function carryOut<T>(app: App, { writes }: Call, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } finally {
    if (writes) forgetAnswers(app);
  }
}

/** Fires when the caller's session ends, or their access changes: a stream must not outlive what opened it. */
export function endsWith(app: App, { session_id, user }: Caller, gone: AbortSignal): AbortSignal {
  return whenSaid(app, [session_id, user.user_uid], gone);
}

/** Not when something else of the person changes: what is asked next is judged anew. */
function whenRevoked(app: App, { session_id }: Caller, gone: AbortSignal): AbortSignal {
  return whenSaid(app, [session_id], gone);
}

function whenSaid({ streams }: App, ids: string[], gone: AbortSignal): AbortSignal {
  const ended = new AbortController();
  const forget = streams.onSignal(END_STREAMS, (id) => {
    if (ids.includes(id)) ended.abort();
  });
  if (gone.aborted) forget();
  else gone.addEventListener('abort', forget, { once: true });
  return ended.signal;
}

function whoAsks(app: App, call: Call, request: FastifyRequest, raw: Record<string, unknown>) {
  const ticket = ticketOf(call, request);
  const asked = call.space && askedSpace(call.space, raw);
  return ticket ? identify(app, ticket, 'stream', asked) : identify(app, tokenOf(request), 'call', asked);
}

function ticketOf({ kind }: Call, request: FastifyRequest): string | null {
  const { ticket } = request.query as Record<string, unknown>;
  return kind === 'stream' && typeof ticket === 'string' ? ticket : null;
}

/** What came, as values but not yet checked. */
function rawInput(call: Call, request: FastifyRequest): Record<string, unknown> {
  const body = (request.body ?? {}) as Record<string, unknown>;
  const query = request.query as Record<string, unknown>;
  if (call.method === 'POST' && Object.keys(query).length === 0) return body;
  requireStorableText(query);
  // Some calls of the specification carry ids in the address of a POST; the body wins.
  return { ...decodeQuery(call.input, query), ...body };
}

export function makeContext(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, space, stopping }: { caller: Caller | null; space: SpaceAccess | null; stopping: AbortSignal },
): Context {
  let signal: AbortSignal | null = null;
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
    scopes: caller?.scopes ?? null,
    get space() {
      if (!space) throw new Error('This call names no space in the contract');
      return space;
    },
    request: { id: request.id, address: request.ip, user_agent: request.headers['user-agent']?.slice(0, 300) ?? null },
    get signal() {
      // Made when asked for: most calls never do, and an abort per request is not free.
      if (!signal) {
        const gone = whenGone(reply);
        // What a program asks for ends with its token, as whoever revokes that expects.
        const ended = caller?.scopes ? [whenRevoked(app, caller, gone)] : [];
        signal = AbortSignal.any([gone, stopping, ...ended]);
      }
      return signal;
    },
  };
}

export function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
