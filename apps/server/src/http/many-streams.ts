import { AppError, event, Listening } from '@mixreel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { App } from '#context.ts';
import { toAppError } from './answer.ts';
import { askedSpace, forgetAnswers, identify, requireAccess, requireSpace } from './authorize.ts';
import { endsWith, makeContext, whenGone } from './call.ts';
import { beginEvents, type Saying, tell } from './event-stream.ts';
import { checkInput } from './input.ts';
import { type CallRoute, implement, isPlain, type Route, type Subscription } from './route.ts';
import { tokenOf } from './session.ts';

type Wanted = z.output<typeof Listening>['streams'][number];
type Asking = { app: App; request: FastifyRequest; reply: FastifyReply; token: string | null; signal: AbortSignal };

/**
 * Many streams by one connection: a browser has six to a server, and every open page wants three streams. Each of them is
 * asked for, refused and resumed by itself, exactly as at its own address; another set is another request, so that any
 * process can answer it.
 */
export function manyStreamsRoutes(routes: Route[]): Route[] {
  const byPath = new Map(
    routes.flatMap((route) => (!isPlain(route) && route.entry.kind === 'stream' ? [[route.entry.path, route]] : [])),
  );
  return implement(event, {
    async listen(request, reply, app, stopping) {
      const token = tokenOf(request);
      const { caller } = await identify(app, token, 'access', null);
      const { streams } = checkInput(Listening, (request.body ?? {}) as Record<string, unknown>);
      const gone = AbortSignal.any([whenGone(reply), stopping]);
      const signal = AbortSignal.any([gone, endsWith(app, caller, gone)]);
      // Again, now that the end of the session would be heard: it may have come in between.
      forgetAnswers(app);
      await identify(app, token, 'access', null);

      const say = beginEvents(app, reply, signal);
      const asking = { app, request, reply, token, signal };
      await Promise.all(streams.map((wanted) => follow(byPath.get(wanted.path), wanted, asking, say)));
    },
  });
}

async function follow(
  route: CallRoute | undefined,
  { name, input, last_event_id }: Wanted,
  asking: Asking,
  say: (saying: Saying) => void,
): Promise<void> {
  const { app, request, signal } = asking;
  const sayOf = ({ text, ...saying }: Saying) =>
    say({ ...saying, text: `{"name":${JSON.stringify(name)},"data":${text}}` });
  try {
    if (!route) throw new AppError('no_such_path');
    // Before the first words are put together: what is said meanwhile comes after them.
    const start = last_event_id ?? (await app.streams.newest());
    const subscription = await subscribe(route, input, asking);
    const isKnown = last_event_id === null || (await app.streams.remembers(last_event_id));
    sayOf({ id: isKnown ? start : await app.streams.newest(), event: 'open', text: 'null' });
    await tell({ ...subscription, after: start, say: sayOf }, { streams: app.streams, signal }, isKnown);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.error === 'internal') {
      request.log.error({ err: thrown, request_id: request.id, path: route?.entry.path }, 'a stream failed');
    }
    sayOf({ event: 'refused', text: JSON.stringify({ code: error.code, message: error.message }) });
  }
}

/** The same questions as to a call of its own. */
async function subscribe(
  { entry, handle }: CallRoute,
  raw: Record<string, unknown>,
  { app, request, reply, token, signal }: Asking,
): Promise<Subscription<unknown>> {
  const { caller, spaces } = await identify(app, token, 'access', entry.space && askedSpace(entry.space, raw));
  requireAccess(entry, caller);
  const input = checkInput(entry.input, raw);
  const space = entry.space && requireSpace(entry.space.role, askedSpace(entry.space, input), spaces);
  const context = makeContext(app, request, reply, { caller, space, stopping: signal });
  return (await handle(input, context)) as Subscription<unknown>;
}
