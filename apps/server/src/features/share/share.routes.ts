import { AppError, share as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';

const soon = async () => {
  throw new AppError('unavailable', '还没有做好');
};

export const shareRoutes = implement(calls, {
  add: soon,
  mine: soon,
  revoke: soon,
  detail: soon,
  list: soon,
  download: soon,
  zip: soon,
});
