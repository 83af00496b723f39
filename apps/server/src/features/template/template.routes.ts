import { AppError, template as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';

export const templateRoutes = implement(calls, {
  async list() {
    throw new AppError('unavailable', '还没有做好');
  },
  async add() {
    throw new AppError('unavailable', '还没有做好');
  },
  async update() {
    throw new AppError('unavailable', '还没有做好');
  },
  async delete() {
    throw new AppError('unavailable', '还没有做好');
  },
});
