import { AppError } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, eq, gt, inArray, isNull, lt, sql } from '#db/orm.ts';
import { project } from '#features/project/project.tables.ts';
import { space, space_member } from '#features/team/team.tables.ts';
import { invitation, user_account } from './auth.tables.ts';
import { codeHashes } from './sign-in-code.ts';

/** The invitation behind a code while it can be used, with the names a person wants to see. */
export async function readInvitation(db: Queryable, code: string) {
  const [found] = await db
    .select({
      invitation_id: invitation.invitation_id,
      team_id: invitation.team_id,
      team_role: invitation.team_role,
      team_name: space.space_name,
      project_id: project.project_id,
      project_name: project.project_name,
      invited_by: user_account.name,
      expires_at: invitation.expires_at,
    })
    .from(invitation)
    .leftJoin(space, eq(space.space_id, invitation.team_id))
    .leftJoin(project, and(eq(project.project_id, invitation.project_id), isNull(project.deleted_at)))
    .leftJoin(user_account, eq(user_account.user_uid, invitation.created_by))
    .where(and(inArray(invitation.code_hash, codeHashes(code)), isUsable()));
  return found ?? null;
}

/** Uses an invitation once more. Null when there is none; two people never share its last use. */
export async function takeInvitation(db: Queryable, code: string) {
  const [taken] = await db
    .update(invitation)
    .set({ used_count: sql`${invitation.used_count} + 1` })
    .where(and(inArray(invitation.code_hash, codeHashes(code)), isUsable()))
    .returning();
  return taken ?? null;
}

/** Why a code does not open anything: whoever holds an invitation is told what became of it. */
export async function refusalOf(db: Queryable, code: string): Promise<AppError> {
  const [found] = await db
    .select()
    .from(invitation)
    .where(inArray(invitation.code_hash, codeHashes(code)));
  if (!found) return new AppError('sign_in_failed');
  const why = whyNot(found);
  return new AppError('sign_in_failed', `这个邀请${why}，请向邀请你的人要一个新的`);
}

function whyNot({ revoked_at, used_count, max_uses, expires_at }: typeof invitation.$inferSelect): string {
  if (revoked_at) return '已被撤回';
  if (used_count >= max_uses) return '的名额已经用完';
  return Date.parse(expires_at) <= Date.now() ? '已过期' : '已失效：发出它的人已不能再邀请';
}

/** Someone who is in the team already keeps the role they have. Answers whether they came in. */
export async function joinTeam(
  db: Queryable,
  user_uid: string,
  { team_id, team_role }: Pick<typeof invitation.$inferSelect, 'team_id' | 'team_role'>,
): Promise<boolean> {
  if (!team_id) return false;
  const joined = await db
    .insert(space_member)
    .values({ space_id: team_id, user_uid, role: team_role })
    .onConflictDoNothing()
    .returning({ user_uid: space_member.user_uid });
  return joined.length > 0;
}

/**
 * For someone who has an account only the team counts, not the role that the invitation gives to new users. A use is
 * taken only when it changes something. In a transaction.
 */
export async function acceptInvitation(db: Queryable, user_uid: string, code: string) {
  const found = await readInvitation(db, code);
  if (!found) {
    const known = await readMembership(db, user_uid, code);
    if (known) return known;
    throw await refusalOf(db, code);
  }
  const { team_id, team_name, project_id } = found;
  const arrival = { team_id, team_name, project_id };
  if (!team_id) return arrival;
  // First in, then the use: of many calls at once only one comes in. Whoever finds no use left is not in either.
  if (!(await joinTeam(db, user_uid, found))) return arrival;
  const taken = await takeInvitation(db, code);
  if (!taken) throw await refusalOf(db, code);
  return arrival;
}

/** Where an invitation leads somebody who is in its team, whatever became of it since. */
async function readMembership(db: Queryable, user_uid: string, code: string) {
  const isMe = eq(space_member.user_uid, user_uid);
  const [found] = await db
    .select({ team_id: space.space_id, team_name: space.space_name, project_id: project.project_id })
    .from(invitation)
    .innerJoin(space, eq(space.space_id, invitation.team_id))
    .innerJoin(space_member, and(eq(space_member.space_id, space.space_id), isMe))
    .leftJoin(project, and(eq(project.project_id, invitation.project_id), isNull(project.deleted_at)))
    .where(inArray(invitation.code_hash, codeHashes(code)));
  return found ?? null;
}

function isUsable() {
  return and(
    isNull(invitation.revoked_at),
    gt(invitation.expires_at, sql`now()`),
    lt(invitation.used_count, invitation.max_uses),
    isBacked(),
  );
}

/** Whether who made it may still make such a one: an administrator, or an owner of its team; nobody who is out. */
function isBacked() {
  const isOwner = sql`exists (
    select from ${space_member} inviting
    where inviting.user_uid = inviter.user_uid and inviting.space_id = ${invitation.team_id} and inviting.role = 'owner')`;
  return sql`exists (
    select from ${user_account} inviter
    where inviter.user_uid = ${invitation.created_by} and inviter.status = 'active'
      and (inviter.role = 'admin' or (${invitation.role} = 'member' and ${isOwner})))`;
}
