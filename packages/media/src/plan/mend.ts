import { combinationOf, draftOf, isBlocked, isSame, type Draft } from '#plan/draft.ts';
import { comparePairs, outlookReader } from '#plan/likeness.ts';
import type { Combination, MixPlan } from '#plan/mix.ts';
import type { Outlook } from '#plan/predict.ts';
import { buildSpace } from '#plan/space.ts';
import type { Axis, Space } from '#plan/space.ts';

type Mending = {
  /** Two that are as alike as this, 0 to 1, are too alike. */
  limit: number;
  /** What is changed should be below it by so much: what is measured differs a little from what is foretold. */
  margin?: number;
  /** Videos, by their place, that are changed last: there are files of them. */
  made?: number[];
  /** Combinations that are not wanted. */
  avoid?: Combination[];
};

/** A video that was changed: by its place, and what it is now. */
export type Mended = { index: number; picks: Combination };

/**
 * Changes as little as possible in as few videos as possible until no two are too alike: again and again the video that is
 * in most such pairs, choice by choice. One that cannot be helped stays as it is, and others move away
 * from it. Videos that the plan no longer knows are left alone.
 */
export function mendVideos(
  plan: MixPlan,
  videos: Combination[],
  { limit, margin = 0, made = [], avoid = [] }: Mending,
): Mended[] {
  const bench = openBench(plan, videos, avoid);
  const stuck = new Set<number>();
  const changed = new Set<number>();
  for (;;) {
    const bad = bench.pairsFrom(limit);
    const cost = (index: number) => Number(made.includes(index)) * videos.length - (bad.get(index) ?? 0);
    const [worst] = [...bad.keys()].filter((index) => !stuck.has(index)).toSorted((a, b) => cost(a) - cost(b) || b - a);
    if (worst === undefined) break;
    if (bench.settle(worst, { limit, margin })) changed.add(worst);
    // Changed once, it is as far from all others as it gets.
    stuck.add(worst);
  }
  return bench.told([...changed]);
}

/** Another clip, or other words, at one place of one video: what makes it least like all others. */
export function replaceAt(
  plan: MixPlan,
  videos: Combination[],
  { index, slotId, avoid = [] }: { index: number; slotId: string; avoid?: Combination[] },
): Mended | null {
  const bench = openBench(plan, videos, avoid);
  const isChanged = bench.changePlace(index, slotId);
  return isChanged ? (bench.told([index])[0] ?? null) : null;
}

function openBench(plan: MixPlan, videos: Combination[], avoid: Combination[]) {
  const space = buildSpace(plan);
  const { read, predictor } = outlookReader(plan);
  const drafts = videos.map((video) => draftOf(space, video));
  const unwanted = avoid.flatMap((video) => draftOf(space, video) ?? []);
  const known = [...drafts.keys()].filter((index) => drafts[index] !== undefined);
  const outlooks = new Map(known.map((index) => [index, read(videos[index]!)]));
  // By the places that are known; what is changed is compared again.
  let pairs: Float64Array[] | undefined;
  const look = (draft: Draft) => read(combinationOf(space, draft));

  /** Likeness with the one that is most like it, and on average, of all others. */
  const judge = (own: Outlook, index: number) => {
    let [most, sum] = [0, 0];
    for (const other of known) {
      if (other === index) continue;
      const value = predictor.likeness(own, outlooks.get(other)!);
      most = Math.max(most, value);
      sum += value;
    }
    return { most, mean: sum / Math.max(1, known.length - 1) };
  };
  const isNew = (draft: Draft, index: number) =>
    !unwanted.some((other) => isSame(other, draft)) &&
    known.every((other) => other === index || !isSame(drafts[other]!, draft));

  /** The change of one choice that helps most; undefined when none does. */
  const bestChange = (draft: Draft, index: number, axes: number[], now: { most: number; mean: number }) => {
    let best: { draft: Draft; most: number; mean: number } | undefined;
    for (const axis of axes) {
      for (let position = 0; position < space.axes[axis]!.size; position++) {
        if (position === draft[axis] || isBlocked(space, draft, axis, position)) continue;
        const next = draft.slice();
        next[axis] = position;
        const value = judge(look(next), index);
        if (isLess(value, best ?? now) && isNew(next, index)) best = { draft: next, ...value };
      }
    }
    return best;
  };
  /** The draft with every choice of an axis that may stand beside the others. */
  const positions = (draft: Draft, axis: number): Draft[] =>
    Array.from({ length: space.axes[axis]!.size }, (_, n) => n)
      .filter((position) => !isBlocked(space, draft, axis, position))
      .map((position) => draft.with(axis, position));
  const take = (index: number, draft: Draft) => {
    drafts[index] = draft;
    const own = look(draft);
    outlooks.set(index, own);
    const place = known.indexOf(index);
    for (const [n, other] of known.entries()) {
      if (pairs && n !== place) pairs[n]![place] = pairs[place]![n] = predictor.likeness(own, outlooks.get(other)!);
    }
  };

  return {
    /** In how many pairs that are as alike as the limit each video is, where it is in any. */
    pairsFrom(limit: number): Map<number, number> {
      pairs ??= comparePairs([...outlooks.values()], predictor);
      const counts = pairs.map((row, n) => row.reduce((sum, value, m) => sum + Number(m !== n && value >= limit), 0));
      return new Map(known.flatMap((index, n) => (counts[n]! > 0 ? [[index, counts[n]!]] : [])));
    },
    /** Changes one choice after another until the video is well below the limit; false, and as it was, when it never is below. */
    settle(index: number, { limit, margin }: { limit: number; margin: number }): boolean {
      let draft = drafts[index]!;
      let now = judge(outlooks.get(index)!, index);
      for (let steps = 0; now.most >= limit - margin && steps < 2 * space.axes.length; steps++) {
        const next = bestChange(draft, index, [...space.axes.keys()], now);
        if (!next) break;
        ({ draft } = next);
        now = next;
      }
      if (now.most >= limit) return false;
      take(index, draft);
      return true;
    },
    /** Another picture here where there is one, with whatever words suit; else other words. */
    changePlace(index: number, slotId: string): boolean {
      const draft = drafts[index];
      const [first, ...rest] = axesAt(space, slotId);
      if (!draft || first === undefined) return false;
      let options = positions(draft, first).filter((option) => option[first] !== draft[first]);
      for (const axis of rest) options = options.flatMap((option) => positions(option, axis));
      const judged = options
        .filter((option) => isNew(option, index))
        .map((option) => ({ option, ...judge(look(option), index) }));
      const best = judged.reduce<(typeof judged)[number] | undefined>(
        (found, one) => (!found || isLess(one, found) ? one : found),
        undefined,
      );
      if (best) take(index, best.option);
      return best !== undefined;
    },
    told: (indices: number[]): Mended[] =>
      indices.map((index) => ({ index, picks: combinationOf(space, drafts[index]!) })),
  };
}

/** What can be chosen at a place, pictures before words; or, where that is a factor's name, the factor. */
function axesAt({ axes, slots }: Space, slotId: string): number[] {
  const isThere = (axis: Axis) => ('slot' in axis ? slots[axis.slot]!.id === slotId : axis.kind === slotId);
  return [...axes.keys()].filter((n) => isThere(axes[n]!) && axes[n]!.size > 1);
}

function isLess(a: { most: number; mean: number }, b: { most: number; mean: number }): boolean {
  return a.most < b.most - 1e-9 || (a.most <= b.most + 1e-9 && a.mean < b.mean - 1e-9);
}
