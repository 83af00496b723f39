import { material as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';
import { readMaterials } from './material.queries.ts';

export const materialRoutes = implement(calls, {
  async list({ page_index, page_size, ...filter }, { pool, space }) {
    return readMaterials(pool, { ...filter, space_id: space.space_id }, { page_index, page_size });
  },
});
