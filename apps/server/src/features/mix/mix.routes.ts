import { AppError, mix as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';

export const mixRoutes = implement(calls, {
  async add() {
    throw new AppError('unavailable', '还没有做好');
  },
  async reinit() {
    throw new AppError('unavailable', '还没有做好');
  },
  async update() {
    throw new AppError('unavailable', '还没有做好');
  },
  async updateConfig() {
    throw new AppError('unavailable', '还没有做好');
  },
  async detail() {
    throw new AppError('unavailable', '还没有做好');
  },
  async list() {
    throw new AppError('unavailable', '还没有做好');
  },
  async delete() {
    throw new AppError('unavailable', '还没有做好');
  },
  async restore() {
    throw new AppError('unavailable', '还没有做好');
  },
  async genCaptions() {
    throw new AppError('unavailable', '还没有做好');
  },
  async changes() {
    throw new AppError('unavailable', '还没有做好');
  },
});
