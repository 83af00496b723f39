import { AppError, generate as calls } from '@mixreel/contract';
import { and, eq, isNull } from '#db/orm.ts';
import { implement } from '#http/route.ts';
import { binGenerations, restoreGenerations } from './bin-generations.ts';
import { downloadFile } from './download-file.ts';
import { ai_generation } from './generate.tables.ts';
import { tellGeneration } from './history-stream.ts';
import { saveGeneration } from './save-generation.ts';

export const generateRoutes = implement(calls, {
  async save({ generation_id, vlc_ids }, context) {
    const { space, user } = context;
    return saveGeneration(context, { space_id: space.space_id, user_uid: user.user_uid, generation_id, vlc_ids });
  },

  async download(wish, context) {
    const { space, user, request } = context;
    const taker = { space_id: space.space_id, user_uid: user.user_uid, address: request.address };
    return downloadFile(context, taker, wish);
  },

  async like({ generation_id, is_liked }, context) {
    const { db, space } = context;
    const { space_id } = space;
    await db.transaction(async (tx) => {
      const changed = await tx
        .update(ai_generation)
        .set({ is_liked })
        .where(and(eq(ai_generation.generation_id, generation_id), isNull(ai_generation.deleted_at)))
        .returning({ generation_id: ai_generation.generation_id });
      if (changed.length === 0) throw new AppError('not_found', '这条记录不存在或已被删除');
      await tellGeneration(context, tx, { space_id, generation_id });
    });
    return {};
  },

  async remove({ generation_ids }, context) {
    await binGenerations(context, { space_id: context.space.space_id, generation_ids });
    return {};
  },

  async restore({ generation_ids }, context) {
    await restoreGenerations(context, { space_id: context.space.space_id, generation_ids });
    return {};
  },
});
