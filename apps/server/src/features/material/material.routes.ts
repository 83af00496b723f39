import { MATERIALS_AT_ONCE_MAX, material as calls, pageInfo } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { tellFolders } from '#features/dir/tell-folders.ts';
import { implement } from '#http/route.ts';
import { likeMaterial, tagMaterials, updateMaterial } from './change-materials.ts';
import { toMaterial } from './material-card.ts';
import { findMaterialIds, findMaterials } from './material-list.ts';
import { readMixesOf } from './material-uses.ts';
import { sendMaterialZip, signMaterialZip } from './material-zip.ts';
import { isLiked, readDetail, readProjectsOf, readSameNames, readTagTypes } from './material.queries.ts';
import { type MoveTo, moveMaterials } from './move-materials.ts';
import { binMaterials, emptyBin, removeMaterials, restoreMaterials } from './recycle-bin.ts';

export const materialRoutes = implement(calls, {
  async list({ page_index, page_size, ...asked }, context) {
    const { space, user } = context;
    const scope = { space_id: space.space_id, user_uid: user.user_uid };
    const range = { offset: (page_index - 1) * page_size, limit: page_size };
    const { items, total, isExact } = await findMaterials(context, scope, asked, range);
    return {
      items: items.map((row) => toMaterial(context, row, row)),
      page_info: pageInfo({ page_index, page_size }, total),
      is_total_exact: isExact,
    };
  },

  async ids(filter, context) {
    const { space, user } = context;
    const scope = { space_id: space.space_id, user_uid: user.user_uid };
    const range = { offset: 0, limit: MATERIALS_AT_ONCE_MAX };
    const { items, total } = await findMaterialIds(context, scope, { ...filter, sort: 'newest' }, range);
    return { material_ids: items, total };
  },

  async download({ material_ids }, context) {
    const { space, user, request } = context;
    const taker = { space_id: space.space_id, user_uid: user.user_uid, address: request.address };
    return signMaterialZip(context, taker, material_ids);
  },

  zip: sendMaterialZip,

  async detail({ material_id }, context) {
    const { space, user } = context;
    return readDetail(context, { space_id: space.space_id, user_uid: user.user_uid, material_id });
  },

  async update({ material_id, project_id: _project, dir_id, ...change }, context) {
    const { db, space, user } = context;
    if (dir_id !== undefined) await move(context, [material_id], { dir_id });
    const row = await updateMaterial(db, space.space_id, material_id, change);
    return toMaterial(context, row, { liked: await isLiked(db, user.user_uid, material_id) });
  },

  async sameNames(input, context) {
    return readSameNames(context, context.space.space_id, input);
  },

  async like({ material_id, like }, { db, user }) {
    return likeMaterial(db, { user_uid: user.user_uid, material_id, like });
  },

  async tagTypes({ project_id, material_type }, { pool, space }) {
    return readTagTypes(pool, { space_id: space.space_id, project_id, material_type });
  },

  async mixesOf({ material_ids }, { db, space }) {
    return readMixesOf(db, space.space_id, material_ids);
  },

  async delete({ material_ids, is_final }, context) {
    const remove = is_final ? removeMaterials : binMaterials;
    const deleted = await remove(context, context.space.space_id, material_ids);
    await tellFoldersOf(context, material_ids);
    return { deleted };
  },

  async restore({ material_ids }, context) {
    const restored = await restoreMaterials(context, context.space.space_id, material_ids);
    await tellFoldersOf(context, material_ids);
    return { restored };
  },

  async move({ material_ids, ...target }, context) {
    return move(context, material_ids, target);
  },

  async batchTag({ material_ids, ...tagging }, { db, space, user }) {
    const who = { space_id: space.space_id, user_uid: user.user_uid };
    return { changed: await tagMaterials(db, who, material_ids, tagging) };
  },

  async emptyBin({ project_id }, context) {
    await emptyBin(context, context.space.space_id, project_id);
    return {};
  },
});

async function move(context: Context, material_ids: string[], to: MoveTo) {
  const { projects, ...moved } = await moveMaterials(context.db, context.space.space_id, material_ids, to);
  for (const project_id of projects) await tellFolders(context, project_id);
  return moved;
}

async function tellFoldersOf(context: Context, material_ids: string[]): Promise<void> {
  const projects = await readProjectsOf(context.db, material_ids);
  for (const project_id of projects) await tellFolders(context, project_id);
}
