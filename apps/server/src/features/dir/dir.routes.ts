import { AppError, dir as calls, type Dir } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { implement } from '#http/route.ts';
import { addDir, updateDir } from './change-dirs.ts';
import { addCheckbox, deleteCheckbox, readCheckboxes, updateCheckbox } from './checkboxes.ts';
import { binDir, restoreDir } from './dir-bin.ts';
import { findInTree, readTree } from './dir-tree.ts';
import { tellArtworks, tellArtworksAndMixes } from './tell-artworks.ts';

export const dirRoutes = implement(calls, {
  async tree({ project_id }, { db, space }) {
    return readTree(db, space.space_id, project_id);
  },

  async add(given, context) {
    const { db, space, user } = context;
    const dir_id = await addDir(db, { space_id: space.space_id, user_uid: user.user_uid }, given);
    await tellArtworks(context, space.space_id);
    return requireInTree(context, given.project_id, dir_id);
  },

  async update({ dir_id, ...change }, context) {
    const { space_id } = context.space;
    const project_id = await updateDir(context.db, space_id, dir_id, change);
    await tellArtworks(context, space_id);
    return requireInTree(context, project_id, dir_id);
  },

  async delete({ dir_id }, context) {
    const { space_id } = context.space;
    const gone = await binDir(context.db, space_id, dir_id);
    await tellArtworksAndMixes(context, space_id, gone, context.user);
    return { artwork_count: gone.length };
  },

  async restore({ dir_id }, context) {
    const { space_id } = context.space;
    await tellArtworksAndMixes(context, space_id, await restoreDir(context.db, space_id, dir_id), context.user);
    return {};
  },

  async addCheckbox({ checkbox_name, colour }, context) {
    const { db, space, user } = context;
    const who = { space_id: space.space_id, user_uid: user.user_uid };
    const made = await addCheckbox(db, who, { checkbox_name, colour });
    await tellArtworks(context, space.space_id);
    return made;
  },

  async checkboxes({ project_id }, { db, space }) {
    return { checkboxes: await readCheckboxes(db, space.space_id, project_id) };
  },

  async updateCheckbox({ checkbox_id, ...change }, context) {
    const { space_id } = context.space;
    await updateCheckbox(context.db, space_id, checkbox_id, change);
    await tellArtworks(context, space_id);
    return {};
  },

  async deleteCheckbox({ checkbox_id }, context) {
    const { space_id } = context.space;
    const artwork_count = await deleteCheckbox(context.db, space_id, checkbox_id);
    await tellArtworks(context, space_id);
    return { artwork_count };
  },
});

async function requireInTree({ db, space }: Context, project_id: string, dir_id: string): Promise<Dir> {
  const { dirs } = await readTree(db, space.space_id, project_id);
  const found = findInTree(dirs, dir_id);
  if (!found) throw new AppError('not_found', '目录不存在或已被删除，请重新选择');
  return found;
}
