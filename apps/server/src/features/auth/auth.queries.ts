import { AppError, type Session, type UserInfo } from '@mixreel/contract';
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Db, Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { createPersonalSpace } from '#features/team/team.queries.ts';
import { hashToken, newToken } from '#http/session.ts';
import { one_time_code, session_token, user_account, user_session } from './auth.tables.ts';

const ACCESS_MS = 12 * 3600_000;
const REFRESH_MS = 30 * 24 * 3600_000;
const TICKET_MS = 60_000;

export type Browser = { address: string; user_agent: string | null };

/** Someone new, with a personal space of their own. */
export async function createUser(
  db: Queryable,
  { name, role, quota_bytes }: { name: string; role: UserInfo['role']; quota_bytes: number },
): Promise<UserInfo> {
  const [user] = await db.insert(user_account).values({ user_uid: newId(), name, role }).returning();
  if (!user) throw new Error('The user was not written');
  await createPersonalSpace(db, { user_uid: user.user_uid, quota_bytes });
  return user;
}

/** Opens a session for the user, in their personal space. */
export async function openSession(db: Queryable, user: UserInfo, { address, user_agent }: Browser): Promise<Session> {
  const session_id = newId();
  const space = sql<string>`(select space_id from space where owner_uid = ${user.user_uid} and space_type = 'PRIVATE')`;
  await db.insert(user_session).values({ session_id, user_uid: user.user_uid, space_id: space, address, user_agent });
  await db
    .update(user_account)
    .set({ last_login_at: sql`now()` })
    .where(eq(user_account.user_uid, user.user_uid));
  return { ...(await issueTokens(db, session_id)), user_info: user };
}

/** Spends a code that works once, and says whose it was. */
export async function spendCode(db: Queryable, code: string) {
  const [spent] = await db
    .update(one_time_code)
    .set({ used_at: sql`now()` })
    .where(
      and(
        eq(one_time_code.code_hash, hashToken(code.trim())),
        isNull(one_time_code.used_at),
        gt(one_time_code.expires_at, sql`now()`),
      ),
    )
    .returning();
  if (!spent) throw new AppError('sign_in_failed');
  return spent;
}

/**
 * Changes a refresh token for a new pair. A token that was changed before is in two hands, one of them a thief's: then
 * the whole session ends.
 */
export async function rotateTokens(db: Db, refresh_token: string): Promise<Session> {
  const session = await db.transaction(async (tx) => {
    const [old] = await tx
      .select({ session_id: session_token.session_id, used_at: session_token.used_at, user: user_account })
      .from(session_token)
      .innerJoin(user_session, eq(user_session.session_id, session_token.session_id))
      .innerJoin(user_account, eq(user_account.user_uid, user_session.user_uid))
      .where(
        and(
          eq(session_token.token_hash, hashToken(refresh_token)),
          eq(session_token.kind, 'refresh'),
          gt(session_token.expires_at, sql`now()`),
          isNull(user_session.ended_at),
          eq(user_account.status, 'active'),
        ),
      )
      .for('update', { of: session_token });
    if (!old) return null;
    if (old.used_at) {
      await endSession(tx, old.session_id);
      return null;
    }
    const isOld = and(eq(session_token.session_id, old.session_id), isNull(session_token.used_at));
    await tx
      .update(session_token)
      .set({ used_at: sql`now()` })
      .where(and(isOld, eq(session_token.kind, 'refresh')));
    await tx.delete(session_token).where(and(isOld, ne(session_token.kind, 'refresh')));
    return { ...(await issueTokens(tx, old.session_id)), user_info: old.user };
  });
  if (!session) throw new AppError('unauthorized');
  return session;
}

export async function endSession(db: Queryable, session_id: string): Promise<void> {
  await db
    .update(user_session)
    .set({ ended_at: sql`now()` })
    .where(eq(user_session.session_id, session_id));
  await db.delete(session_token).where(eq(session_token.session_id, session_id));
}

/** A token good for opening one stream, soon: it travels in an address, where the session's token must not. */
export async function issueStreamTicket(db: Queryable, session_id: string) {
  const ticket = newToken();
  const expires_at = new Date(Date.now() + TICKET_MS).toISOString();
  await db.insert(session_token).values({ token_hash: hashToken(ticket), session_id, kind: 'stream', expires_at });
  return { ticket, expires_at };
}

async function issueTokens(db: Queryable, session_id: string) {
  const access_token = newToken();
  const refresh_token = newToken();
  const expires_at = new Date(Date.now() + ACCESS_MS).toISOString();
  const refresh_expires_at = new Date(Date.now() + REFRESH_MS).toISOString();
  await db.insert(session_token).values([
    { token_hash: hashToken(access_token), session_id, kind: 'access', expires_at },
    { token_hash: hashToken(refresh_token), session_id, kind: 'refresh', expires_at: refresh_expires_at },
  ]);
  return { access_token, expires_at, refresh_token, refresh_expires_at };
}

export async function forgetOldTokens(db: Db): Promise<void> {
  await db.delete(session_token).where(sql`${session_token.expires_at} < now()`);
  await db.delete(one_time_code).where(sql`${one_time_code.expires_at} < now() - interval '30 days'`);
}
