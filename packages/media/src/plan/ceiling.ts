import { ORDER_SHARE } from '#likeness/compare.ts';
import { createDraftLikeness } from '#plan/draft-likeness.ts';
import { buildSpace } from '#plan/space.ts';
import type { Axis, Slot, Space } from '#plan/space.ts';

/** The most videos that can be no more alike than allowed, and what is the reason. */
export type Ceiling = {
  videos: bigint;
  /** Slots whose pictures must not come together twice. */
  slots: number[];
  /** The factors, and `wording`, that were taken to be the same with it. */
  same: Axis['kind'][];
  /** What words and sound alone make of two such videos, 0 to 1. */
  heardAndRead: number;
};

/** Weights are rounded down to this many steps per second, which can only make the bound looser, never wrong. */
const STEPS_PER_SECOND = 50;

/**
 * An upper bound on how many videos can pairwise stay under the allowed likeness; undefined when nothing is forbidden.
 *
 * Take videos with the same wordings, voice or music. They are alike by that much already, which leaves so much for
 * pictures: there cannot be more of them than ways to keep to it, and not more videos than that for each such choice.
 */
export function shareCeiling(space: Space): Ceiling | undefined {
  const whole = ceilingOf(space);
  // Videos that leave out something are at most as many again, for each way to do so.
  const shorter = space.gaps.slice(1).map((gone) => ceilingOf(withoutSlots(space, gone)));
  if (!whole || shorter.includes(undefined)) return undefined;
  return { ...whole, videos: shorter.reduce((sum, one) => sum + one!.videos, whole.videos) };
}

function withoutSlots({ plan, slots }: Space, gone: Uint8Array): Space {
  const isLeft = (id: string) => gone[slots.findIndex((slot) => slot.id === id)] !== 1;
  const shootings = plan.shootings.filter(({ id }) => isLeft(id));
  return buildSpace({ ...plan, gaps: [], shootings, orders: (plan.orders ?? []).map((ids) => ids.filter(isLeft)) });
}

function ceilingOf(space: Space): Ceiling | undefined {
  const { pictureShare, least } = createDraftLikeness(space);
  const limit = space.plan.maxSharePercent / 100;
  const pictures = pictureShare * (hasOtherOrders(space) ? 1 - ORDER_SHARE : 1);
  const has = (kind: Axis['kind']) => space.axes.some((axis) => axis.kind === kind);
  const ways = (kinds: Axis['kind'][]) =>
    space.axes.reduce((product, { kind, size }) => (kinds.includes(kind) ? product * BigInt(size) : product), 1n);
  let best: Ceiling | undefined;
  for (const same of subsetsOf((['wording', 'voice', 'music', 'pace'] as const).filter(has))) {
    const kinds: Axis['kind'][] = same.includes('wording') ? [...same, 'title'] : [...same];
    const heardAndRead = least({
      wordings: same.includes('wording'),
      voice: same.includes('voice'),
      music: same.includes('music'),
      pace: same.includes('pace'),
    });
    const left = pictures > 0 ? (limit - heardAndRead) / pictures : limit >= heardAndRead ? 1 : -1;
    const slots = left < 0 ? [] : pictureCover(space, left);
    if (!slots) continue;
    const videos = slots.reduce((product, slot) => product * BigInt(distinctPictures(space.slots[slot]!)), ways(kinds));
    if (!best || videos < best.videos) best = { videos, slots, same: kinds, heardAndRead };
  }
  return best;
}

/** Whether two videos can show the same pictures in another order, which makes them a little less alike. */
function hasOtherOrders({ slots, axes }: Space): boolean {
  const places = slots.map(({ choices }) => new Set(choices.map(({ clip }) => clip.content)));
  return (
    axes.some(({ kind }) => kind === 'order') ||
    places.some((one, n) => places.slice(n + 1).some((other) => !one.isDisjointFrom(other)))
  );
}

function subsetsOf<T>(items: T[]): T[][] {
  return items.reduce<T[][]>((all, item) => [...all, ...all.map((one) => [...one, item])], [[]]);
}

/**
 * The slots with the fewest choices that together last longer than this share: two videos with the same pictures in all
 * of them share too much. Undefined when even all of them do not.
 */
function pictureCover({ slots }: Space, share: number): number[] | undefined {
  const shortest = slots.map((slot) => Math.min(...slot.choices.map((choice) => choice.minSeconds)));
  const longest = slots.map((slot) => Math.max(...slot.choices.map((choice) => choice.maxSeconds)));
  // Slots S share too much when shortest(S) > share × (shortest(S) + longest(rest)); rearranged so that each slot adds its own weight.
  const limit = Math.floor(share * sum(longest) * STEPS_PER_SECOND + 1e-6) + 1;
  const weights = slots.map((_, i) =>
    Math.floor(((1 - share) * shortest[i]! + share * longest[i]!) * STEPS_PER_SECOND + 1e-6),
  );
  if (sum(weights) < limit) return undefined;
  const costs = slots.map((slot) => Math.log(distinctPictures(slot)));
  return cheapestCover(weights, costs, limit);
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
