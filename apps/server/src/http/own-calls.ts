import type { Call } from '@mixreel/contract';
import type { App } from '#context.ts';
import { perApp } from '#memory.ts';
import { callWithin } from './call.ts';
import { type CallRoute, isPlain, type Route } from './route.ts';

const offered = perApp(() => new Map<Call, CallRoute>());

/** Says what an app can be asked for from within. */
export function offerCalls(app: Pick<App, 'memory'>, routes: Route[]): void {
  for (const route of routes) if (!isPlain(route)) offered(app).set(route.entry, route);
}

/** Makes a call of the product from within it, as whoever has this token. */
export async function callOwn(
  app: App,
  call: Call,
  input: Record<string, unknown>,
  by: { token: string; request_id: string; signal: AbortSignal },
): Promise<unknown> {
  const route = offered(app).get(call);
  if (!route) throw new Error(`Nobody answers ${call.path}`);
  return callWithin(app, route, input, by);
}
