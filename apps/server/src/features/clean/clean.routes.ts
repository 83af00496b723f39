import { clean as calls } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { implement } from '#http/route.ts';
import { addCleans } from './add-cleans.ts';
import { addRemovals, changeMarks, removeCleans, spreadMarks } from './change-cleans.ts';
import { listCleans, readDetail, requireClean } from './clean.queries.ts';
import { saveClean } from './save-clean.ts';

const topicOf = (project_id: string) => `cleans:${project_id}`;

/** Whoever has it open in another window sees it as it is now, and writes over nothing. */
async function tell({ db, space, streams }: Context, clean_id: string): Promise<void> {
  const { project_id } = await requireClean(db, space.space_id, clean_id);
  await streams.publish(db, topicOf(project_id), 'message', {});
}

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
    await tell(context, change.clean_id);
    return readDetail(context, context.space.space_id, change.clean_id);
  },

  async spread(wish, context) {
    const changed = await spreadMarks(context.db, context.space.space_id, wish);
    await tell(context, wish.clean_id);
    return { changed };
  },

  async changes({ project_id }) {
    return { topic: topicOf(project_id) };
  },

  async make(wish, context) {
    const { user_uid, name } = context.user;
    return addRemovals(context, { space_id: context.space.space_id, user_uid, user_name: name }, wish);
  },

  async save(wish, context) {
    const saved = await saveClean(context, { space_id: context.space.space_id, user_uid: context.user.user_uid }, wish);
    await tell(context, wish.clean_id);
    return saved;
  },

  async remove({ clean_ids }, context) {
    const gone = await removeCleans(context, context.space.space_id, clean_ids);
    for (const project_id of gone) await context.streams.publish(context.db, topicOf(project_id), 'message', {});
    return {};
  },
});
