import { artwork as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';
import { readArtworks, readDirs } from './artwork.queries.ts';

export const artworkRoutes = implement(calls, {
  async list({ page_index, page_size, ...filter }, context) {
    return readArtworks(context, { ...filter, space_id: context.space.space_id }, { page_index, page_size });
  },

  async dirs({ project_id }, { db, space }) {
    return { dirs: await readDirs(db, space.space_id, project_id) };
  },
});
