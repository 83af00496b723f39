import { AppError, artwork as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';

export const artworkRoutes = implement(calls, {
  async list() {
    throw new AppError('unavailable', '还没有做好');
  },
  async dirs() {
    throw new AppError('unavailable', '还没有做好');
  },
});
