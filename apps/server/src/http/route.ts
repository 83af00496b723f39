import type { Call, Plain } from '@mixreel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { App, Context } from '#context.ts';

/** Where a stream's messages come from; what was said before the browser came is told first. */
export type Subscription<T> = {
  topic: string;
  first?: T[];
  /** What is said only to who listens right now, and kept nowhere; gives the way to end it. */
  live?: (say: (data: T) => void) => () => void;
};

/** `stopping` is for answers that have no end of their own. */
export type PlainHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  app: App,
  stopping: AbortSignal,
) => Promise<unknown>;

type Handler<E> = E extends Plain
  ? PlainHandler
  : E extends Call<infer I, infer O, 'stream'>
    ? (input: z.output<I>, context: Context) => Promise<Subscription<z.input<O>>>
    : E extends Call<infer I, infer O, 'json'>
      ? (input: z.output<I>, context: Context) => Promise<z.input<O>>
      : never;

export type CallRoute = { entry: Call; handle: (input: unknown, context: Context) => Promise<unknown> };
export type PlainRoute = { entry: Plain; handle: PlainHandler };
export type Route = CallRoute | PlainRoute;

/** Pairs every entry of a contract group with its handler. A missing one does not compile. */
export function implement<G extends Record<string, Call | Plain>>(
  group: G,
  handlers: { [K in keyof G]: Handler<G[K]> },
): Route[] {
  return Object.entries(group).map(([name, entry]) => ({ entry, handle: handlers[name] }) as Route);
}

export function isPlain(route: Route): route is PlainRoute {
  return route.entry.kind === 'plain';
}
