import { search as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';
import { readDirsWithin } from './dirs-within.ts';
import { findClips } from './find-clips.ts';
import { recommendClips } from './recommend.ts';
import { readTags } from './search.queries.ts';

export const searchRoutes = implement(calls, {
  async tags(scope, { pool, space }) {
    return readTags(pool, { ...scope, space_id: space.space_id });
  },

  async clips({ q, similar_to, sort, page_index, page_size, ...filter }, context) {
    const { space_id } = context.space;
    const within = await readDirsWithin(context.pool, space_id, filter);
    return findClips(context, { ...filter, space_id, within }, { q, similar_to, sort }, { page_index, page_size });
  },

  async recommend({ text, min_duration, limit, ...filter }, context) {
    const { space_id } = context.space;
    const within = await readDirsWithin(context.pool, space_id, filter);
    return { items: await recommendClips(context, { ...filter, space_id, within }, { text, min_duration, limit }) };
  },
});
