import { AppError, type FeishuAccount, type PageInput, type Person, type UserInfo, pageInfo } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { containing } from '#db/containing.ts';
import { type SQL, and, desc, eq, ilike, ne, or, sql } from '#db/orm.ts';
import { endSessions } from '#features/auth/auth.queries.ts';
import { feishu_account, user_account } from '#features/auth/auth.tables.ts';
import { END_STREAMS } from '#http/session.ts';

const COLUMNS = {
  user_uid: user_account.user_uid,
  name: user_account.name,
  avatar: user_account.avatar,
  role: user_account.role,
  status: user_account.status,
  user_privilege: user_account.user_privilege,
  created_at: user_account.created_at,
  last_login_at: user_account.last_login_at,
  has_feishu: sql<boolean>`exists (select 1 from feishu_account f where f.user_uid = user_account.user_uid)`,
  teams: sql<Person['teams']>`coalesce((
    select jsonb_agg(jsonb_build_object('team_id', s.space_id, 'team_name', s.space_name, 'role', m.role) order by s.space_id)
    from space_member m join space s on s.space_id = m.space_id and s.space_type = 'TEAM'
    where m.user_uid = user_account.user_uid), '[]'::jsonb)`,
};

type UserFilter = Partial<Pick<UserInfo, 'status' | 'role' | 'user_privilege'>> & {
  keyword?: string;
  team_id?: string;
};

export async function readPeople(
  db: Queryable,
  { keyword, status, role, user_privilege, team_id }: { [K in keyof UserFilter]: UserFilter[K] | undefined },
  page: PageInput,
) {
  const condition = and(
    keyword ? or(ilike(user_account.name, containing(keyword)), eq(user_account.user_uid, keyword)) : undefined,
    status ? eq(user_account.status, status) : undefined,
    role ? eq(user_account.role, role) : undefined,
    user_privilege === undefined ? undefined : eq(user_account.user_privilege, user_privilege),
    team_id
      ? sql`${user_account.user_uid} in (select m.user_uid from space_member m where m.space_id = ${team_id})`
      : undefined,
  );
  const items = await selectPeople(db, condition)
    .orderBy(desc(user_account.user_uid))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  return { items, page_info: pageInfo(page, await db.$count(user_account, condition)) };
}

export async function requirePerson(db: Queryable, user_uid: string): Promise<Person> {
  const [found] = await selectPeople(db, eq(user_account.user_uid, user_uid));
  if (!found) throw new AppError('not_found', '用户不存在');
  return found;
}

function selectPeople(db: Queryable, condition: SQL | undefined) {
  return db.select(COLUMNS).from(user_account).where(condition).$dynamic();
}

type Change = { [K in 'status' | 'role' | 'user_privilege']?: UserInfo[K] | undefined };

/** Changes what a user may do. Whoever is disabled is out at once, in every browser and every open stream. */
export async function updatePerson(
  { db, streams }: Pick<App, 'db' | 'streams'>,
  { user_uid, by, ...change }: Change & { user_uid: string; by: string },
): Promise<Person> {
  return db.transaction(async (tx) => {
    // Two administrators who remove each other at the same moment: one of them comes second and is refused.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('admins', 0))`);
    const before = await requirePerson(tx, user_uid);
    const after = { ...before, ...definedOf(change) };
    const staysAdmin = after.role === 'admin' && after.status === 'active' && after.user_privilege;
    if (user_uid === by && !staysAdmin) {
      throw new AppError('conflict', '不能停用自己或取消自己的管理员身份，请让另一位管理员操作');
    }
    if (before.role === 'admin' && !staysAdmin) await requireAnotherAdmin(tx, user_uid);

    const { role, status, user_privilege } = after;
    await tx.update(user_account).set({ role, status, user_privilege }).where(eq(user_account.user_uid, user_uid));
    if (status === 'disabled') await endSessions(tx, streams, { user_uid });
    else if (!user_privilege) await streams.signal(tx, END_STREAMS, user_uid);
    return requirePerson(tx, user_uid);
  });
}

function definedOf(change: Change): Partial<UserInfo> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

async function requireAnotherAdmin(db: Queryable, user_uid: string): Promise<void> {
  const others = await db.$count(
    user_account,
    and(
      eq(user_account.role, 'admin'),
      eq(user_account.status, 'active'),
      eq(user_account.user_privilege, true),
      ne(user_account.user_uid, user_uid),
    ),
  );
  if (others === 0) throw new AppError('conflict', '至少要有一位可用的管理员');
}

export async function readFeishuAccounts(db: Queryable, keyword: string | undefined, page: PageInput) {
  const pattern = keyword ? containing(keyword) : null;
  const condition = pattern
    ? or(
        ilike(feishu_account.name, pattern),
        ilike(feishu_account.en_name, pattern),
        ilike(feishu_account.email, pattern),
        ilike(feishu_account.employee_no, pattern),
      )
    : undefined;
  const rows = await db
    .select()
    .from(feishu_account)
    .where(condition)
    .orderBy(desc(feishu_account.last_login_at), desc(feishu_account.open_id))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  const items: FeishuAccount[] = rows.map((row) => ({ ...row, mobile: row.mobile && maskMobile(row.mobile) }));
  return { items, page_info: pageInfo(page, await db.$count(feishu_account, condition)) };
}

/** `13812345678` gives `138****5678`. */
function maskMobile(mobile: string): string {
  return mobile.length > 8 ? `${mobile.slice(0, -8)}****${mobile.slice(-4)}` : '****';
}
