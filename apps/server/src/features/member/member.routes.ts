import { AppError, member } from '@mixreel/contract';
import { and, eq, isNull, sql } from '#db/orm.ts';
import { insertInvitation, readUsableInvitations, revokeInvitation } from '#features/admin/invitation.queries.ts';
import { insertTeam } from '#features/admin/team.queries.ts';
import { signInLink } from '#features/auth/reachable-origin.ts';
import { project } from '#features/project/project.tables.ts';
import { space, space_member } from '#features/team/team.tables.ts';
import { implement } from '#http/route.ts';

/** Each brings storage of its own. */
const OWN_TEAMS_MAX = 20;

export const memberRoutes = implement(member, {
  async addTeam({ team_name }, { db, config, user }) {
    const { user_uid } = user;
    const { team_id } = await db.transaction(async (tx) => {
      // Of many calls at once each has to see those before it.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`teams of ${user_uid}`}, 0))`);
      const owned = await tx.$count(
        space_member,
        and(
          eq(space_member.user_uid, user_uid),
          eq(space_member.role, 'owner'),
          sql`exists (select 1 from ${space} s where s.space_id = ${space_member.space_id} and s.space_type = 'TEAM')`,
        ),
      );
      if (owned >= OWN_TEAMS_MAX) throw new AppError('invalid', `每人最多有 ${OWN_TEAMS_MAX} 个团队，请联系管理员`);
      const quota_bytes = config.spaceQuotaBytes;
      return insertTeam(tx, { team_name, group_id: null, owner_uid: user_uid, quota_bytes });
    });
    return { space_type: 'TEAM' as const, team_id, team_name, group_id: '', group_name: '', role: 'owner' as const };
  },

  async invite({ origin, target_project_id, team_id, ...input }, { db, config, user }) {
    if (target_project_id) {
      const isOfTeam = and(
        eq(project.project_id, target_project_id),
        eq(project.space_id, team_id),
        isNull(project.deleted_at),
      );
      if ((await db.$count(project, isOfTeam)) === 0) throw new AppError('not_found', '团队里没有这个项目，请重新选择');
    }
    const made = await insertInvitation(db, {
      ...input,
      team_id,
      project_id: target_project_id,
      role: 'member',
      user_privilege: true,
      created_by: user.user_uid,
    });
    return { ...made, url: signInLink(made.code, origin, config) };
  },

  async invitations({ team_id }, { db }) {
    return readUsableInvitations(db, team_id);
  },

  async revokeInvitation({ team_id, invitation_id }, { db }) {
    return revokeInvitation(db, invitation_id, team_id);
  },
});
