import {
  AppError,
  type Group,
  type PageInput,
  type Role,
  type Team,
  type TeamMember,
  pageInfo,
} from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Db, Queryable } from '#db/connect.ts';
import { containing } from '#db/containing.ts';
import { newId } from '#db/id.ts';
import { and, asc, desc, eq, ilike, inArray, isNull, ne, type SQL, sql } from '#db/orm.ts';
import { requireUser } from '#features/auth/auth.queries.ts';
import { user_account, user_session } from '#features/auth/auth.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { space, space_member, team_group } from '#features/team/team.tables.ts';
import { END_STREAMS } from '#http/session.ts';

const GROUP_COLUMNS = {
  group_id: team_group.group_id,
  group_name: team_group.group_name,
  team_count: sql<number>`(select count(*)::int from space s where s.group_id = team_group.group_id)`,
  created_at: team_group.created_at,
};

export async function readGroups(db: Queryable): Promise<Group[]> {
  return db.select(GROUP_COLUMNS).from(team_group).orderBy(asc(team_group.group_id));
}

async function requireGroup(db: Queryable, group_id: string): Promise<Group> {
  const [found] = await db.select(GROUP_COLUMNS).from(team_group).where(eq(team_group.group_id, group_id));
  if (!found) throw new AppError('not_found', '部门不存在');
  return found;
}

/** Makes a group, or renames the one given. */
export async function saveGroup(db: Db, group_id: string | null, group_name: string): Promise<Group> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('groups', 0))`);
    if (group_id) await requireGroup(tx, group_id);
    const same = await tx.$count(
      team_group,
      and(eq(team_group.group_name, group_name), group_id ? ne(team_group.group_id, group_id) : undefined),
    );
    if (same > 0) throw new AppError('conflict', `已有部门「${group_name}」，请换一个名字`);
    const id = group_id ?? newId();
    await tx
      .insert(team_group)
      .values({ group_id: id, group_name })
      .onConflictDoUpdate({ target: team_group.group_id, set: { group_name } });
    return requireGroup(tx, id);
  });
}

export async function removeGroup(db: Db, group_id: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Locked, so that no team is put into it meanwhile.
    await tx.select().from(team_group).where(eq(team_group.group_id, group_id)).for('update');
    const { team_count } = await requireGroup(tx, group_id);
    if (team_count > 0) throw new AppError('conflict', `部门里还有 ${team_count} 个团队，请先移走`);
    await tx.delete(team_group).where(eq(team_group.group_id, group_id));
  });
}

const TEAM_COLUMNS = {
  team_id: space.space_id,
  team_name: space.space_name,
  group_id: space.group_id,
  group_name: team_group.group_name,
  member_count: sql<number>`(select count(*)::int from space_member m where m.space_id = space.space_id)`,
  project_count: sql<number>`(
    select count(*)::int from project p where p.space_id = space.space_id and p.deleted_at is null)`,
  used_bytes: space.used_bytes,
  quota_bytes: space.quota_bytes,
  created_at: space.created_at,
};

export async function readTeams(
  db: Queryable,
  { keyword, group_id }: { keyword: string | undefined; group_id: string | undefined },
  page: PageInput,
) {
  const condition = and(
    eq(space.space_type, 'TEAM'),
    keyword ? ilike(space.space_name, containing(keyword)) : undefined,
    group_id ? eq(space.group_id, group_id) : undefined,
  );
  const items = await selectTeams(db, condition)
    .orderBy(desc(space.space_id))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  return { items, page_info: pageInfo(page, await db.$count(space, condition)) };
}

export async function requireTeam(db: Queryable, team_id: string): Promise<Team> {
  const [found] = await selectTeams(db, and(eq(space.space_id, team_id), eq(space.space_type, 'TEAM')));
  if (!found) throw new AppError('not_found', '团队不存在');
  return found;
}

function selectTeams(db: Queryable, condition: SQL | undefined) {
  return db
    .select(TEAM_COLUMNS)
    .from(space)
    .leftJoin(team_group, eq(team_group.group_id, space.group_id))
    .where(condition)
    .$dynamic();
}

export async function insertTeam(
  db: Pick<Db, 'transaction'>,
  team: { team_name: string; group_id: string | null; owner_uid: string; quota_bytes: number },
): Promise<Team> {
  const { team_name: space_name, group_id, owner_uid, quota_bytes } = team;
  return db.transaction(async (tx) => {
    if (group_id) await requireGroup(tx, group_id);
    await requireUser(tx, owner_uid);
    const space_id = newId();
    await tx.insert(space).values({ space_id, space_type: 'TEAM', space_name, group_id, quota_bytes });
    await tx.insert(space_member).values({ space_id, user_uid: owner_uid, role: 'owner' });
    return requireTeam(tx, space_id);
  });
}

export async function updateTeam(
  db: Db,
  team_id: string,
  { team_name, group_id, quota_bytes }: { [K in 'team_name' | 'group_id' | 'quota_bytes']?: Team[K] | undefined },
): Promise<Team> {
  return db.transaction(async (tx) => {
    const before = await requireTeam(tx, team_id);
    if (group_id) await requireGroup(tx, group_id);
    await tx
      .update(space)
      .set({
        space_name: team_name ?? before.team_name,
        group_id: group_id === undefined ? before.group_id : group_id,
        quota_bytes: quota_bytes ?? before.quota_bytes,
      })
      .where(eq(space.space_id, team_id));
    return requireTeam(tx, team_id);
  });
}

/** Only an empty team goes: what people have made there must be deleted or moved by them first, never along with it. */
export async function removeTeam({ db, streams }: Pick<App, 'db' | 'streams'>, team_id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTeam(tx, team_id);
    // Until the end nothing new can be put into it either.
    await tx.select().from(space).where(eq(space.space_id, team_id)).for('update');
    await requireNothingInside(tx, await requireTeam(tx, team_id));
    const members = await readMembers(tx, team_id);
    await sendHome(tx, eq(user_session.space_id, team_id));
    await tx.delete(task).where(eq(task.space_id, team_id));
    await tx.delete(space).where(eq(space.space_id, team_id));
    for (const { user_uid } of members) await streams.signal(tx, END_STREAMS, user_uid);
  });
}

async function requireNothingInside(db: Queryable, { team_id, team_name, project_count }: Team): Promise<void> {
  const open = inArray(task.status, ['queued', 'running', 'canceling']);
  const left = [
    [project_count, '个项目'],
    [await db.$count(material, eq(material.space_id, team_id)), '个素材（含回收站）'],
    [await db.$count(vlc_file, eq(vlc_file.space_id, team_id)), '个文件'],
    [await db.$count(task, and(eq(task.space_id, team_id), open)), '个进行中的任务'],
  ] as const;
  const found = left.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
  if (found.length > 0) throw new AppError('conflict', `「${team_name}」里还有 ${found.join('、')}，清空后才能删除`);
}

export async function readMembers(db: Queryable, team_id: string): Promise<TeamMember[]> {
  return db
    .select({
      user_uid: user_account.user_uid,
      name: user_account.name,
      avatar: user_account.avatar,
      status: user_account.status,
      role: space_member.role,
      joined_at: space_member.created_at,
    })
    .from(space_member)
    .innerJoin(user_account, eq(user_account.user_uid, space_member.user_uid))
    .where(eq(space_member.space_id, team_id))
    .orderBy(asc(space_member.created_at), asc(space_member.user_uid));
}

/** Whoever may do less or more from now on opens their streams again, and is judged anew by every process. */
export async function saveMember(
  { db, streams }: Pick<App, 'db' | 'streams'>,
  { team_id, user_uid, role }: { team_id: string; user_uid: string; role: Role },
): Promise<TeamMember> {
  return db.transaction(async (tx) => {
    await lockTeam(tx, team_id);
    await requireUser(tx, user_uid);
    if (role !== 'owner') await requireAnotherOwner(tx, team_id, user_uid);
    await tx
      .insert(space_member)
      .values({ space_id: team_id, user_uid, role })
      .onConflictDoUpdate({ target: [space_member.space_id, space_member.user_uid], set: { role } });
    await streams.signal(tx, END_STREAMS, user_uid);
    const saved = (await readMembers(tx, team_id)).find((member) => member.user_uid === user_uid);
    if (!saved) throw new Error('The member was not written');
    return saved;
  });
}

/** Out of the team at once: sessions that are in it go home, and streams of it end. */
export async function removeMember(
  { db, streams }: Pick<App, 'db' | 'streams'>,
  { team_id, user_uid }: { team_id: string; user_uid: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTeam(tx, team_id);
    await requireAnotherOwner(tx, team_id, user_uid);
    const [removed] = await tx
      .delete(space_member)
      .where(and(eq(space_member.space_id, team_id), eq(space_member.user_uid, user_uid)))
      .returning();
    if (!removed) throw new AppError('not_found', '这个人不在团队里');
    await sendHome(tx, and(eq(user_session.user_uid, user_uid), eq(user_session.space_id, team_id)));
    await streams.signal(tx, END_STREAMS, user_uid);
  });
}

/** Puts sessions back into the personal space of whoever they belong to. */
async function sendHome(db: Queryable, sessions: SQL | undefined): Promise<void> {
  const personal = sql`(
    select s.space_id from space s where s.owner_uid = ${user_session.user_uid} and s.space_type = 'PRIVATE')`;
  // A token is for one space: it opens nothing any more.
  await db
    .update(user_session)
    .set({ space_id: personal })
    .where(and(sessions, isNull(user_session.scopes)));
}

/** One change of members at a time, so that two owners cannot remove each other. */
async function lockTeam(db: Queryable, team_id: string): Promise<void> {
  await requireTeam(db, team_id);
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`team:${team_id}`}, 0))`);
}

async function requireAnotherOwner(db: Queryable, team_id: string, user_uid: string): Promise<void> {
  const owners = await db
    .select({ user_uid: space_member.user_uid })
    .from(space_member)
    .where(and(eq(space_member.space_id, team_id), eq(space_member.role, 'owner')));
  if (owners.length === 1 && owners[0]?.user_uid === user_uid) {
    throw new AppError('conflict', '团队至少要有一位所有者，请先指定另一位');
  }
}
