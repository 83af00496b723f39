import { AppError, type PersonalToken, TOKENS_MAX, type TokenScope } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Db } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, desc, eq, gt, isNotNull, isNull, sql } from '#db/orm.ts';
import { endSessions } from '#features/auth/auth.queries.ts';
import { session_token, user_session } from '#features/auth/auth.tables.ts';
import { readSpaces } from '#features/team/team.queries.ts';
import { hashToken, newToken } from '#http/session.ts';

/** Tells scanners of leaked secrets, and people, what they have found. */
const PREFIX = 'mxr_';
const HINT = 4;
const DAY_MS = 86_400_000;

/** The tokens of a person that still open something, newest first. */
export async function readTokens(db: Db, user_uid: string): Promise<PersonalToken[]> {
  const names = new Map((await readSpaces(db, user_uid)).map((one) => [one.space_id, one]));
  const rows = await db
    .select({ session: user_session, expires_at: session_token.expires_at })
    .from(user_session)
    .innerJoin(session_token, eq(session_token.session_id, user_session.session_id))
    .where(
      and(
        eq(user_session.user_uid, user_uid),
        isNotNull(user_session.scopes),
        isNull(user_session.ended_at),
        eq(session_token.kind, 'personal'),
        gt(session_token.expires_at, sql`now()`),
      ),
    )
    .orderBy(desc(user_session.created_at));
  return rows.map(({ session, expires_at }) => {
    const space = names.get(session.space_id);
    return {
      token_id: session.session_id,
      token_name: session.token_name ?? '',
      token_hint: session.token_hint ?? '',
      team_id: space?.team_id ?? session.space_id,
      team_name: space?.team_name ?? '已不在这个团队',
      scopes: session.scopes ?? [],
      created_at: session.created_at,
      expires_at,
      last_used_at: session.last_used_at,
    };
  });
}

/** `token_id`: of whoever has to find it again. */
type NewToken = { token_name: string; team_id: string; scopes: TokenScope[]; days: number; token_id?: string };

/** Makes a token of a person for one of their spaces. What it is cannot be read again afterwards. */
export async function addToken(
  db: Db,
  user_uid: string,
  { token_name, team_id, scopes, days, token_id = newId() }: NewToken,
): Promise<{ token: string; token_id: string }> {
  const space = (await readSpaces(db, user_uid)).find((one) => one.team_id === team_id);
  if (!space) throw new AppError('not_found', '团队不存在，或你已不在这个团队');
  const token = `${PREFIX}${newToken()}`;
  await db.transaction(async (tx) => {
    // Two at once must not both be the fiftieth.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`token:${user_uid}`}, 0))`);
    const open = and(
      eq(user_session.user_uid, user_uid),
      isNotNull(user_session.scopes),
      isNull(user_session.ended_at),
    );
    if ((await tx.$count(user_session, open)) >= TOKENS_MAX) {
      throw new AppError('invalid', `最多 ${TOKENS_MAX} 个访问令牌，请先吊销不用的`);
    }
    await tx.insert(user_session).values({
      session_id: token_id,
      user_uid,
      space_id: space.space_id,
      scopes: [...new Set(scopes)],
      token_name,
      token_hint: token.slice(-HINT),
    });
    await tx.insert(session_token).values({
      token_hash: hashToken(token),
      session_id: token_id,
      kind: 'personal',
      expires_at: new Date(Date.now() + days * DAY_MS).toISOString(),
    });
  });
  return { token, token_id };
}

/** Whether it still opens something. */
export async function isTokenOpen(db: Db, token_id: string): Promise<boolean> {
  const isOpen = and(
    eq(session_token.session_id, token_id),
    isNull(user_session.ended_at),
    gt(session_token.expires_at, sql`now()`),
  );
  const open = await db
    .select({ session_id: user_session.session_id })
    .from(user_session)
    .innerJoin(session_token, eq(session_token.session_id, user_session.session_id))
    .where(isOpen);
  return open.length > 0;
}

export async function revokeToken({ db, streams }: App, user_uid: string, token_id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const isOwn = and(
      eq(user_session.session_id, token_id),
      eq(user_session.user_uid, user_uid),
      isNotNull(user_session.scopes),
    );
    const [found] = await tx.select({ session_id: user_session.session_id }).from(user_session).where(isOwn);
    if (!found) throw new AppError('not_found', '访问令牌不存在，可能已经吊销');
    await endSessions(tx, streams, found);
  });
}
