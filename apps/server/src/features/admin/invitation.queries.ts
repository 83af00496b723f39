import { AppError, type Invitation, type PageInput, pageInfo } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { type SQL, and, desc, eq, isNull, sql } from '#db/orm.ts';
import { invitation, user_account } from '#features/auth/auth.tables.ts';
import { newTypedCode } from '#features/auth/sign-in-code.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';
import { hashToken } from '#http/session.ts';
import { requireTeam } from './team.queries.ts';

const COLUMNS = {
  invitation_id: invitation.invitation_id,
  note: invitation.note,
  role: invitation.role,
  user_privilege: invitation.user_privilege,
  team_id: invitation.team_id,
  team_name: space.space_name,
  team_role: invitation.team_role,
  project_name: project.project_name,
  max_uses: invitation.max_uses,
  used_count: invitation.used_count,
  status: sql<Invitation['status']>`case
    when ${invitation.revoked_at} is not null then 'revoked'
    when ${invitation.used_count} >= ${invitation.max_uses} then 'used_up'
    when ${invitation.expires_at} <= now() then 'expired'
    else 'active' end`,
  created_by_name: sql<string>`coalesce(${user_account.name}, '')`,
  created_at: invitation.created_at,
  expires_at: invitation.expires_at,
};

export async function readInvitations(db: Queryable, page: PageInput) {
  const items = await selectInvitations(db, undefined)
    .orderBy(desc(invitation.invitation_id))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  return { items, page_info: pageInfo(page, await db.$count(invitation)) };
}

export async function insertInvitation(
  db: Queryable,
  {
    created_by,
    valid_hours,
    ...fields
  }: Pick<Invitation, 'note' | 'role' | 'user_privilege' | 'team_id' | 'team_role' | 'max_uses'> & {
    project_id?: string | null;
    created_by: string;
    valid_hours: number;
  },
) {
  if (fields.team_id) await requireTeam(db, fields.team_id);
  const code = newTypedCode();
  const invitation_id = newId();
  const expires_at = new Date(Date.now() + valid_hours * 3600_000).toISOString();
  await db.insert(invitation).values({ invitation_id, code_hash: hashToken(code), created_by, expires_at, ...fields });
  return {
    invitation: await requireInvitation(db, eq(invitation.invitation_id, invitation_id)),
    code,
    path: `/login?code=${code}`,
  };
}

/** Those of a team that still let somebody in, newest first. */
export async function readUsableInvitations(db: Queryable, team_id: string): Promise<Invitation[]> {
  const found = await selectInvitations(db, and(eq(invitation.team_id, team_id), isNull(invitation.revoked_at)))
    .orderBy(desc(invitation.invitation_id))
    .limit(100);
  return found.filter(({ status }) => status === 'active');
}

/** With a team, only one of that team. */
export async function revokeInvitation(db: Queryable, invitation_id: string, team_id?: string): Promise<Invitation> {
  const isMeant = and(
    eq(invitation.invitation_id, invitation_id),
    team_id === undefined ? undefined : eq(invitation.team_id, team_id),
  );
  await db
    .update(invitation)
    .set({ revoked_at: sql`now()` })
    .where(and(isMeant, isNull(invitation.revoked_at)));
  return requireInvitation(db, isMeant);
}

async function requireInvitation(db: Queryable, isMeant: SQL | undefined): Promise<Invitation> {
  const [found] = await selectInvitations(db, isMeant);
  if (!found) throw new AppError('not_found', '邀请不存在');
  return found;
}

function selectInvitations(db: Queryable, condition: SQL | undefined) {
  return db
    .select(COLUMNS)
    .from(invitation)
    .leftJoin(space, eq(space.space_id, invitation.team_id))
    .leftJoin(project, and(eq(project.project_id, invitation.project_id), isNull(project.deleted_at)))
    .leftJoin(user_account, eq(user_account.user_uid, invitation.created_by))
    .where(condition)
    .$dynamic();
}
