import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallRoute } from './route.ts';

/** Where all calls of the product are. */
export const ROOT = '/api/';

/** Which of the calls that share a route was meant. */
const meant = new WeakMap<FastifyRequest, string>();

/** The path of a request's route, as the contract writes it: never the address, which may hold ids. */
export function routeOf(request: FastifyRequest): string {
  return meant.get(request) ?? request.routeOptions.url ?? 'none';
}

/**
 * Calls without limits of their own are one route: to the framework each is a plan of hooks and a piece of generated
 * code, and three hundred of them were a third of a second of every start.
 */
export function serveTogether(
  server: FastifyInstance,
  calls: CallRoute[],
  answer: (call: CallRoute, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  for (const method of ['GET', 'POST'] as const) {
    const those = calls.filter(({ entry }) => entry.method === method);
    if (those.length === 0) continue;
    const byPath = new Map(those.map((call) => [withoutEnd(call.entry.path), call]));
    server.route({
      method,
      url: `${ROOT}*`,
      async handler(request, reply) {
        const { '*': rest } = request.params as { '*': string };
        const call = byPath.get(withoutEnd(`${ROOT}${rest}`));
        if (!call) return reply.callNotFound();
        meant.set(request, call.entry.path);
        return answer(call, request, reply);
      },
    });
  }
}

/** Some paths are written with a slash at their end, and both are meant. */
function withoutEnd(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
