import { AppError, type Call, type CodeInfo, type Session, type UserInfo } from '@mixreel/contract';
import type { Context } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { eq, sql } from '#db/orm.ts';
import { recordAction } from '#http/audit.ts';
import { createUser, openSession, requireUser } from './auth.queries.ts';
import { user_account } from './auth.tables.ts';
import { joinTeam, readInvitation, refusalOf, takeInvitation } from './invitation.queries.ts';
import { readCode, spendCode } from './sign-in-code.ts';
import { setPassword } from './user-password.ts';

const TYPED = ['first_admin', 'sign_in', 'reset'] as const;

/** Opens a session and writes the sign-in down. Every way in ends here. */
export async function startSession(
  db: Queryable,
  { log, request }: Pick<Context, 'log' | 'request'>,
  { call, user, ...opened }: { call: Call; user: UserInfo; space_id?: string | null; may_reset?: boolean },
): Promise<Session> {
  const session = await openSession(db, user, request, opened);
  await recordAction({ db, log }, { call, input: {}, user, request });
  return session;
}

/** Who comes in by a code: the space they arrive in, if not their own, and whether they may choose a new password. */
type Arrival = { user: UserInfo; space_id: string | null; may_reset: boolean };

/** The user behind a code, made if the code makes users. The code is spent. */
export async function requireUserOfCode(
  db: Queryable,
  { config }: Pick<Context, 'config'>,
  { code, name, password }: { code: string; name: string | undefined; password: string | undefined },
): Promise<Arrival> {
  const quota_bytes = config.spaceQuotaBytes;
  const spent = await spendCode(db, code, [...TYPED]);
  if (spent?.user_uid) {
    const user = await requireUser(db, spent.user_uid);
    return { user, space_id: null, may_reset: spent.kind === 'reset' };
  }
  if (spent) {
    await requireNoAdmin(db);
    const user = await createUser(db, { name: name ?? '管理员', role: 'admin', quota_bytes });
    return { user, space_id: null, may_reset: false };
  }

  const invitation = await takeInvitation(db, code);
  if (!invitation) throw await refusalOf(db, code);
  const { role, user_privilege } = invitation;
  const user = await createUser(db, { name: name ?? '新成员', role, user_privilege, quota_bytes });
  await joinTeam(db, user.user_uid, invitation);
  if (password) await setPassword(db, user.user_uid, password);
  return { user, space_id: invitation.team_id, may_reset: false };
}

/** What a code opens, without spending it. */
export async function requireCodeInfo(db: Queryable, code: string): Promise<CodeInfo> {
  const known = await readCode(db, code, [...TYPED]);
  if (known) {
    const user = known.user_uid ? await requireUser(db, known.user_uid) : null;
    return {
      kind: user ? 'sign_in' : 'first_admin',
      is_new_user: !user,
      user_name: user?.name ?? null,
      invited_by: null,
      team_id: null,
      team_name: null,
      team_role: null,
      project_id: null,
      project_name: null,
      expires_at: known.expires_at,
    };
  }
  const invitation = await readInvitation(db, code);
  if (!invitation) throw await refusalOf(db, code);
  const { team_id, team_name, team_role, project_id, project_name, invited_by, expires_at } = invitation;
  return {
    kind: 'invitation',
    is_new_user: true,
    user_name: null,
    invited_by,
    team_id,
    team_name,
    team_role: team_id ? team_role : null,
    project_id,
    project_name,
    expires_at,
  };
}

/** Two starts print two links; whoever comes second must not become a second first administrator. */
async function requireNoAdmin(db: Queryable): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('first_admin', 0))`);
  const admins = await db.$count(user_account, eq(user_account.role, 'admin'));
  if (admins > 0) throw new AppError('sign_in_failed', '已经有管理员了，请让管理员发送邀请链接');
}
