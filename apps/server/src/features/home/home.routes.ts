import { home } from '@mixreel/contract';
import { implement } from '#http/route.ts';
import { funcsOf } from './funcs.ts';
import { insertCommonFunc, readCommonFuncs, readShownBanners, removeCommonFunc } from './home.queries.ts';

export const homeRoutes = implement(home, {
  async all(_input, { config }) {
    return funcsOf(config);
  },

  async common(_input, { db, config, user }) {
    return readCommonFuncs(db, user.user_uid, funcsOf(config));
  },

  async addCommon({ func_id }, { db, config, user }) {
    await insertCommonFunc(db, user.user_uid, func_id, funcsOf(config));
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
