import type { App } from '#context.ts';
import { and, asc, eq, sql } from '#db/orm.ts';
import { hashToken, newToken } from '#http/session.ts';
import { one_time_code, user_account } from './auth.tables.ts';
import { forgetFirstAdminCodes, newTypedCode, storeCode } from './sign-in-code.ts';

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
    await forgetFirstAdminCodes(tx);
    await tx.insert(one_time_code).values({ code_hash: hashToken(code), kind: 'first_admin', expires_at });
  });
  return code;
}

/** A sign-in code for the oldest administrator who is not disabled. Whoever can restart the server may have it. */
export async function issueAdminLinkCode({ db }: Pick<App, 'db'>): Promise<string | null> {
  const [first] = await db
    .select({ user_uid: user_account.user_uid })
    .from(user_account)
    .where(and(eq(user_account.role, 'admin'), eq(user_account.status, 'active')))
    .orderBy(asc(user_account.user_uid))
    .limit(1);
  if (!first) return null;
  const { code } = await storeCode(db, newTypedCode(), {
    kind: 'sign_in',
    user_uid: first.user_uid,
    valid_ms: VALID_MS,
  });
  return code;
}
