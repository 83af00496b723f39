import { face as calls, type FaceSwapDetail } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { implement } from '#http/route.ts';
import { addFace } from './add-face.ts';
import { addMaking } from './add-making.ts';
import { addSwap } from './add-swap.ts';
import { changeFigures, putGroup, removeGroup, removeSwap, renameSwap } from './change-swap.ts';
import { downloadSwap } from './download-swap.ts';
import { listFaces, listSwaps, readDetail, readFaces, requireSwap, toFigure } from './face.queries.ts';
import { saveSwap } from './save-swap.ts';
import { swapsTopic, tellSwaps } from './tell-swaps.ts';
import { readUses, withdrawFace } from './withdraw-face.ts';

/** Faces that belong to nobody, drawn or generated under a licence for this: none is to be had. */
const NO_SYSTEM_FACES =
  '还没有可以合法使用的系统人脸：没有找到带商用授权、确定不属于任何真人的人脸。请用自己的照片，并先取得本人同意';

type Caller = { space: { space_id: string }; user: { user_uid: string; name: string } };
const whoOf = ({ space, user }: Caller) => ({
  space_id: space.space_id,
  user_uid: user.user_uid,
  user_name: user.name,
});

/** It as it is now, which whoever has it open in another window is told of. */
async function told(context: Context, swap_id: string): Promise<FaceSwapDetail> {
  const detail = await readDetail(context, context.space.space_id, swap_id);
  await tellSwaps(context, detail.project_id);
  return detail;
}

export const faceRoutes = implement(calls, {
  async addProject(wish, context) {
    return addSwap(context, whoOf(context), wish);
  },

  async updateProject({ swap_id, swap_name }, context) {
    await renameSwap(context.db, context.space.space_id, swap_id, swap_name);
    return told(context, swap_id);
  },

  async projectDetail({ swap_id }, context) {
    return readDetail(context, context.space.space_id, swap_id);
  },

  async projectList({ project_id, ...page }, context) {
    return listSwaps(context, context.space.space_id, project_id, page);
  },

  async removeProject({ swap_id }, context) {
    const { project_id } = await requireSwap(context.db, context.space.space_id, swap_id);
    await removeSwap(context, context.space.space_id, swap_id);
    await tellSwaps(context, project_id);
    return {};
  },

  async addGroup({ swap_id, ...choice }, context) {
    await putGroup(context.db, context.space.space_id, swap_id, null, choice);
    return told(context, swap_id);
  },

  async updateGroup({ swap_id, group_id, ...choice }, context) {
    await putGroup(context.db, context.space.space_id, swap_id, group_id, choice);
    return told(context, swap_id);
  },

  async removeGroup({ swap_id, group_id }, context) {
    await removeGroup(context.db, context.space.space_id, swap_id, group_id);
    return told(context, swap_id);
  },

  async updateFigures(wish, context) {
    await changeFigures(context.db, context.space.space_id, wish);
    return told(context, wish.swap_id);
  },

  async listFigures({ swap_id }, context) {
    const { figures, revision } = await requireSwap(context.db, context.space.space_id, swap_id);
    return { items: figures.map((one) => toFigure(context, one)), revision };
  },

  async changes({ project_id }) {
    return { topic: swapsTopic(project_id) };
  },

  async systemFaces() {
    return { items: [], note: NO_SYSTEM_FACES };
  },

  async selectedFaces({ swap_id }, context) {
    const { groups } = await requireSwap(context.db, context.space.space_id, swap_id);
    const of = [...new Set(groups.map(({ face_id }) => face_id))];
    return { items: await readFaces(context, context.space.space_id, of) };
  },

  async listFaces(_, context) {
    return { items: await listFaces(context, context.space.space_id) };
  },

  async addFace(wish, context) {
    return addFace(context, whoOf(context), wish);
  },

  async withdrawFace({ face_id }, context) {
    return { items: await withdrawFace(context, whoOf(context), face_id) };
  },

  async listUses({ face_id }, context) {
    return { items: await readUses(context.db, context.space.space_id, face_id) };
  },

  async addTask(wish, context) {
    return { task_id: await addMaking(context, whoOf(context), wish) };
  },

  async download({ swap_id }, context) {
    const taker = {
      space_id: context.space.space_id,
      user_uid: context.user.user_uid,
      address: context.request.address,
    };
    return downloadSwap(context, taker, swap_id);
  },

  async saveResult({ swap_id }, context) {
    const saved = await saveSwap(context, whoOf(context), swap_id);
    await told(context, swap_id);
    return saved;
  },
});
