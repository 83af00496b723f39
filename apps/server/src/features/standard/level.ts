import type { LikenessSetting } from '@mixreel/contract';

/** L1 to L5, as the space has set where they begin. */
export function levelOf(likeness: number, { levels }: Pick<LikenessSetting, 'levels'>): number {
  return 1 + levels.filter((begin) => likeness >= begin).length;
}

/** Where a level begins, and what it is below. */
export function rangeOf(level: number, { levels }: Pick<LikenessSetting, 'levels'>): { from: number; below: number } {
  return { from: level === 1 ? 0 : levels[level - 2]!, below: levels[level - 1] ?? Infinity };
}

/** Where L3 begins: what is below can be published. */
export function publishableBelow({ levels }: Pick<LikenessSetting, 'levels'>): number {
  return levels[1];
}
