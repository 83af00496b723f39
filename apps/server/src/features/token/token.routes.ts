import { token } from '@mixreel/contract';
import { implement } from '#http/route.ts';
import { addToken, readTokens, revokeToken } from './token.queries.ts';

export const tokenRoutes = implement(token, {
  async list(_input, { db, user }) {
    return { tokens: await readTokens(db, user.user_uid) };
  },

  async add(input, { db, user }) {
    const made = await addToken(db, user.user_uid, input);
    const personal_token = (await readTokens(db, user.user_uid)).find(({ token_id }) => token_id === made.token_id);
    if (!personal_token) throw new Error('The token was not written');
    return { token: made.token, personal_token };
  },

  async revoke({ token_id }, context) {
    await revokeToken(context, context.user.user_uid, token_id);
    return {};
  },
});
