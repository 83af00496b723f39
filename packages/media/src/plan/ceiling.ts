import type { Slot, Space } from '#plan/space.ts';

/** The most videos that can share no more than allowed, and the slots that are the reason. */
export type Ceiling = { videos: bigint; slots: number[] };

/** Weights are rounded down to this many steps per second, which can only make the bound looser, never wrong. */
const STEPS_PER_SECOND = 50;

/**
 * An upper bound on how many videos can pairwise stay under the allowed share; undefined when nothing is forbidden.
 *
 * Take slots that together last longer than the allowed share. Two videos with the same pictures in all of them share
 * too much, so every video needs a different choice there: there cannot be more videos than such choices. The slots
 * with the fewest choices give the tightest bound; finding them is a knapsack over seconds.
 */
export function shareCeiling({ slots }: Space, maxSharePercent: number): Ceiling | undefined {
  const share = maxSharePercent / 100;
  const shortest = slots.map((slot) => Math.min(...slot.choices.map((choice) => choice.minSeconds)));
  const longest = slots.map((slot) => Math.max(...slot.choices.map((choice) => choice.maxSeconds)));
  // Slots S share too much when shortest(S) > share × (shortest(S) + longest(rest)); rearranged so that each slot adds its own weight.
  const limit = Math.floor(share * sum(longest) * STEPS_PER_SECOND + 1e-6) + 1;
  const weights = slots.map((_, i) =>
    Math.floor(((1 - share) * shortest[i]! + share * longest[i]!) * STEPS_PER_SECOND + 1e-6),
  );
  if (sum(weights) < limit) return undefined;

  const costs = slots.map((slot) => Math.log(distinctPictures(slot)));
  const chosen = cheapestCover(weights, costs, limit);
  const videos = chosen.reduce((product, slot) => product * BigInt(distinctPictures(slots[slot]!)), 1n);
  return { videos, slots: chosen };
}

/** How many different pictures a slot can show; two clips of the same range count once. */
export function distinctPictures({ choices }: Slot): number {
  return new Set(
    choices.map(({ typical: { content, fromSeconds, toSeconds } }) => `${content} ${fromSeconds} ${toSeconds}`),
  ).size;
}

/** The set of items of least total cost whose weights reach the limit. */
function cheapestCover(weights: number[], costs: number[], limit: number): number[] {
  const best = new Float64Array(limit + 1).fill(Infinity);
  best[0] = 0;
  const taken = weights.map(() => new Uint8Array(limit + 1));
  for (const [item, weight] of weights.entries()) {
    if (weight === 0) continue;
    for (let reached = limit; reached >= 1; reached--) {
      const cost = best[Math.max(0, reached - weight)]! + costs[item]!;
      if (cost >= best[reached]!) continue;
      best[reached] = cost;
      taken[item]![reached] = 1;
    }
  }

  const chosen: number[] = [];
  let reached = limit;
  for (let item = weights.length - 1; item >= 0 && reached > 0; item--) {
    if (taken[item]![reached] === 0) continue;
    chosen.push(item);
    reached = Math.max(0, reached - weights[item]!);
  }
  return chosen.toReversed();
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
