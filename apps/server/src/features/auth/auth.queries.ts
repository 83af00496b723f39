import { AppError, type Session, type UserInfo } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Db, Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { type SQL, and, eq, gt, isNull, lt, ne, sql } from '#db/orm.ts';
import { createPersonalSpace } from '#features/team/team.queries.ts';
import { END_STREAMS, hashToken, newToken, ticketAddress } from '#http/session.ts';
import { feishu_state, one_time_code, qr_challenge, session_token, user_account, user_session } from './auth.tables.ts';

const ACCESS_MS = 12 * 3600_000;
const REFRESH_MS = 30 * 24 * 3600_000;
const TICKET_MS = 60_000;

export type Browser = { address: string; user_agent: string | null };

export type NewUser = Pick<UserInfo, 'name' | 'role'> &
  Partial<Pick<UserInfo, 'avatar' | 'user_privilege'>> & { quota_bytes: number };

/** Someone new, with a personal space of their own. */
export async function createUser(db: Queryable, { quota_bytes, ...fields }: NewUser): Promise<UserInfo> {
  const [user] = await db
    .insert(user_account)
    .values({ user_uid: newId(), ...fields })
    .returning();
  if (!user) throw new Error('The user was not written');
  await createPersonalSpace(db, { user_uid: user.user_uid, quota_bytes });
  return user;
}

export async function requireUser(db: Queryable, user_uid: string): Promise<UserInfo> {
  const [user] = await db.select().from(user_account).where(eq(user_account.user_uid, user_uid));
  if (!user) throw new AppError('not_found', '用户不存在');
  return user;
}

/** Opens a session for the user, in the given space, else in their personal one. */
export async function openSession(
  db: Queryable,
  user: UserInfo,
  { address, user_agent }: Browser,
  { space_id = null, may_reset = false }: { space_id?: string | null; may_reset?: boolean } = {},
): Promise<Session> {
  if (user.status !== 'active') throw new AppError('sign_in_failed', '账号已停用，请联系管理员');
  const session_id = newId();
  const { user_uid } = user;
  const personal = sql<string>`(select space_id from space where owner_uid = ${user_uid} and space_type = 'PRIVATE')`;
  await db.insert(user_session).values({
    session_id,
    user_uid,
    space_id: space_id ?? personal,
    may_reset,
    address,
    user_agent,
  });
  await db
    .update(user_account)
    .set({ last_login_at: sql`now()` })
    .where(eq(user_account.user_uid, user.user_uid));
  return { ...(await issueTokens(db, session_id)), user_info: user };
}

/**
 * Changes a refresh token for a new pair. A token that was changed before is in two hands, one of them a thief's: then
 * the whole session ends. Within a minute it is more likely a tab that read the browser's storage a moment too early, or
 * an answer that was lost on its way: it gets a pair as well. Of two pairs the next change spends one, so that a thief
 * is noticed then.
 */
export async function rotateTokens(
  { db, streams }: Pick<App, 'db' | 'streams'>,
  refresh_token: string,
): Promise<Session> {
  const session = await db.transaction(async (tx) => {
    const [old] = await tx
      .select({
        session_id: session_token.session_id,
        used_at: session_token.used_at,
        is_spent: sql<boolean | null>`${session_token.used_at} < now() - interval '1 minute'`,
        user: user_account,
      })
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
    if (old.is_spent) {
      await endSessions(tx, streams, { session_id: old.session_id });
      return null;
    }
    if (!old.used_at) await spendTokens(tx, old.session_id);
    return { ...(await issueTokens(tx, old.session_id)), user_info: old.user };
  });
  if (!session) throw new AppError('unauthorized');
  return session;
}

async function spendTokens(tx: Queryable, session_id: string): Promise<void> {
  const isOld = and(eq(session_token.session_id, session_id), isNull(session_token.used_at));
  await tx
    .update(session_token)
    .set({ used_at: sql`now()` })
    .where(and(isOld, eq(session_token.kind, 'refresh')));
  // Calls that are on their way with the old access token still arrive.
  await tx
    .update(session_token)
    .set({ expires_at: sql`least(${session_token.expires_at}, now() + interval '1 minute')` })
    .where(and(isOld, ne(session_token.kind, 'refresh')));
}

/** Ends one session, or all of a user, with whatever streams they have open. */
export async function endSessions(
  db: Queryable,
  streams: App['streams'],
  which: { session_id: string } | { user_uid: string },
): Promise<void> {
  const [id, condition]: [string, SQL] =
    'session_id' in which
      ? [which.session_id, eq(user_session.session_id, which.session_id)]
      : [which.user_uid, eq(user_session.user_uid, which.user_uid)];
  const ended = db
    .update(user_session)
    .set({ ended_at: sql`now()` })
    .where(and(condition, isNull(user_session.ended_at)))
    .returning({ session_id: user_session.session_id });
  for (const { session_id } of await ended) {
    await db.delete(session_token).where(eq(session_token.session_id, session_id));
  }
  await streams.signal(db, END_STREAMS, id);
}

/** A token good for opening this address once, soon: it travels in an address, where the session's token must not. */
export async function issueStreamTicket(db: Queryable, session_id: string, address: string) {
  const ticket = newToken();
  const expires_at = new Date(Date.now() + TICKET_MS).toISOString();
  await db.insert(session_token).values({
    token_hash: hashToken(ticket),
    session_id,
    kind: 'stream',
    opens: ticketAddress(address),
    expires_at,
  });
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
  const now = sql`now()`;
  await db.delete(session_token).where(lt(session_token.expires_at, now));
  await db
    .delete(user_session)
    .where(
      and(
        lt(user_session.created_at, sql`now() - interval '1 day'`),
        sql`not exists (select 1 from ${session_token} t where t.session_id = ${user_session.session_id})`,
      ),
    );
  await db.delete(feishu_state).where(lt(feishu_state.expires_at, now));
  await db.delete(qr_challenge).where(lt(qr_challenge.expires_at, sql`now() - interval '1 hour'`));
  await db.delete(one_time_code).where(lt(one_time_code.expires_at, sql`now() - interval '30 days'`));
}
