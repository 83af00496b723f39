import { createHash, randomBytes } from 'node:crypto';
import { AppError, type UserInfo } from '@mixreel/contract';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '#context.ts';
import type { Db } from '#db/connect.ts';

/** The word that ends open streams, said with the session_id or the user_uid whose streams are meant. */
export const END_STREAMS = 'end_streams';

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Tokens are random enough that a plain hash cannot be guessed back. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Authorization first, then the two other headers that the product's clients send. */
export function tokenOf(request: FastifyRequest): string | null {
  const { authorization, 'access-token': access, token } = request.headers;
  const bearer = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  return bearer ?? firstText(access) ?? firstText(token);
}

function firstText(header: string | string[] | undefined): string | null {
  const value = Array.isArray(header) ? header[0] : header;
  return value ? value : null;
}

type SessionRow = UserInfo & { session_id: string; space_id: string };

/** Whose token this is. A disabled user has no sessions, whatever their tokens say. */
export async function requireCaller(db: Db, token: string | null, kind: 'access' | 'stream'): Promise<Caller> {
  if (!token) throw new AppError('unauthorized', '请先登录');
  const { rows } = await db.execute<SessionRow>(sql`
    select u.user_uid, u.name, u.avatar, u.role, u.status, u.user_privilege, s.session_id, s.space_id
    from session_token t
    join user_session s using (session_id)
    join user_account u using (user_uid)
    where t.token_hash = ${hashToken(token)} and t.kind = ${kind} and t.expires_at > now()
      and s.ended_at is null and u.status = 'active'`);
  const [row] = rows;
  if (!row) throw new AppError('unauthorized');
  const { session_id, space_id, ...user } = row;
  return { user, session_id, current_space_id: space_id };
}
