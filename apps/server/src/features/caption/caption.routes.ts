import { AppError, caption as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';

export const captionRoutes = implement(calls, {
  async fonts() {
    throw new AppError('unavailable', '还没有做好');
  },
  async analyze() {
    throw new AppError('unavailable', '还没有做好');
  },
  async layout() {
    throw new AppError('unavailable', '还没有做好');
  },
  async font() {
    throw new AppError('unavailable', '还没有做好');
  },
  async filters() {
    throw new AppError('unavailable', '还没有做好');
  },
  async looks() {
    throw new AppError('unavailable', '还没有做好');
  },
  async positions() {
    throw new AppError('unavailable', '还没有做好');
  },
  async savePositions() {
    throw new AppError('unavailable', '还没有做好');
  },
});
