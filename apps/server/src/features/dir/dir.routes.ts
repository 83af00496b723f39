import { AppError, dir as calls, type Dir } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { implement } from '#http/route.ts';
import { addDir, updateDir } from './change-dirs.ts';
import { addCheckbox, deleteCheckbox, readCheckboxes, updateCheckbox } from './checkboxes.ts';
import { binDir, restoreDir } from './dir-bin.ts';
import { findInTree, readTree } from './dir-tree.ts';
import { tellMixes } from './tell-mixes.ts';

export const dirRoutes = implement(calls, {
  async tree({ project_id }, { db, space }) {
    return readTree(db, space.space_id, project_id);
  },

  async add(given, context) {
    const { db, space, user } = context;
    const dir_id = await addDir(db, { space_id: space.space_id, user_uid: user.user_uid }, given);
    return requireInTree(context, given.project_id, dir_id);
  },

  async update({ dir_id, ...change }, context) {
    const project_id = await updateDir(context.db, context.space.space_id, dir_id, change);
    return requireInTree(context, project_id, dir_id);
  },

  async delete({ dir_id }, context) {
    const gone = await binDir(context.db, context.space.space_id, dir_id);
    await tellMixes(context, gone, context.user);
    return { artwork_count: gone.length };
  },

  async restore({ dir_id }, context) {
    await tellMixes(context, await restoreDir(context.db, context.space.space_id, dir_id), context.user);
    return {};
  },

  async addCheckbox({ checkbox_name, colour }, { db, space, user }) {
    return addCheckbox(db, { space_id: space.space_id, user_uid: user.user_uid }, { checkbox_name, colour });
  },

  async checkboxes({ project_id }, { db, space }) {
    return { checkboxes: await readCheckboxes(db, space.space_id, project_id) };
  },

  async updateCheckbox({ checkbox_id, ...change }, { db, space }) {
    await updateCheckbox(db, space.space_id, checkbox_id, change);
    return {};
  },

  async deleteCheckbox({ checkbox_id }, { db, space }) {
    return { artwork_count: await deleteCheckbox(db, space.space_id, checkbox_id) };
  },
});

async function requireInTree({ db, space }: Context, project_id: string, dir_id: string): Promise<Dir> {
  const { dirs } = await readTree(db, space.space_id, project_id);
  const found = findInTree(dirs, dir_id);
  if (!found) throw new AppError('not_found', '目录不存在或已被删除，请重新选择');
  return found;
}
