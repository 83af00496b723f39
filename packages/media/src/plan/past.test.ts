import { expect, test } from 'vitest';
import { planCandidates } from '#plan/candidates.ts';
import { forecaster } from '#plan/forecast.ts';
import { likeness } from '#plan/likeness.ts';
import type { Combination } from '#plan/mix.ts';
import { plainPlan } from '#plan/random-plans.ts';

const plan = plainPlan([4, 4, 4, 4], 100);
const choose = (seed: number, past: Combination[] = []) =>
  planCandidates({ ...plan, past: past.map(forecaster(plan)) }, { count: 12, seed }).map(({ picks }) => picks);

/** How alike each of these is to the one of the others that is most like it, on average. */
function closeness(videos: Combination[], others: Combination[]): number {
  const most = videos.map((video) => Math.max(...others.map((other) => likeness(plan, video, other))));
  return most.reduce((sum, value) => sum + value, 0) / most.length;
}

test('what was exported before is avoided where there is a choice', () => {
  const before = choose(1);
  const heedless = closeness(choose(2), before);
  const heedful = choose(2, before);
  expect(heedful).toHaveLength(12);
  expect(closeness(heedful, before)).toBeLessThan(heedless - 0.05);
  expect(heedful.flatMap((one) => before.map((other) => likeness(plan, one, other)))).not.toContain(1);
});

test('videos of other films change nothing', () => {
  const shown = [{ content: 'elsewhere', fromSeconds: 0, toSeconds: 9, seconds: 9 }];
  const past = [{ shown, said: [], own: [], music: null, text: '' }];
  const chosen = planCandidates({ ...plan, past }, { count: 12, seed: 3 }).map(({ picks }) => picks);
  expect(chosen).toEqual(choose(3));
});
