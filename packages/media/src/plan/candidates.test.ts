import { expect, test } from 'vitest';
import { planCandidates } from '#plan/candidates.ts';
import type { Candidate } from '#plan/candidates.ts';
import { likenessMatrix } from '#plan/likeness.ts';
import { reportLimits } from '#plan/limits.ts';
import type { MixPlan } from '#plan/mix.ts';
import { everyCombination, plainClip, plainPlan, randomPlan } from '#plan/random-plans.ts';
import { signatureOf } from '#plan/signature.ts';

test('whatever the plan, candidates are allowed, different, within the share and as many as promised at most', () => {
  for (let seed = 0; seed < 100; seed++) {
    const plan = randomPlan(seed);
    const allowed = new Set(everyCombination(plan).map(signatureOf));
    const candidates = planCandidates(plan, { count: 12, seed });
    const signatures = candidates.map((candidate) => candidate.signature);

    expect(new Set(signatures).size).toBe(candidates.length);
    expect(signatures.filter((signature) => !allowed.has(signature))).toEqual([]);
    expect(candidates.length).toBeLessThanOrEqual(Number(reportLimits(plan).ceiling));
    expect(worst(plan, candidates)).toBeLessThanOrEqual(plan.maxSharePercent / 100 + 1e-6);
    expect(candidates.length > 0).toBe(reportLimits(plan).combinations > 0n);
  }
});

test('every combination comes out when all are asked for and everything may be shared', () => {
  for (let seed = 0; seed < 30; seed++) {
    const plan = { ...randomPlan(seed), maxSharePercent: 100, allowRepeats: true };
    const all = everyCombination(plan).map(signatureOf).toSorted();
    const found = planCandidates(plan, { count: 2000 }).map((candidate) => candidate.signature);
    expect(found.toSorted()).toEqual(all);
  }
});

test('five shots of four clips give 50 videos that share at most 40 %', () => {
  const plan = plainPlan([4, 4, 4, 4, 4], 40);
  const candidates = planCandidates(plan, { count: 50 });
  expect(candidates).toHaveLength(50);
  expect(worst(plan, candidates)).toBeCloseTo(0.4);
  expect(unevenness(plan, candidates)).toBeLessThanOrEqual(1);
});

test.each([
  { sizes: [4, 4, 4, 4, 4, 4], count: 20, most: 0.334 },
  { sizes: [4, 4, 4, 4, 4, 4], count: 50, most: 0.334 },
  { sizes: [5, 5, 5, 5, 5, 5, 5, 5], count: 100, most: 0.376 },
  { sizes: [3, 4, 5, 4, 3, 4, 5, 4], count: 50, most: 0.501 },
])('$count videos of $sizes share at most $most and use clips evenly', ({ sizes, count, most }) => {
  const plan = plainPlan(sizes);
  const candidates = planCandidates(plan, { count });
  expect(candidates).toHaveLength(count);
  expect(worst(plan, candidates)).toBeLessThanOrEqual(most);
  expect(unevenness(plan, candidates)).toBeLessThanOrEqual(2);
});

test('a share that cannot quite be met leaves out few videos', () => {
  const plan = plainPlan([3, 4, 5, 4, 3, 4, 5, 4], 40);
  const candidates = planCandidates(plan, { count: 50 });
  expect(candidates.length).toBeGreaterThanOrEqual(46);
  expect(worst(plan, candidates)).toBeLessThanOrEqual(0.4);
});

test('a share that is hard to meet still gives ten videos where ten are known to exist', () => {
  const plan = plainPlan([1, 3, 4, 2, 4, 3, 2], 50);
  for (const [shot, seconds] of [2, 3.3, 3.3, 3.3, 3.3, 3.3, 2].entries()) {
    plan.shootings[shot]!.duration = { rule: 'fixed', seconds };
  }
  const candidates = planCandidates(plan, { count: 50 });
  expect(candidates.length).toBeGreaterThanOrEqual(10);
  expect(worst(plan, candidates)).toBeLessThanOrEqual(0.5);
});

test('nine shots of ten clips give eighty videos of which two never share more than one shot', () => {
  const plan = plainPlan(
    Array.from({ length: 9 }, () => 10),
    20,
  );
  const candidates = planCandidates(plan, { count: 200 });
  expect(candidates.length).toBeGreaterThanOrEqual(80);
  expect(worst(plan, candidates)).toBeCloseTo(1 / 9);
});

test.each([[[5, 6, 7, 5]], [[3, 3, 3]], [[3, 3, 3, 3, 3]]])(
  'the same seed gives the same plan, another seed another one: %s',
  (sizes) => {
    const plan = plainPlan(sizes, 70);
    const names = (seed: string) => planCandidates(plan, { count: 12, seed }).map((candidate) => candidate.signature);
    expect(names('a')).toEqual(names('a'));
    expect(names('a').toSorted()).not.toEqual(names('b').toSorted());
  },
);

test('videos chosen before stay when a clip is added, and the new clip is used', () => {
  const plan = plainPlan([4, 4, 4, 4, 4]);
  const before = planCandidates(plan, { count: 30 });
  plan.shootings[2]!.clips.push(plainClip('new'));

  const after = planCandidates(plan, { count: 40, keep: before.map((candidate) => candidate.picks) });
  expect(after.slice(0, 30).map(({ picks }) => picks)).toEqual(before.map(({ picks }) => picks));
  expect(after).toHaveLength(40);
  expect(after.slice(30).filter(({ picks }) => picks[2]!.clipId === 'new').length).toBeGreaterThanOrEqual(3);
});

test('kept videos that the plan no longer allows are given up', () => {
  const plan = plainPlan([3, 3, 3]);
  const before = planCandidates(plan, { count: 9 }).map((candidate) => candidate.picks);
  const after = planCandidates({ ...plan, excludedClipIds: ['s1c0'] }, { count: 9, keep: before });
  const usable = before.filter((picks) => picks[1]!.clipId !== 's1c0');
  expect(after.slice(0, usable.length).map(({ picks }) => picks)).toEqual(usable);
  expect(after.some(({ picks }) => picks[1]!.clipId === 's1c0')).toBe(false);
});

test('what was chosen before stays only while it shares no more than is allowed now; what is made stays anyway', () => {
  const plan = plainPlan([4, 4, 4, 4, 4], 60);
  const before = planCandidates(plan, { count: 50 }).map(({ picks }) => picks);
  const strict = { ...plan, maxSharePercent: 20 };
  const after = planCandidates(strict, { count: 50, keep: before });
  expect(worst(strict, after)).toBeLessThanOrEqual(0.2);
  expect(after.length).toBeGreaterThanOrEqual(planCandidates(strict, { count: 50 }).length);
  const few = planCandidates(strict, { count: 3, keep: before });
  expect(few[0]!.picks).toEqual(before[0]);
  const made = before.map(signatureOf);
  expect(planCandidates(strict, { count: 50, keep: before, made }).map(({ picks }) => picks)).toEqual(before);
});

test('what is not wanted is never chosen, and others take its place', () => {
  const plan = plainPlan([3, 3, 3], 40);
  const all = planCandidates(plan, { count: 20 });
  expect(all).toHaveLength(9);
  const avoid = all.slice(0, 3).map(({ picks }) => picks);
  const keep = all.slice(3).map(({ picks }) => picks);
  for (const request of [{ keep }, {}]) {
    const signatures = planCandidates(plan, { count: 20, avoid, ...request }).map(({ signature }) => signature);
    expect(signatures.filter((signature) => avoid.map(signatureOf).includes(signature))).toEqual([]);
    expect(signatures.length).toBeGreaterThanOrEqual(request.keep ? 6 : 8);
  }
  const free = plainPlan([2, 2], 100);
  const [first] = planCandidates(free, { count: 10 });
  expect(planCandidates(free, { count: 10, avoid: [first!.picks] })).toHaveLength(3);
});

test('script variants are used evenly', () => {
  const plan = plainPlan([5, 5, 5]);
  plan.shootings[0]!.scripts = ['x', 'y', 'z'].map((id) => ({ id, seconds: 3 }));
  const scripts = planCandidates(plan, { count: 21 }).map(({ picks }) => picks[0]!.scriptId);
  const uses = ['x', 'y', 'z'].map((id) => scripts.filter((script) => script === id).length);
  expect(uses).toEqual([7, 7, 7]);
});

test('the first few candidates are the least alike', () => {
  const plan = plainPlan([4, 4, 4, 4, 4]);
  const candidates = planCandidates(plan, { count: 50 });
  expect(worst(plan, candidates.slice(0, 4))).toBe(0);
});

test('200 videos out of 10^9 take less than a second of computing', () => {
  const plan = plainPlan(Array.from({ length: 9 }, () => 10));
  const seconds = [1, 2].map((seed) => {
    const start = process.cpuUsage();
    const candidates = planCandidates(plan, { count: 200, seed });
    const { user } = process.cpuUsage(start);
    expect(candidates).toHaveLength(200);
    expect(worst(plan, candidates)).toBeLessThanOrEqual(0.223);
    expect(unevenness(plan, candidates)).toBeLessThanOrEqual(3);
    return user / 1e6;
  });
  expect(Math.min(...seconds)).toBeLessThan(1);
});

function worst(plan: MixPlan, candidates: Candidate[]): number {
  const matrix = likenessMatrix(
    plan,
    candidates.map(({ picks }) => picks),
  );
  return Math.max(0, ...matrix.flatMap((row, i) => row.filter((_, j) => j !== i)));
}

function unevenness({ shootings }: MixPlan, candidates: Candidate[]): number {
  const spreads = shootings.map(({ clips }, slot) => {
    const uses = clips.map(({ id }) => candidates.filter(({ picks }) => picks[slot]!.clipId === id).length);
    return Math.max(...uses) - Math.min(...uses);
  });
  return Math.max(...spreads);
}

test('no two neighbours begin with the same shot where there is another one to begin with', () => {
  for (const [sizes, count] of [
    [[2, 4, 4], 12],
    [[3, 3, 3], 9],
    [[4, 4, 4, 4], 20],
  ] as const) {
    const chosen = planCandidates(plainPlan([...sizes], 70), { count });
    const begins = chosen.map(({ picks }) => picks[0]!.clipId);
    expect(chosen.length).toBeGreaterThanOrEqual(8);
    expect(begins.filter((clip, n) => clip === begins[n - 1])).toEqual([]);
  }
});
