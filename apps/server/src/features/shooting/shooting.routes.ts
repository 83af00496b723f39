import { AppError, shooting as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';

export const shootingRoutes = implement(calls, {
  async add() {
    throw new AppError('unavailable', '还没有做好');
  },
  async order() {
    throw new AppError('unavailable', '还没有做好');
  },
  async list() {
    throw new AppError('unavailable', '还没有做好');
  },
  async update() {
    throw new AppError('unavailable', '还没有做好');
  },
  async delete() {
    throw new AppError('unavailable', '还没有做好');
  },
  async restore() {
    throw new AppError('unavailable', '还没有做好');
  },
  async lines() {
    throw new AppError('unavailable', '还没有做好');
  },
  async updateConfig() {
    throw new AppError('unavailable', '还没有做好');
  },
  async loadConfig() {
    throw new AppError('unavailable', '还没有做好');
  },
  async genCaptions() {
    throw new AppError('unavailable', '还没有做好');
  },
});
