import { AppError, analysis as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';

const soon = async () => {
  throw new AppError('unavailable', '还没有做好');
};

export const analysisRoutes = implement(calls, {
  correct: soon,
  cut: soon,
  persons: soon,
  namePerson: soon,
  info: soon,
  stop: soon,
  start: soon,
});
