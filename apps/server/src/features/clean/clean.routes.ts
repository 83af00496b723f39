import { clean as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';
import { addCleans } from './add-cleans.ts';
import { addRemovals, changeMarks, removeCleans, spreadMarks } from './change-cleans.ts';
import { listCleans, readDetail } from './clean.queries.ts';
import { saveClean } from './save-clean.ts';

export const cleanRoutes = implement(calls, {
  async add(wish, context) {
    return addCleans(context, { space_id: context.space.space_id, user_uid: context.user.user_uid }, wish);
  },

  async list({ project_id, ...page }, context) {
    return listCleans(context, context.space.space_id, project_id, page);
  },

  async detail({ clean_id }, context) {
    return readDetail(context, context.space.space_id, clean_id);
  },

  async update(change, context) {
    await changeMarks(context.db, context.space.space_id, change);
    return readDetail(context, context.space.space_id, change.clean_id);
  },

  async spread(wish, context) {
    return { changed: await spreadMarks(context.db, context.space.space_id, wish) };
  },

  async make(wish, context) {
    const { user_uid, name } = context.user;
    return addRemovals(context, { space_id: context.space.space_id, user_uid, user_name: name }, wish);
  },

  async save(wish, context) {
    return saveClean(context, { space_id: context.space.space_id, user_uid: context.user.user_uid }, wish);
  },

  async remove({ clean_ids }, context) {
    await removeCleans(context, context.space.space_id, clean_ids);
    return {};
  },
});
