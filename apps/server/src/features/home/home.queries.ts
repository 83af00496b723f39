import { AppError, type Banner, COMMON_FUNCS_MAX, type Func, type UserInfo } from '@mixreel/contract';
import type { Db, Queryable } from '#db/connect.ts';
import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from '#db/orm.ts';
import { banner, common_func } from './home.tables.ts';

export async function readCommonFuncs(db: Queryable, user_uid: string, offered: Func[]): Promise<Func[]> {
  const rows = await db
    .select({ func_id: common_func.func_id })
    .from(common_func)
    .where(eq(common_func.user_uid, user_uid))
    .orderBy(asc(common_func.created_at), asc(common_func.func_id));
  // A function that the product no longer offers is passed over, not an error.
  return rows.flatMap(({ func_id }) => offered.find((func) => func.func_id === func_id) ?? []);
}

export async function insertCommonFunc(db: Db, user_uid: string, func_id: string, offered: Func[]): Promise<void> {
  if (!offered.some((func) => func.func_id === func_id)) throw new AppError('not_found', '没有这个功能');
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`common_func:${user_uid}`}, 0))`);
    const others = (await readCommonFuncs(tx, user_uid, offered)).filter((func) => func.func_id !== func_id);
    if (others.length >= COMMON_FUNCS_MAX) {
      throw new AppError('conflict', `常用功能最多 ${COMMON_FUNCS_MAX} 个，请先移除一个`);
    }
    await tx.insert(common_func).values({ user_uid, func_id }).onConflictDoNothing();
  });
}

export async function removeCommonFunc(db: Queryable, user_uid: string, func_id: string): Promise<void> {
  await db.delete(common_func).where(and(eq(common_func.user_uid, user_uid), eq(common_func.func_id, func_id)));
}

/** The banners that this user should see now. */
export async function readShownBanners(db: Queryable, { role }: UserInfo): Promise<Banner[]> {
  return db
    .select()
    .from(banner)
    .where(
      and(
        inArray(banner.audience, role === 'admin' ? ['all', 'admin'] : ['all']),
        or(isNull(banner.start_at), lte(banner.start_at, sql`now()`)),
        or(isNull(banner.end_at), gt(banner.end_at, sql`now()`)),
      ),
    )
    .orderBy(asc(banner.sort), asc(banner.banner_id));
}
