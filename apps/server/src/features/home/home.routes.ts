import { home } from '@mixreel/contract';
import { implement } from '#http/route.ts';
import { FUNCS } from './funcs.ts';
import { insertCommonFunc, readCommonFuncs, readShownBanners, removeCommonFunc } from './home.queries.ts';

export const homeRoutes = implement(home, {
  async all() {
    return FUNCS;
  },

  async common(_input, { db, user }) {
    return readCommonFuncs(db, user.user_uid);
  },

  async addCommon({ func_id }, { db, user }) {
    await insertCommonFunc(db, user.user_uid, func_id);
    return {};
  },

  async deleteCommon({ func_id }, { db, user }) {
    await removeCommonFunc(db, user.user_uid, func_id);
    return {};
  },

  async banners(_input, { db, user }) {
    return readShownBanners(db, user);
  },
});
