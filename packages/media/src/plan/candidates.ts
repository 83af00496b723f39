import { combinationOf, draftOf } from '#plan/draft.ts';
import { gatherDrafts } from '#plan/gather.ts';
import { outlookReader } from '#plan/likeness.ts';
import { videoCeiling } from '#plan/limits.ts';
import type { Combination, MixPlan } from '#plan/mix.ts';
import { createOpenings } from '#plan/openings.ts';
import { createRandom } from '#plan/random.ts';
import { signatureOf } from '#plan/signature.ts';
import { buildSpace } from '#plan/space.ts';
import type { Space } from '#plan/space.ts';

/** One video chosen by the planner, and how much it is like the others chosen with it. */
export type Candidate = {
  signature: string;
  picks: Combination;
  seconds: number;
  /** Likeness with the most similar other candidate, 0 to 1. */
  mostLikeness: number;
  meanLikeness: number;
  /** Signature of the most similar other candidate; empty when it is alone. */
  closest: string;
};

/** What to plan: how many videos, from which seed, and what is decided already. */
export type PlanRequest = {
  count: number;
  seed?: string | number;
  /**
   * Chosen before. Those stay that the plan still allows and that share no more than it allows now. When some share more,
   * and choosing all anew gives more videos, none stays.
   */
  keep?: Combination[];
  /** Signatures of kept ones that exist as files: these stay however much they share. */
  made?: string[];
  /** Never to be chosen. They take nobody's place and are compared with nothing. */
  avoid?: Combination[];
};

/**
 * Choose videos that are as little alike as possible and use every clip evenly.
 *
 * The same plan, seed and kept videos give the same answer. Kept videos come first and are never changed, so adding a
 * clip, or asking for more, leaves what was chosen before. There are fewer than asked for when more would share too
 * much; `reportLimits` says why.
 */
export function planCandidates(plan: MixPlan, request: PlanRequest): Candidate[] {
  const space = buildSpace(plan);
  if (space.slots.length === 0) return [];
  const { kept, made, isWhole } = stillKept(plan, space, request);
  const chosen = choose(plan, space, request, kept);
  if (isWhole || chosen.length >= request.count) return chosen;
  // Of a set that is broken up anyway, what is left may stand in the way of more.
  const anew = choose(plan, space, request, made);
  return anew.length > chosen.length ? anew : chosen;
}

function choose(
  plan: MixPlan,
  space: Space,
  { count, seed = 1, avoid = [] }: PlanRequest,
  before: Combination[],
): Candidate[] {
  const kept = before.slice(0, count);
  const ceiling = videoCeiling(space);
  const target = ceiling < BigInt(count) ? Math.max(kept.length, Number(ceiling)) : count;
  const drafts = gatherDrafts(space, {
    target,
    kept: kept.flatMap((combination) => draftOf(space, combination) ?? []),
    avoid: avoid.flatMap((combination) => draftOf(space, combination) ?? []),
    maxShare: plan.maxSharePercent / 100,
    random: createRandom(seed),
  });
  return rank(plan, [...kept, ...drafts.map((draft) => combinationOf(space, draft))], kept.length);
}

/** Whether the plan, as it is now, could still produce this combination. */
export function canMake(plan: MixPlan, combination: Combination): boolean {
  return draftOf(buildSpace(plan), combination) !== undefined;
}

/** Of two that share too much the later one goes, unless it is made already. */
function stillKept(plan: MixPlan, space: Space, { keep = [], made = [] }: PlanRequest) {
  const allowed = keep.filter((combination) => draftOf(space, combination) !== undefined);
  const { read, predictor } = outlookReader(plan);
  const videos = allowed.map(read);
  const limit = plan.maxSharePercent / 100 + 1e-9;
  const isMade = allowed.map((combination) => made.includes(signatureOf(combination)));
  const stays = [...allowed.keys()].filter((i) => isMade[i]);
  for (const i of allowed.keys()) {
    if (!isMade[i] && stays.every((j) => predictor.likeness(videos[i]!, videos[j]!) <= limit)) stays.push(i);
  }
  return {
    kept: stays.toSorted((a, b) => a - b).map((i) => allowed[i]!),
    made: allowed.filter((_, i) => isMade[i]),
    isWhole: stays.length === allowed.length,
  };
}

/**
 * Drop what shares too much once the real lengths are known, and order the rest so that the first few are the least
 * alike: each next one is the least like those before it, of those that begin otherwise than the last one.
 */
function rank(plan: MixPlan, combinations: Combination[], keptCount: number): Candidate[] {
  const { read, predictor } = outlookReader(plan);
  const videos = combinations.map(read);
  const matrix = videos.map((a, i) => Float64Array.from(videos, (b, j) => (j < i ? predictor.likeness(a, b) : 0)));
  const between = (i: number, j: number) => (i > j ? matrix[i]![j]! : matrix[j]![i]!);
  const limit = plan.maxSharePercent / 100 + 1e-9;

  const order: number[] = [];
  const worst = combinations.map(() => 0);
  const sums = combinations.map(() => 0);
  const waiting = new Set(combinations.keys());
  const openings = createOpenings(videos);
  while (waiting.size > 0) {
    let next = -1;
    for (const i of openings.next(waiting, order.at(-1))) {
      if (i < keptCount) {
        next = i;
        break;
      }
      const isBetter = next < 0 || worst[i]! < worst[next]! || (worst[i] === worst[next] && sums[i]! < sums[next]!);
      if (isBetter) next = i;
    }
    waiting.delete(next);
    if (next >= keptCount && worst[next]! > limit) continue;
    order.push(next);
    for (const i of waiting) {
      const value = between(i, next);
      worst[i] = Math.max(worst[i]!, value);
      sums[i]! += value;
    }
  }

  const signatures = combinations.map(signatureOf);
  return order.map((i) => {
    const others = order.filter((j) => j !== i);
    const closest = others.reduce((best, j) => (best < 0 || between(i, j) > between(i, best) ? j : best), -1);
    return {
      signature: signatures[i]!,
      picks: combinations[i]!,
      seconds: videos[i]!.seconds,
      mostLikeness: closest < 0 ? 0 : between(i, closest),
      meanLikeness: others.reduce((sum, j) => sum + between(i, j), 0) / Math.max(1, others.length),
      closest: closest < 0 ? '' : signatures[closest]!,
    };
  });
}
