import type { Call, UserInfo } from '@mixreel/contract';
import type { App, Context } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { audit_entry } from './http.tables.ts';

const SECRET = /token|secret|password|passwd|credential|^code$|^key$|^qr$|^state$/i;
const TEXT_MAX = 200;
const ITEMS_MAX = 20;
const DEPTH_MAX = 3;

type Action = { call: Call; input: Record<string, unknown>; user: UserInfo; request: Context['request'] };

/**
 * Writes down who did what. It comes after the deed and not in its transaction: what was done stays done even if it
 * cannot be noted, and the person is not told that it failed.
 */
export async function recordAction(
  { db, log }: Pick<App, 'log'> & { db: Queryable },
  { call, input, user, request }: Action,
): Promise<void> {
  try {
    await db.insert(audit_entry).values({
      audit_id: newId(),
      user_uid: user.user_uid,
      user_name: user.name,
      action: call.path,
      summary: call.summary,
      input: shorten(input, 0) as Record<string, unknown>,
      address: request.address,
      user_agent: request.user_agent ?? '',
    });
  } catch (error) {
    log.error({ err: error, action: call.path, user_uid: user.user_uid }, 'an action was not written to the audit log');
  }
}

/** Enough to know what was meant: no secrets, no long texts, no long lists. */
function shorten(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    // Cut between characters: half of one is text that the database refuses.
    return value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX).toWellFormed()}…` : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_MAX) return '…';
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => shorten(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (SECRET.test(key) ? [] : [[key, shorten(item, depth + 1)]])),
  );
}
