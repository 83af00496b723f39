import { AppError, auth, siteAddress } from '@mixreel/contract';
import type { FeishuConfig } from '#config.ts';
import type { Context } from '#context.ts';
import { eq } from '#db/orm.ts';
import { implement } from '#http/route.ts';
import { newToken } from '#http/session.ts';
import { endSessions, issueStreamTicket, requireUser, rotateTokens } from './auth.queries.ts';
import { user_account } from './auth.tables.ts';
import { insertStates, requireFeishuUser, takeState } from './feishu.queries.ts';
import { readFeishuProfile } from './feishu.ts';
import { placeOf, tryCode } from './guess-limit.ts';
import { acceptInvitation } from './invitation.queries.ts';
import { answerChallenge, insertChallenge, scanChallenge, takeConfirmed, waitForChange } from './qr.queries.ts';
import { reachableOrigin, signInLink } from './reachable-origin.ts';
import { newTypedCode, requireSpentKey, storeCode } from './sign-in-code.ts';
import { requireCodeInfo, requireUserOfCode, startSession } from './sign-in.ts';

const KEY_MS = 60_000;
const WORKBENCH_MS = 5 * 60_000;
const CODE_MS = 10 * 60_000;

export const authRoutes = implement(auth, {
  async login({ code, redirect_uri, state, name, password }, context) {
    const { db, config, request } = context;
    if (state) return loginByFeishu({ code, redirect_uri, state }, context);
    return tryCode(db, placeOf(request.address), () =>
      db.transaction(async (tx) => {
        const arrival = await requireUserOfCode(tx, { config }, { code, name, password });
        return startSession(tx, context, { call: auth.login, ...arrival });
      }),
    );
  },

  async codeInfo({ code }, { db, request }) {
    return tryCode(db, placeOf(request.address), () => requireCodeInfo(db, code));
  },

  async loginByFeishuQr({ redirect_uri }, { db, config }) {
    const feishu = requireFeishu(config.feishu);
    if (config.publicUrl && siteAddress(redirect_uri, new URL(config.publicUrl).origin) === null) {
      throw new AppError('invalid', `请从 ${config.publicUrl} 打开登录页`);
    }
    return insertStates(db, feishu, redirect_uri);
  },

  async startQr({ origin }, { db, config, request }) {
    return insertChallenge(db, reachableOrigin(origin, config), request);
  },

  async waitQr({ challenge_id, secret, known_status }, context) {
    const status = await waitForChange(context, { challenge_id, secret, known_status });
    if (status !== 'confirmed') return { status, session: null };
    return context.db.transaction(async (tx) => {
      const user_uid = await takeConfirmed(tx, challenge_id, secret);
      if (!user_uid) return { status: 'expired' as const, session: null };
      const user = await requireUser(tx, user_uid);
      return { status, session: await startSession(tx, context, { call: auth.waitQr, user }) };
    });
  },

  async qrInfo({ qr }, context) {
    return scanChallenge(context, qr);
  },

  async answerQr({ qr, accept }, context) {
    await answerChallenge(context, { qr, accept, user_uid: context.user.user_uid });
    return {};
  },

  async refreshToken({ refresh_token }, context) {
    return rotateTokens(context, refresh_token);
  },

  async loadTokenByKey({ key }, context) {
    const { db, request } = context;
    return tryCode(db, placeOf(request.address), () =>
      db.transaction(async (tx) => {
        const { user_uid, space_id } = await requireSpentKey(tx, key);
        const user = await requireUser(tx, user_uid ?? '');
        return startSession(tx, context, { call: auth.loadTokenByKey, user, space_id });
      }),
    );
  },

  async issueKey(_input, context) {
    const { code: key, expires_at } = await storeHandover(context, KEY_MS);
    return { key, expires_at };
  },

  async issueCode({ origin }, { db, config, user }) {
    const made = await storeCode(db, newTypedCode(), { kind: 'sign_in', user_uid: user.user_uid, valid_ms: CODE_MS });
    return { ...made, url: signInLink(made.code, origin, config) };
  },

  async getSDWebUICode(_input, context) {
    const { workbenchUrl } = context.config;
    if (!workbenchUrl) throw new AppError('unavailable', '还没有配置图像工作台，请联系管理员');
    const { code, expires_at } = await storeHandover(context, WORKBENCH_MS);
    const url = new URL(workbenchUrl);
    url.searchParams.set('code', code);
    return { code, url: url.href, expires_at };
  },

  async acceptInvitation({ code }, { db, user, request }) {
    return tryCode(db, placeOf(request.address), () =>
      db.transaction((tx) => acceptInvitation(tx, user.user_uid, code)),
    );
  },

  async logout(_input, { db, streams, session_id }) {
    await endSessions(db, streams, { session_id });
    return {};
  },

  async leave(_input, { db, streams, session_id }) {
    await endSessions(db, streams, { session_id });
    return {};
  },

  async info(_input, { user }) {
    return user;
  },

  async updateProfile({ name }, { db, user }) {
    await db.update(user_account).set({ name }).where(eq(user_account.user_uid, user.user_uid));
    return { ...user, name };
  },

  async streamTicket({ address }, { db, session_id }) {
    return issueStreamTicket(db, session_id, address);
  },
});

async function loginByFeishu(
  { code, redirect_uri, state }: { code: string; redirect_uri: string | undefined; state: string },
  context: Context,
) {
  const { db, config, log } = context;
  const feishu = requireFeishu(config.feishu);
  const begun = await takeState(db, state, redirect_uri);
  const profile = await readFeishuProfile(feishu, { ...begun, code }).catch((error: unknown) => {
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'signing in by Feishu failed');
    throw error;
  });
  return db.transaction(async (tx) => {
    const user = await requireFeishuUser(tx, feishu, profile, config.spaceQuotaBytes);
    return startSession(tx, context, { call: auth.login, user });
  });
}

/** A key that opens a session like this one, in the space that was asked for. */
async function storeHandover({ db, user, space: { space_id } }: Context, valid_ms: number) {
  return storeCode(db, newToken(), { kind: 'handover', user_uid: user.user_uid, space_id, valid_ms });
}

function requireFeishu(feishu: FeishuConfig | null): FeishuConfig {
  if (!feishu) throw new AppError('unavailable', '还没有配置飞书登录，请用授权码或二维码登录');
  return feishu;
}
