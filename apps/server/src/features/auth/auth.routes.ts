import { auth } from '@mixreel/contract';
import { implement } from '#http/route.ts';
import { createUser, endSession, issueStreamTicket, openSession, rotateTokens, spendCode } from './auth.queries.ts';

export const authRoutes = implement(auth, {
  async login({ code }, { db, config, request }) {
    return db.transaction(async (tx) => {
      await spendCode(tx, code);
      const user = await createUser(tx, { name: '管理员', role: 'admin', quota_bytes: config.spaceQuotaBytes });
      return openSession(tx, user, request);
    });
  },

  async refreshToken({ refresh_token }, { db }) {
    return rotateTokens(db, refresh_token);
  },

  async logout(_input, { db, session_id }) {
    await endSession(db, session_id);
    return {};
  },

  async leave(_input, { db, session_id }) {
    await endSession(db, session_id);
    return {};
  },

  async info(_input, { user }) {
    return user;
  },

  async streamTicket(_input, { db, session_id }) {
    return issueStreamTicket(db, session_id);
  },
});
