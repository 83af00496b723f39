import { dir as calls, type Dir } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { implement } from '#http/route.ts';
import { addDir, updateDir } from './change-dirs.ts';
import { addCheckbox, deleteCheckbox, readCheckboxes, updateCheckbox } from './checkboxes.ts';
import { binDir, restoreDir } from './dir-bin.ts';
import { findInTree, readFolders, readTree } from './dir-tree.ts';
import { type DirRow, noSuchDir } from './dir.queries.ts';
import { tellArtworks } from './tell-artworks.ts';
import { folderTopic, tellFolders } from './tell-folders.ts';

export const dirRoutes = implement(calls, {
  async tree({ project_id }, { db, space }) {
    return readTree(db, space.space_id, project_id);
  },

  async materials({ project_id, ...which }, { db, space }) {
    return readFolders(db, space.space_id, project_id, which);
  },

  async changes({ project_id }) {
    return { topic: folderTopic(project_id) };
  },

  async add(given, context) {
    const { db, space, user } = context;
    const dir_id = await addDir(db, { space_id: space.space_id, user_uid: user.user_uid }, given);
    await tellDirs(context, given);
    return requireInTree(context, given, dir_id);
  },

  async update({ dir_id, ...change }, context) {
    const row = await updateDir(context.db, context.space.space_id, dir_id, change);
    await tellDirs(context, row);
    return requireInTree(context, row, dir_id);
  },

  async delete({ dir_id }, context) {
    const { space, user } = context;
    const gone = await binDir(context, { space_id: space.space_id, user }, dir_id);
    if (gone.kind === 'material') await tellFolders(context, gone.project_id);
    return { item_count: gone.item_count };
  },

  async restore({ dir_id }, context) {
    const { space, user } = context;
    const back = await restoreDir(context, { space_id: space.space_id, user }, dir_id);
    if (back.kind === 'material') await tellFolders(context, back.project_id);
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

type Of = Pick<DirRow, 'kind' | 'project_id'>;

/** Whoever looks at the tree. */
async function tellDirs(context: Context, { kind, project_id }: Of): Promise<void> {
  if (kind === 'material') await tellFolders(context, project_id);
  else await tellArtworks(context, context.space.space_id);
}

async function requireInTree({ db, space }: Context, { kind, project_id }: Of, dir_id: string): Promise<Dir> {
  const read = kind === 'material' ? readFolders : readTree;
  const { dirs } = await read(db, space.space_id, project_id);
  const found = findInTree(dirs, dir_id);
  if (!found) throw noSuchDir(kind);
  return found;
}
