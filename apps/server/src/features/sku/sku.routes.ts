import { AppError, sku as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';

const soon = async () => {
  throw new AppError('unavailable', '还没有做好');
};

export const skuRoutes = implement(calls, {
  add: soon,
  addVideos: soon,
  check: soon,
  list: soon,
  hits: soon,
  judge: soon,
  delete: soon,
});
