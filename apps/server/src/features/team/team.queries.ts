import { AppError, type SpaceInfo, type TeamInfo } from '@mixreel/contract';
import type { Db, Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, asc, eq, sql } from '#db/orm.ts';
import { user_session } from '#features/auth/auth.tables.ts';
import { space, space_member, team_group } from './team.tables.ts';

export async function createPersonalSpace(
  db: Queryable,
  { user_uid, quota_bytes }: { user_uid: string; quota_bytes: number },
): Promise<string> {
  const space_id = newId();
  await db
    .insert(space)
    .values({ space_id, space_type: 'PRIVATE', space_name: '个人空间', owner_uid: user_uid, quota_bytes });
  await db.insert(space_member).values({ space_id, user_uid, role: 'owner' });
  return space_id;
}

/** The spaces of a user, the personal one first. */
export async function readSpaces(db: Db, user_uid: string): Promise<(TeamInfo & { space_id: string })[]> {
  const rows = await db
    .select({
      space_id: space.space_id,
      space_type: space.space_type,
      space_name: space.space_name,
      group_id: space.group_id,
      group_name: team_group.group_name,
      role: space_member.role,
    })
    .from(space_member)
    .innerJoin(space, eq(space.space_id, space_member.space_id))
    .leftJoin(team_group, eq(team_group.group_id, space.group_id))
    .where(eq(space_member.user_uid, user_uid))
    .orderBy(sql`${space.space_type} = 'TEAM'`, asc(space.space_id));
  return rows.map(({ space_id, space_type, space_name, group_id, group_name, role }) => ({
    space_id,
    space_type,
    team_id: space_type === 'PRIVATE' ? '' : space_id,
    team_name: space_name,
    group_id: group_id ?? '',
    group_name: group_name ?? '',
    role,
  }));
}

/** The space that the session is in; the personal one if the user is no longer in it. */
export async function readCurrentSpace(db: Db, user_uid: string, session_id: string): Promise<SpaceInfo> {
  const [session] = await db
    .select({ space_id: user_session.space_id })
    .from(user_session)
    .where(eq(user_session.session_id, session_id));
  const spaces = await readSpaces(db, user_uid);
  const current = spaces.find(({ space_id }) => space_id === session?.space_id) ?? spaces[0];
  if (!current) throw new Error(`User ${user_uid} has no space`);
  return current;
}

export async function switchSpace(
  db: Db,
  {
    user_uid,
    session_id,
    space_type,
    team_id,
  }: { user_uid: string; session_id: string } & Pick<SpaceInfo, 'space_type' | 'team_id'>,
): Promise<SpaceInfo> {
  const spaces = await readSpaces(db, user_uid);
  const chosen = spaces.find((one) => one.space_type === space_type && one.team_id === team_id);
  if (!chosen) throw new AppError('not_found', '团队不存在，或你已不在这个团队');
  await db
    .update(user_session)
    .set({ space_id: chosen.space_id })
    .where(and(eq(user_session.session_id, session_id), eq(user_session.user_uid, user_uid)));
  return chosen;
}
