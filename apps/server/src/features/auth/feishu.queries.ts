import { AppError, type FeishuSignIn, type UserInfo } from '@mixreel/contract';
import type { FeishuConfig } from '#config.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, gt, or, sql } from '#db/orm.ts';
import { hashToken, newToken } from '#http/session.ts';
import { createUser, requireUser } from './auth.queries.ts';
import { feishu_account, feishu_state, user_account } from './auth.tables.ts';
import { type FeishuProfile, authorizeUrl, qrPage } from './feishu.ts';

const STATE_MS = 10 * 60_000;

/** Begins both ways to Feishu; the person takes one, the other is forgotten. */
export async function insertStates(db: Queryable, config: FeishuConfig, redirect_uri: string): Promise<FeishuSignIn> {
  const expires_at = new Date(Date.now() + STATE_MS).toISOString();
  const [state, qrState, code_verifier] = [newToken(), newToken(), newToken()];
  const common = { redirect_uri, expires_at };
  await db.insert(feishu_state).values([
    { ...common, state_hash: hashToken(state), flow: 'authorize', code_verifier },
    { ...common, state_hash: hashToken(qrState), flow: 'qr', code_verifier: null },
  ]);
  return {
    authorize_url: authorizeUrl(config, { redirect_uri, state, code_verifier }),
    state,
    expires_at,
    qr: qrPage(config, { redirect_uri, state: qrState }),
  };
}

/** Takes a state out for good: whether the sign-in works or not, it is tried once. */
export async function takeState(db: Queryable, state: string, redirect_uri: string | undefined) {
  const [taken] = await db
    .delete(feishu_state)
    .where(and(eq(feishu_state.state_hash, hashToken(state)), gt(feishu_state.expires_at, sql`now()`)))
    .returning();
  if (!taken || (redirect_uri !== undefined && redirect_uri !== taken.redirect_uri)) {
    throw new AppError('sign_in_failed', '飞书登录已过期，请重新登录');
  }
  return taken;
}

/** The user of a Feishu account, made at the first sign-in. */
export async function requireFeishuUser(
  db: Queryable,
  { tenantKeys, autoPrivilege }: FeishuConfig,
  profile: FeishuProfile,
  quota_bytes: number,
): Promise<UserInfo> {
  const { open_id, union_id, tenant_key, name, en_name, mobile, employee_no } = profile;
  if (tenantKeys.length > 0 && !tenantKeys.includes(tenant_key)) {
    throw new AppError('sign_in_failed', '你的企业不能登录这里，请换一个飞书账号');
  }
  const avatar = profile.avatar_url ?? profile.picture;
  const email = profile.enterprise_email ?? profile.email;
  const fields = { tenant_key, name, en_name, avatar, email, mobile, employee_no };

  // Two first sign-ins of one person at the same time must not make two users.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`feishu:${open_id}`}, 0))`);
  const [known] = await db
    .update(feishu_account)
    .set({ ...fields, ...(union_id && { union_id }), last_login_at: sql`now()` })
    .where(or(eq(feishu_account.open_id, open_id), union_id ? eq(feishu_account.union_id, union_id) : undefined))
    .returning({ user_uid: feishu_account.user_uid });
  if (known) {
    await db.update(user_account).set({ avatar }).where(eq(user_account.user_uid, known.user_uid));
    return requireUser(db, known.user_uid);
  }
  const user = await createUser(db, { name, avatar, role: 'member', user_privilege: autoPrivilege, quota_bytes });
  await db.insert(feishu_account).values({ open_id, union_id, user_uid: user.user_uid, ...fields });
  return user;
}
