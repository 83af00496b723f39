import { AppError, upload as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';

const soon = async () => {
  throw new AppError('unavailable', '还没有做好');
};

export const uploadRoutes = implement(calls, {
  authToken: soon,
  start: soon,
  end: soon,
  read: soon,
  detail: soon,
  list: soon,
  forget: soon,
  byUrl: soon,
  cancelUrl: soon,
  push: soon,
  tus: soon,
});
