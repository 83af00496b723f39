import { createDraftLikeness } from '#plan/draft-likeness.ts';
import { isBlocked } from '#plan/draft.ts';
import type { Draft } from '#plan/draft.ts';
import { pastOf } from '#plan/past.ts';
import type { Random } from '#plan/random.ts';
import { buildReach, reachingSlots } from '#plan/reach.ts';
import type { Reach, ReachTable } from '#plan/reach.ts';
import { overlapShare, type Shown } from '#plan/shown.ts';
import type { Space } from '#plan/space.ts';

/** A set of drafts, and the means to make a draft unlike those in the set. */
export type Search = {
  drafts: Draft[];
  /** `uses[axis][position]`: how often each choice is used in the set. */
  uses: Int32Array[];
  add(draft: Draft): void;
  replace(index: number, draft: Draft): void;
  remove(index: number): void;
  /** Whether this choice on this axis makes a draft more like the other one. */
  touches(draft: Draft, axis: number, other: Draft): boolean;
  /** exp(likeness) of two drafts: 1 when they share nothing. */
  weight(a: Draft, b: Draft): number;
  /** Sum of exp(likeness) of a draft and the videos that there are already. */
  pastWeight(draft: Draft): number;
  /** Likeness of two drafts, 0 to 1, for shots of typical length. */
  share(a: Draft, b: Draft): number;
  /** Likeness with the most similar draft of the set. The draft at `without` is left out. */
  mostShare(draft: Draft, without?: number): number;
  /** Sum of the weights between a draft and the set. The draft at `without` is left out. */
  energy(draft: Draft, without?: number): number;
  /** Change the draft axis by axis until no single change makes it less like the set; gives its energy. */
  settle(draft: Draft, without?: number): number;
};

/**
 * How steeply sharing costs more the more is already shared. High enough that one pair at 50 % outweighs hundreds at
 * 30 %, so that a lower sum means a better worst pair.
 */
export const STEEPNESS = 28;

/** Cost of choosing an overused clip, relative to what the pictures shared through it cost. */
const EVENNESS = 1;

const MOST_ROUNDS = 4;

/** A search over the axes of a space. It depends on the space and the random numbers alone, never on the clock. */
export function createSearch(space: Space, random: Random): Search {
  const { slots, axes, gaps } = space;
  const gapAxis = axes.findIndex(({ kind }) => kind === 'gap');
  const likeness = createDraftLikeness(space);
  const { pictureShare, gain } = likeness;
  // Where only pictures differ, what is heard and read is the same in any two.
  const isSilent = axes.every(({ size }, axis) => axis < slots.length || size < 2);
  const always = isSilent ? likeness.heardAndRead(new Int16Array(axes.length), new Int16Array(axes.length)) : 0;
  const heardAndRead = isSilent ? () => always : likeness.heardAndRead;
  const alwaysWeight = Math.exp(STEEPNESS * always);
  const past = pastOf(space, likeness);
  const reach = buildReach(space, (STEEPNESS * pictureShare) / Math.max(0.001, typicalSeconds(space)));
  const sources = reachingSlots(reach);
  // Nearly always a clip shares pictures only with itself; then comparing positions replaces walking the table.
  const ownFactors = slots.map((_, slot) => ownFactorsOf(reach, sources, slot));
  const uses = axes.map(({ size }) => new Int32Array(size));
  const free = axes.flatMap(({ size }, axis) => (size > 1 ? [axis] : []));
  const drafts: Draft[] = [];

  const count = (draft: Draft, step: number) => {
    for (let axis = 0; axis < draft.length; axis++) uses[axis]![draft[axis]!]! += step;
  };

  const reached = (slot: number, other: Draft): Reach[] =>
    sources[slot]!.flatMap((source) => reach[source]![other[source]!]![slot]!);

  /** What having this choice on this axis multiplies the weight against another draft by. */
  const factor = (draft: Draft, position: number, axis: number, other: Draft): number => {
    if (axis >= slots.length) {
      const more = gain(draft, axis, position, other);
      return more === 0 ? 1 : Math.exp(STEEPNESS * more);
    }
    const own = ownFactors[axis];
    if (own) return other[axis] === position ? own[position]! : 1;
    let product = 1;
    for (const found of reached(axis, other)) if (found.position === position) product *= found.factor;
    return product;
  };

  const weight = (a: Draft, b: Draft): number => {
    let product = isSilent ? alwaysWeight : Math.exp(STEEPNESS * heardAndRead(a, b));
    for (let slot = 0; slot < slots.length; slot++) {
      const own = ownFactors[slot];
      if (!own) product *= factor(a, a[slot]!, slot, b);
      else if (a[slot] === b[slot]) product *= own[a[slot]!]!;
    }
    return product;
  };

  const secondsOf = slots.map(({ choices }) => Float64Array.from(choices, ({ typical }) => typical.seconds));
  const plainShare = (a: Draft, b: Draft): number => {
    let [inA, inB, shared] = [0, 0, 0];
    for (let slot = 0; slot < slots.length; slot++) {
      const seconds = secondsOf[slot]![a[slot]!]!;
      inA += seconds;
      inB += secondsOf[slot]![b[slot]!]!;
      if (a[slot] === b[slot]) shared += seconds;
    }
    return shared === 0 ? 0 : shared / Math.min(inA, inB);
  };
  const shotsOf = (draft: Draft) => {
    const gone = gapAxis < 0 ? null : gaps[draft[gapAxis]!]!;
    return slots.flatMap(({ choices }, slot) => (gone?.[slot] === 1 ? [] : choices[draft[slot]!]!.typical));
  };
  const exactShare = (a: Draft, b: Draft): number => sharedPictures(shotsOf(a), shotsOf(b));
  const pictures = gapAxis < 0 && ownFactors.every((own) => own) ? plainShare : exactShare;
  const share = (a: Draft, b: Draft): number => pictureShare * pictures(a, b) + heardAndRead(a, b);

  const weighAll = (draft: Draft, without: number): Float64Array => {
    const weights = new Float64Array(drafts.length + past.length);
    for (let j = 0; j < drafts.length; j++) weights[j] = j === without ? 0 : weight(draft, drafts[j]!);
    for (let n = 0; n < past.length; n++) weights[drafts.length + n] = Math.exp(STEEPNESS * past[n]!.share(draft));
    return weights;
  };

  /** Adds what each choice of an axis costs beside another draft, given the weight of all other axes. */
  const addCosts = (costs: Float64Array, draft: Draft, axis: number, other: Draft, rest: number) => {
    if (axis < slots.length) {
      for (const found of reached(axis, other)) costs[found.position]! += rest * (found.factor - 1);
    } else {
      for (let position = 0; position < costs.length; position++) {
        costs[position]! += rest * (factor(draft, position, axis, other) - 1);
      }
    }
  };

  /** Cost of every choice of an axis, given the weights of the others; divides the current choice out of them. */
  const axisCosts = (draft: Draft, axis: number, weights: Float64Array, without: number): Float64Array => {
    const costs = new Float64Array(axes[axis]!.size);
    const current = draft[axis]!;
    const own = ownFactors[axis];
    for (let j = 0; j < drafts.length; j++) {
      if (j === without) continue;
      const other = drafts[j]!;
      if (own) {
        // Nearly always this, millions of times.
        const position = other[axis]!;
        const change = own[position]!;
        if (position === current) weights[j]! /= change;
        costs[position]! += weights[j]! * (change - 1);
        continue;
      }
      const change = factor(draft, current, axis, other);
      if (change !== 1) weights[j]! /= change;
      addCosts(costs, draft, axis, other, weights[j]!);
    }
    for (let n = 0; n < past.length; n++) {
      const video = past[n]!;
      const rest = (weights[drafts.length + n]! /= Math.exp(STEEPNESS * video.gain(draft, axis, current)));
      for (let position = 0; position < costs.length; position++) {
        const more = video.gain(draft, axis, position);
        if (more > 0) costs[position]! += rest * (Math.exp(STEEPNESS * more) - 1);
      }
    }
    const perUse = (EVENNESS * sumOf(costs)) / Math.max(1, drafts.length);
    const used = uses[axis]!;
    const had = without >= 0 ? drafts[without]![axis] : -1;
    for (let position = 0; position < used.length; position++) {
      costs[position]! += perUse * (position === had ? used[position]! - 1 : used[position]!);
    }
    return costs;
  };

  const improveAxis = (draft: Draft, axis: number, weights: Float64Array, without: number): boolean => {
    const before = draft[axis]!;
    const costs = axisCosts(draft, axis, weights, without);
    let best = before;
    const first = random.below(costs.length);
    for (let step = 0; step < costs.length; step++) {
      const position = (first + step) % costs.length;
      const isCheaper = costs[position]! < costs[best]! * (1 - 1e-9);
      if (isCheaper && !isBlocked(space, draft, axis, position)) best = position;
    }
    draft[axis] = best;
    const own = ownFactors[axis];
    for (let j = 0; j < drafts.length; j++) {
      if (j === without || (own && drafts[j]![axis] !== best)) continue;
      const change = own ? own[best]! : factor(draft, best, axis, drafts[j]!);
      if (change !== 1) weights[j]! *= change;
    }
    for (let n = 0; n < past.length; n++) {
      weights[drafts.length + n]! *= Math.exp(STEEPNESS * past[n]!.gain(draft, axis, best));
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
    touches: (draft, axis, other) => factor(draft, draft[axis]!, axis, other) !== 1,
    weight,
    share,
    pastWeight: (draft) => past.reduce((sum, video) => sum + Math.exp(STEEPNESS * video.share(draft)), 0),
    mostShare: (draft, without = -1) =>
      drafts.reduce((most, other, j) => (j === without ? most : Math.max(most, share(draft, other))), 0),
    energy: (draft, without = -1) => sumOf(weighAll(draft, without)),
    settle(draft, without = -1) {
      const weights = weighAll(draft, without);
      const first = random.below(Math.max(1, free.length));
      for (let round = 0; round < MOST_ROUNDS; round++) {
        let hasMoved = false;
        for (let step = 0; step < free.length; step++) {
          const axis = free[(first + step) % free.length]!;
          hasMoved = improveAxis(draft, axis, weights, without) || hasMoved;
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

function sharedPictures(a: Shown[], b: Shown[]): number {
  return Math.max(sharedPart(a, b), sharedPart(b, a));
}

function sharedPart(a: Shown[], b: Shown[]): number {
  const total = a.reduce((sum, { seconds }) => sum + seconds, 0);
  const shared = a.reduce((sum, one) => sum + one.seconds * overlapShare(one, b), 0);
  return total === 0 ? 0 : Math.min(1, shared / total);
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
