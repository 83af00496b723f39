import { createHmac } from 'node:crypto';
import type { App } from '#context.ts';
import { recent } from '#memory.ts';
import type { ShareRow } from './share.queries.ts';

const KEEP_MS = 3600_000;
const KNOWN_MAX = 10_000;

type Visit = { visitor?: string | undefined; password: string; place: string };

const visitorsOf = recent<number>(KNOWN_MAX);

/**
 * Visitors who gave the right password a while ago, in this process. A page asks again and again, and wrong guesses of
 * somebody else behind the same address must not end a visit. Only for browsers that name themselves: a name is long
 * and random, so that nobody else can ask here whether a password is right.
 */
export function isKnownVisitor(app: Pick<App, 'secret' | 'memory'>, row: ShareRow, visit: Visit): boolean {
  const key = keyOf(app, row, visit);
  return key !== null && (visitorsOf(app).get(key) ?? 0) > Date.now();
}

export function rememberVisitor(app: Pick<App, 'secret' | 'memory'>, row: ShareRow, visit: Visit): void {
  const key = keyOf(app, row, visit);
  if (key === null) return;
  visitorsOf(app).set(key, Date.now() + KEEP_MS);
}

function keyOf({ secret }: Pick<App, 'secret'>, row: ShareRow, { visitor, password, place }: Visit): string | null {
  if (!visitor) return null;
  const parts = [row.record_uuid, row.password_hash, visitor, place, password];
  return createHmac('sha256', secret).update(parts.join('\n')).digest('base64url');
}
