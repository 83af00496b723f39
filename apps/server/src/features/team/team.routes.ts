import { team } from '@mixreel/contract';
import { implement } from '#http/route.ts';
import { readCurrentSpace, readSpaces, switchSpace } from './team.queries.ts';

export const teamRoutes = implement(team, {
  async list(_input, { db, user }) {
    return readSpaces(db, user.user_uid);
  },

  async switch({ space_type, team_id }, { db, user, session_id }) {
    const cur_group_team_info = await switchSpace(db, { user_uid: user.user_uid, session_id, space_type, team_id });
    return { cur_group_team_info };
  },

  async permissions(_input, { db, user, session_id }) {
    return {
      cur_group_team_info: await readCurrentSpace(db, user.user_uid, session_id),
      role: user.role,
      user_privilege: user.user_privilege,
      roles: await readSpaces(db, user.user_uid),
    };
  },
});
