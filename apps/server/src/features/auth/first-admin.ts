import { eq, sql } from 'drizzle-orm';
import type { App } from '#context.ts';
import { hashToken, newToken } from '#http/session.ts';
import { one_time_code, user_account } from './auth.tables.ts';

const VALID_MS = 24 * 3600_000;

/**
 * The code behind the first administrator's sign-in link, or null once there is an administrator. Every start makes a
 * new one and voids the one before, so a lost link is replaced by starting again.
 */
export async function issueFirstAdminCode({ db }: Pick<App, 'db'>): Promise<string | null> {
  const admins = await db.$count(user_account, eq(user_account.role, 'admin'));
  if (admins > 0) return null;
  const code = newToken().slice(0, 24);
  const expires_at = new Date(Date.now() + VALID_MS).toISOString();
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('first_admin', 0))`);
    await tx.delete(one_time_code).where(eq(one_time_code.kind, 'first_admin'));
    await tx.insert(one_time_code).values({ code_hash: hashToken(code), kind: 'first_admin', expires_at });
  });
  return code;
}
