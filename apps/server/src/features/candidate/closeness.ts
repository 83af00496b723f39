import type { PlannedVideo } from '@mixreel/contract';
import { type Closeness, closenessOf, type MixPlan } from '@mixreel/media';
import { toCombination } from './build-plan.ts';
import { askPlanner } from './plan-thread.ts';

/** Comparing so few takes less than asking somebody else to. */
const FEW = 20;

/** How close each of these videos is to the others of them; of many in the planner's thread. */
export async function readCloseness(plan: MixPlan, videos: PlannedVideo[]): Promise<Closeness[]> {
  const combinations = videos.map(toCombination);
  if (combinations.length <= FEW) return closenessOf(plan, combinations);
  return askPlanner<'closeness'>({ kind: 'closeness', plan, combinations });
}
