import { isBlocked } from '#plan/draft.ts';
import type { Draft } from '#plan/draft.ts';
import { likenessOfShots } from '#plan/likeness.ts';
import type { Random } from '#plan/random.ts';
import { buildReach, reachingSlots } from '#plan/reach.ts';
import type { Reach, ReachTable } from '#plan/reach.ts';
import type { Space } from '#plan/space.ts';

/** A set of drafts, and the means to make a draft unlike those in the set. */
export type Search = {
  drafts: Draft[];
  /** `uses[slot][position]`: how often each choice is used in the set. */
  uses: Int32Array[];
  add(draft: Draft): void;
  replace(index: number, draft: Draft): void;
  remove(index: number): void;
  /** Whether this choice in this slot shows any of the other draft's pictures. */
  touches(slot: number, position: number, other: Draft): boolean;
  /** exp(likeness) of two drafts: 1 when they share nothing. */
  weight(a: Draft, b: Draft): number;
  /** Likeness of two drafts, 0 to 1, for shots of typical length. */
  share(a: Draft, b: Draft): number;
  /** Likeness with the most similar draft of the set. The draft at `without` is left out. */
  mostShare(draft: Draft, without?: number): number;
  /** Sum of the weights between a draft and the set. The draft at `without` is left out. */
  energy(draft: Draft, without?: number): number;
  /** Change the draft slot by slot until no single change makes it less like the set; gives its energy. */
  settle(draft: Draft, without?: number): number;
};

/**
 * How steeply sharing costs more the more is already shared. High enough that one pair at 50 % outweighs hundreds at
 * 30 %, so that a lower sum means a better worst pair.
 */
const STEEPNESS = 28;

/** Cost of choosing an overused clip, relative to what the pictures shared through it cost. */
const EVENNESS = 1;

const MOST_ROUNDS = 4;

/** A search over the clips of a space. It depends on the space and the random numbers alone, never on the clock. */
export function createSearch(space: Space, random: Random): Search {
  const { slots } = space;
  const reach = buildReach(space, STEEPNESS / Math.max(0.001, typicalSeconds(space)));
  const sources = reachingSlots(reach);
  // Nearly always a clip shares pictures only with itself; then comparing positions replaces walking the table.
  const ownFactors = slots.map((_, slot) => ownFactorsOf(reach, sources, slot));
  const uses = slots.map(({ choices }) => new Int32Array(choices.length));
  const free = slots.flatMap(({ choices }, slot) => (choices.length > 1 ? [slot] : []));
  const drafts: Draft[] = [];

  const count = (draft: Draft, step: number) => {
    for (let slot = 0; slot < draft.length; slot++) uses[slot]![draft[slot]!]! += step;
  };

  const reached = (slot: number, other: Draft): Reach[] =>
    sources[slot]!.flatMap((source) => reach[source]![other[source]!]![slot]!);

  /** What having this choice in this slot multiplies the weight against another draft by. */
  const factor = (position: number, slot: number, other: Draft): number => {
    const own = ownFactors[slot];
    if (own) return other[slot] === position ? own[position]! : 1;
    let product = 1;
    for (const found of reached(slot, other)) if (found.position === position) product *= found.factor;
    return product;
  };

  const weight = (a: Draft, b: Draft): number => {
    let product = 1;
    for (let slot = 0; slot < a.length; slot++) product *= factor(a[slot]!, slot, b);
    return product;
  };

  const secondsOf = slots.map(({ choices }) => Float64Array.from(choices, ({ typical }) => typical.seconds));
  const plainShare = (a: Draft, b: Draft): number => {
    let [inA, inB, shared] = [0, 0, 0];
    for (let slot = 0; slot < a.length; slot++) {
      const seconds = secondsOf[slot]![a[slot]!]!;
      inA += seconds;
      inB += secondsOf[slot]![b[slot]!]!;
      if (a[slot] === b[slot]) shared += seconds;
    }
    return shared === 0 ? 0 : shared / Math.min(inA, inB);
  };
  const shotsOf = (draft: Draft) => slots.map(({ choices }, slot) => choices[draft[slot]!]!.typical);
  const exactShare = (a: Draft, b: Draft): number => likenessOfShots(shotsOf(a), shotsOf(b));
  const share = ownFactors.every((own) => own) ? plainShare : exactShare;

  const weighAll = (draft: Draft, without: number): Float64Array => {
    const weights = new Float64Array(drafts.length);
    for (let j = 0; j < drafts.length; j++) weights[j] = j === without ? 0 : weight(draft, drafts[j]!);
    return weights;
  };

  /** Cost of every choice of a slot, given the weights of the other slots; divides the current choice out of them. */
  const slotCosts = (draft: Draft, slot: number, weights: Float64Array, without: number): Float64Array => {
    const costs = new Float64Array(slots[slot]!.choices.length);
    const current = draft[slot]!;
    const own = ownFactors[slot];
    for (let j = 0; j < drafts.length; j++) {
      if (j === without) continue;
      const other = drafts[j]!;
      const change = factor(current, slot, other);
      if (change !== 1) weights[j]! /= change;
      if (own) costs[other[slot]!]! += weights[j]! * (own[other[slot]!]! - 1);
      else for (const found of reached(slot, other)) costs[found.position]! += weights[j]! * (found.factor - 1);
    }
    const perUse = (EVENNESS * sumOf(costs)) / Math.max(1, drafts.length);
    for (const [position, used] of uses[slot]!.entries()) {
      const isOwn = without >= 0 && drafts[without]![slot] === position;
      costs[position]! += perUse * (isOwn ? used - 1 : used);
    }
    return costs;
  };

  const improveSlot = (draft: Draft, slot: number, weights: Float64Array, without: number): boolean => {
    const before = draft[slot]!;
    const costs = slotCosts(draft, slot, weights, without);
    let best = before;
    const first = random.below(costs.length);
    for (let step = 0; step < costs.length; step++) {
      const position = (first + step) % costs.length;
      const isCheaper = costs[position]! < costs[best]! * (1 - 1e-9);
      if (isCheaper && !isBlocked(space, draft, slot, position)) best = position;
    }
    draft[slot] = best;
    for (let j = 0; j < drafts.length; j++) {
      const change = factor(best, slot, drafts[j]!);
      if (change !== 1) weights[j]! *= change;
    }
    return best !== before;
  };

  return {
    drafts,
    uses,
    add(draft) {
      drafts.push(draft);
      count(draft, 1);
    },
    replace(index, draft) {
      count(drafts[index]!, -1);
      drafts[index] = draft;
      count(draft, 1);
    },
    remove(index) {
      count(drafts[index]!, -1);
      drafts.splice(index, 1);
    },
    touches: (slot, position, other) => factor(position, slot, other) !== 1,
    weight,
    share,
    mostShare: (draft, without = -1) =>
      drafts.reduce((most, other, j) => (j === without ? most : Math.max(most, share(draft, other))), 0),
    energy: (draft, without = -1) => sumOf(weighAll(draft, without)),
    settle(draft, without = -1) {
      const weights = weighAll(draft, without);
      const first = random.below(Math.max(1, free.length));
      for (let round = 0; round < MOST_ROUNDS; round++) {
        let hasMoved = false;
        for (let step = 0; step < free.length; step++) {
          const slot = free[(first + step) % free.length]!;
          hasMoved = improveSlot(draft, slot, weights, without) || hasMoved;
        }
        if (!hasMoved) break;
      }
      return sumOf(weights);
    },
  };
}

/** The factors of a slot whose clips share pictures with nothing but themselves; undefined for other slots. */
function ownFactorsOf(reach: ReachTable, sources: number[][], slot: number): Float64Array | undefined {
  const isPlain =
    sources[slot]!.every((source) => source === slot) &&
    reach[slot]!.every((choice, position) => choice[slot]!.every((found) => found.position === position));
  if (!isPlain) return undefined;
  return Float64Array.from(reach[slot]!, (choice) => choice[slot]![0]?.factor ?? 1);
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function typicalSeconds({ slots }: Space): number {
  return slots.reduce((total, { choices }) => {
    const seconds = choices.reduce((sum, choice) => sum + choice.typical.seconds, 0);
    return total + seconds / Math.max(1, choices.length);
  }, 0);
}
