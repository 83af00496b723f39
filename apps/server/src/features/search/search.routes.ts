import { AppError, search as calls } from '@mixreel/contract';
import { askModel } from '#features/ai/refusal.ts';
import { implement } from '#http/route.ts';
import { readDirsWithin } from './dirs-within.ts';
import { findClips } from './find-clips.ts';
import { packVector } from './index-shot.ts';
import { forgetLesson, learnNotThis } from './lessons.ts';
import { recommendClips } from './recommend.ts';
import { readTags } from './search.queries.ts';

export const searchRoutes = implement(calls, {
  async tags(scope, { pool, space }) {
    return readTags(pool, { ...scope, space_id: space.space_id });
  },

  async clips({ q, similar_to, look, sort, page_index, page_size, ...filter }, context) {
    const { space_id } = context.space;
    const within = await readDirsWithin(context.pool, space_id, filter);
    return findClips(
      context,
      { ...filter, space_id, within },
      { q, similar_to, look, sort },
      { page_index, page_size },
    );
  },

  async look({ width, height, pixels }, { ai }) {
    const data = Buffer.from(pixels, 'base64');
    if (data.length !== width * height * 3) throw new AppError('invalid', '图片的像素和尺寸对不上');
    const [sight] = await askModel(() => ai.see([{ data, width, height }], { want: ['vector'] }));
    if (!sight) throw new Error('Nothing was seen');
    return { look: packVector(sight.vector).toString('base64url') };
  },

  async notThis({ shot_id, q }, { db, space, user }) {
    const who = { space_id: space.space_id, user_uid: user.user_uid };
    return { lesson_id: await learnNotThis(db, who, shot_id, q) };
  },

  async takeBack({ lesson_id }, { db, space }) {
    await forgetLesson(db, space.space_id, lesson_id);
    return {};
  },

  async recommend({ text, min_duration, limit, ...filter }, context) {
    const { space_id } = context.space;
    const within = await readDirsWithin(context.pool, space_id, filter);
    return { items: await recommendClips(context, { ...filter, space_id, within }, { text, min_duration, limit }) };
  },
});
