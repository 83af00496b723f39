import { AppError, candidate as calls } from '@mixreel/contract';
import { implement } from '#http/route.ts';

export const candidateRoutes = implement(calls, {
  async list() {
    throw new AppError('unavailable', '还没有做好');
  },
  async plan() {
    throw new AppError('unavailable', '还没有做好');
  },
  async summary() {
    throw new AppError('unavailable', '还没有做好');
  },
  async update() {
    throw new AppError('unavailable', '还没有做好');
  },
  async matrix() {
    throw new AppError('unavailable', '还没有做好');
  },
  async preview() {
    throw new AppError('unavailable', '还没有做好');
  },
  async video() {
    throw new AppError('unavailable', '还没有做好');
  },
  async check() {
    throw new AppError('unavailable', '还没有做好');
  },
  async export() {
    throw new AppError('unavailable', '还没有做好');
  },
  async exports() {
    throw new AppError('unavailable', '还没有做好');
  },
});
