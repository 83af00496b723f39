import type { Draft } from '#plan/draft.ts';
import { gatherDrafts } from '#plan/gather.ts';
import { likenessOfShots, shotReader } from '#plan/likeness.ts';
import { videoCeiling } from '#plan/limits.ts';
import type { Combination, MixPlan } from '#plan/mix.ts';
import { createRandom } from '#plan/random.ts';
import { assignScripts } from '#plan/scripts.ts';
import type { Shown } from '#plan/shown.ts';
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
  { count, seed = 1, avoid: unwanted = [] }: PlanRequest,
  before: Combination[],
): Candidate[] {
  const kept = before.slice(0, count);
  const avoid = unwanted.filter((combination) => isAllowed(space, combination));
  const ceiling = videoCeiling(space, plan.maxSharePercent);
  const target = ceiling < BigInt(count) ? Math.max(kept.length, Number(ceiling)) : count;
  const random = createRandom(seed);

  const drafts = gatherDrafts(space, {
    target,
    kept: kept.map((combination) => draftOf(space, combination)),
    avoid: avoid.map((combination) => draftOf(space, combination)),
    copies: plan.maxSharePercent >= 100 ? scriptWays(space, target) : 1,
    maxShare: plan.maxSharePercent / 100,
    random,
  });
  const combinations = [...kept, ...assignScripts(space, { kept, avoid }, drafts, random)];
  return rank(plan, combinations, kept.length);
}

/** Whether the plan, as it is now, could still produce this combination. */
export function canMake(plan: MixPlan, combination: Combination): boolean {
  return isAllowed(buildSpace(plan), combination);
}

/** Of two that share too much the later one goes, unless it is made already. */
function stillKept(plan: MixPlan, space: Space, { keep = [], made = [] }: PlanRequest) {
  const allowed = keep.filter((combination) => isAllowed(space, combination));
  const shots = allowed.map(shotReader(plan));
  const limit = plan.maxSharePercent / 100 + 1e-9;
  const isMade = allowed.map((combination) => made.includes(signatureOf(combination)));
  const stays = [...allowed.keys()].filter((i) => isMade[i]);
  for (const i of allowed.keys()) {
    if (!isMade[i] && stays.every((j) => likenessOfShots(shots[i]!, shots[j]!) <= limit)) stays.push(i);
  }
  return {
    kept: stays.toSorted((a, b) => a - b).map((i) => allowed[i]!),
    made: allowed.filter((_, i) => isMade[i]),
    isWhole: stays.length === allowed.length,
  };
}

function isAllowed(space: Space, combination: Combination): boolean {
  if (combination.length !== space.slots.length) return false;
  const choices = space.slots.map((slot, i) => {
    const pick = combination[i]!;
    const hasScript =
      slot.scripts.length === 0
        ? pick.scriptId === undefined
        : slot.scripts.some((script) => script.id === pick.scriptId);
    return pick.slotId === slot.id && hasScript ? slot.choices.find(({ clip }) => clip.id === pick.clipId) : undefined;
  });
  return choices.every((choice) => choice && choices.every((other) => other && !choice.conflicts.has(other.index)));
}

function draftOf({ slots }: Space, combination: Combination): Draft {
  return Int16Array.from(slots, ({ choices }, i) =>
    choices.findIndex(({ clip }) => clip.id === combination[i]!.clipId),
  );
}

/** In how many wordings the same pictures can be told, as far as it matters. */
function scriptWays({ slots }: Space, most: number): number {
  return slots.reduce((ways, { scripts }) => Math.min(most, ways * Math.max(1, scripts.length)), 1);
}

/**
 * Drop what shares too much once the real lengths are known, and order the rest so that the first few are the least
 * alike: each next one is the least like those before it.
 */
function rank(plan: MixPlan, combinations: Combination[], keptCount: number): Candidate[] {
  const read = shotReader(plan);
  const shots = combinations.map(read);
  const matrix = shots.map((a, i) => shots.map((b, j) => (j < i ? likenessOfShots(a, b) : 0)));
  const between = (i: number, j: number) => (i > j ? matrix[i]![j]! : matrix[j]![i]!);
  const limit = plan.maxSharePercent / 100 + 1e-9;

  const order: number[] = [];
  const worst = combinations.map(() => 0);
  const sums = combinations.map(() => 0);
  const waiting = new Set(combinations.keys());
  while (waiting.size > 0) {
    let next = -1;
    for (const i of waiting) {
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
      seconds: secondsOf(shots[i]!),
      mostLikeness: closest < 0 ? 0 : between(i, closest),
      meanLikeness: others.reduce((sum, j) => sum + between(i, j), 0) / Math.max(1, others.length),
      closest: closest < 0 ? '' : signatures[closest]!,
    };
  });
}

function secondsOf(shots: Shown[]): number {
  return shots.reduce((sum, { seconds }) => sum + seconds, 0);
}
