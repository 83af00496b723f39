import { expect, test } from 'vitest';
import { forecaster } from '#plan/forecast.ts';
import { likeness, likenessMatrix } from '#plan/likeness.ts';
import type { MixPlan } from '#plan/mix.ts';
import { everyCombination, plainPlan, randomPlan } from '#plan/random-plans.ts';

const pick = (shot: number, clip: number) => ({ slotId: `s${shot}`, clipId: `s${shot}c${clip}` });

test('two videos that share one shot of four are 25 % alike', () => {
  const plan = plainPlan([2, 2, 2, 2]);
  const a = [pick(0, 0), pick(1, 0), pick(2, 0), pick(3, 0)];
  const b = [pick(0, 0), pick(1, 1), pick(2, 1), pick(3, 1)];
  expect(likeness(plan, a, b)).toBeCloseTo(0.25);
});

test('a long shared shot counts more than a short one', () => {
  const plan = plainPlan([2, 2]);
  plan.shootings[0]!.duration = { rule: 'fixed', seconds: 9 };
  plan.shootings[1]!.duration = { rule: 'fixed', seconds: 1 };
  expect(likeness(plan, [pick(0, 0), pick(1, 0)], [pick(0, 0), pick(1, 1)])).toBeCloseTo(0.9);
});

test('two clips that cut the same seconds of one source count as the same pictures', () => {
  const plan: MixPlan = {
    maxSharePercent: 60,
    shootings: [
      {
        id: 's0',
        duration: { rule: 'clip' },
        clips: [
          { id: 's0c0', content: 'x', startSeconds: 0, endSeconds: 4 },
          { id: 's0c1', content: 'x', startSeconds: 3, endSeconds: 7 },
          { id: 's0c2', content: 'x', startSeconds: 4, endSeconds: 8 },
        ],
      },
    ],
  };
  // One second of four, and three quarters of a second that look like it.
  expect(likeness(plan, [pick(0, 0)], [pick(0, 1)])).toBeCloseTo(1.75 / 4);
  expect(likeness(plan, [pick(0, 0)], [pick(0, 2)])).toBe(0);
});

test('seconds that the other video shows twice count once', () => {
  const plan = plainPlan([1, 1, 1, 1]);
  for (const [shot, [startSeconds, endSeconds]] of [
    [0, 4],
    [0, 2],
    [1, 3],
    [10, 14],
  ].entries()) {
    plan.shootings[shot]!.clips[0] = {
      id: `s${shot}c0`,
      content: 'x',
      startSeconds: startSeconds!,
      endSeconds: endSeconds!,
    };
  }
  expect(likeness(plan, [pick(0, 0), pick(3, 0)], [pick(1, 0), pick(2, 0), pick(3, 0)])).toBeCloseTo(1);
  plan.shootings[3]!.clips[0]!.content = 'y';
  expect(likeness(plan, [pick(0, 0)], [pick(1, 0), pick(2, 0), pick(3, 0)])).toBeCloseTo(3.75 / 4);
});

test('pictures count wherever they stand in the video', () => {
  const plan = plainPlan([2, 2]);
  plan.shootings[1]!.clips[1]!.content = 's0c0';
  expect(likeness(plan, [pick(0, 0), pick(1, 0)], [pick(0, 1), pick(1, 1)])).toBeCloseTo(0.5);
});

test('a short video inside a long one is wholly alike', () => {
  const plan = plainPlan([1, 2]);
  plan.shootings[1]!.clips[0]!.content = 's0c0';
  expect(likeness(plan, [pick(0, 0), pick(1, 0)], [pick(0, 0), pick(1, 1)])).toBe(1);
});

test('likeness is symmetric, between 0 and 1, and 1 with itself, for any plan', () => {
  for (let seed = 0; seed < 150; seed++) {
    const plan = randomPlan(seed);
    const videos = everyCombination(plan).slice(0, 12);
    const matrix = likenessMatrix(plan, videos);
    for (const [i, a] of videos.entries()) {
      expect(likeness(plan, a, a)).toBeCloseTo(1);
      for (const [j, b] of videos.entries()) {
        expect(matrix[i]![j]).toBe(matrix[j]![i]);
        expect(matrix[i]![j]).toBeGreaterThanOrEqual(0);
        expect(matrix[i]![j]).toBeLessThanOrEqual(1);
        expect(likeness(plan, b, a)).toBeCloseTo(matrix[i]![j]!);
      }
    }
  }
});

test('a narration decides the length of its shot, and the clip does where there is none', () => {
  const plan = plainPlan([1, 1]);
  plan.shootings[0] = { ...plan.shootings[0]!, duration: { rule: 'narration' }, scripts: [{ id: 't', seconds: 5.5 }] };
  plan.shootings[1]!.duration = { rule: 'narration' };
  const { shown: shots } = forecaster(plan)([{ ...pick(0, 0), scriptId: 't' }, pick(1, 0)]);
  expect(shots.map(({ seconds }) => seconds)).toEqual([5.5, 3]);
});
