import { AppError, material as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';
import { readMaterials } from './material.queries.ts';

const soon = async () => {
  throw new AppError('unavailable', '还没有做好');
};

export const materialRoutes = implement(calls, {
  async list({ page_index, page_size, ...filter }, { pool, space }) {
    return readMaterials(pool, { ...filter, space_id: space.space_id }, { page_index, page_size });
  },
  ids: soon,
  detail: soon,
  update: soon,
  sameNames: soon,
  like: soon,
  tagTypes: soon,
  delete: soon,
  restore: soon,
  move: soon,
  batchTag: soon,
  emptyBin: soon,
});
