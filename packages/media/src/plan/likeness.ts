import { forecaster } from '#plan/forecast.ts';
import type { Combination, MixPlan } from '#plan/mix.ts';
import { createPredictor, type Outlook, type Predictor } from '#plan/predict.ts';
import type { Shown } from '#plan/shown.ts';

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
  const videos = combinations.map(read);
  const matrix = videos.map(() => Array.from({ length: videos.length }, () => 1));
  for (const [i, a] of videos.entries()) {
    for (let j = i + 1; j < videos.length; j++) {
      const value = predictor.likeness(a, videos[j]!);
      matrix[i]![j] = value;
      matrix[j]![i] = value;
    }
  }
  return matrix;
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

/** A function that turns combinations of this plan into what their shots show; it throws on a pick the plan does not know. */
export function shotReader(plan: MixPlan): (combination: Combination) => Shown[] {
  const foretell = forecaster(plan);
  return (combination) => foretell(combination).shown;
}
