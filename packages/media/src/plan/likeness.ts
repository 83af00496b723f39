import { forecaster } from '#plan/forecast.ts';
import type { Combination, MixPlan } from '#plan/mix.ts';
import { createPredictor, type Outlook, type Predictor } from '#plan/predict.ts';

/**
 * How alike the judge will find two videos of a plan, 0 to 1: pictures, sound and words, weighed as it weighs them.
 *
 * Pictures count wherever they stand, and also when two different clips cut the same seconds of one source.
 */
export function likeness(plan: MixPlan, a: Combination, b: Combination): number {
  const { read, predictor } = outlookReader(plan);
  return predictor.likeness(read(a), read(b));
}

/** Likeness of every pair: `matrix[i][j]`, with 1 on the diagonal. */
export function likenessMatrix(plan: MixPlan, combinations: Combination[]): number[][] {
  const { read, predictor } = outlookReader(plan);
  return comparePairs(combinations.map(read), predictor).map((row) => [...row]);
}

export function comparePairs(videos: Outlook[], { likeness: compare }: Predictor): Float64Array[] {
  const rows = videos.map(() => new Float64Array(videos.length).fill(1));
  for (let i = 0; i < videos.length; i++) {
    for (let j = i + 1; j < videos.length; j++) rows[i]![j] = rows[j]![i] = compare(videos[i]!, videos[j]!);
  }
  return rows;
}

/** How alike a video is to the one of its set that is most like it, by its place, and to all on average. */
export type Closeness = { most: number; mean: number; closest: number };

/** How close each of these videos is to the others of them. */
export function closenessOf(plan: MixPlan, combinations: Combination[]): Closeness[] {
  const { read, predictor } = outlookReader(plan);
  return closenessIn(comparePairs(combinations.map(read), predictor), [...combinations.keys()]);
}

/** The same of some, in this order, where all pairs were compared. */
export function closenessIn(pairs: Float64Array[], some: number[]): Closeness[] {
  return some.map((i, n) => {
    const row = pairs[i]!;
    let [most, sum, closest] = [0, 0, -1];
    for (const [m, j] of some.entries()) {
      if (m === n) continue;
      sum += row[j]!;
      if (closest >= 0 && row[j]! <= most) continue;
      most = row[j]!;
      closest = m;
    }
    return { most, mean: sum / Math.max(1, some.length - 1), closest };
  });
}

/** Likeness of the two that are most alike; 0 where there are fewer than two. */
export function mostLikeness(plan: MixPlan, combinations: Combination[]): number {
  const { read, predictor } = outlookReader(plan);
  const videos = combinations.map(read);
  let most = 0;
  for (const [i, a] of videos.entries()) {
    for (let j = 0; j < i; j++) most = Math.max(most, predictor.likeness(a, videos[j]!));
  }
  return most;
}

/** What turns combinations of a plan into something that its predictor can compare. */
export function outlookReader(plan: MixPlan): { read(combination: Combination): Outlook; predictor: Predictor } {
  const predictor = createPredictor(plan.weights);
  const foretell = forecaster(plan);
  return { read: (combination) => predictor.read(foretell(combination)), predictor };
}
