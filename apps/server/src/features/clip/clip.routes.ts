import { AppError, clip as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';

export const clipRoutes = implement(calls, {
  async add() {
    throw new AppError('unavailable', '还没有做好');
  },
  async update() {
    throw new AppError('unavailable', '还没有做好');
  },
  async split() {
    throw new AppError('unavailable', '还没有做好');
  },
  async move() {
    throw new AppError('unavailable', '还没有做好');
  },
  async delete() {
    throw new AppError('unavailable', '还没有做好');
  },
  async restore() {
    throw new AppError('unavailable', '还没有做好');
  },
});
