import { AppError, search as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';

const soon = async () => {
  throw new AppError('unavailable', '还没有做好');
};

export const searchRoutes = implement(calls, {
  tags: soon,
  clips: soon,
  recommend: soon,
});
