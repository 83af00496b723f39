import { expect, test } from 'vitest';
import { countCombinations } from '#plan/count.ts';
import { everyCombination, plainPlan, randomPlan } from '#plan/random-plans.ts';
import { buildSpace } from '#plan/space.ts';

const seeds = Array.from({ length: 300 }, (_, seed) => seed);

test('the count equals the number of combinations found by trying all', () => {
  for (const seed of seeds) {
    const plan = { ...randomPlan(seed), allowRepeats: true };
    expect({ seed, ...countCombinations(buildSpace(plan)) }).toEqual({
      seed,
      combinations: BigInt(everyCombination(plan).length),
      isExact: true,
    });
  }
});

test('numbers beyond what a double can hold are exact', () => {
  const plan = plainPlan(Array.from({ length: 40 }, () => 200));
  expect(countCombinations(buildSpace(plan)).combinations).toBe(200n ** 40n);
});

test('the same ten clips in three shots without repeats give 10 × 9 × 8 videos', () => {
  const clips = plainPlan([10]).shootings[0]!.clips;
  const shootings = ['a', 'b', 'c'].map((id) => ({ id, clips, duration: { rule: 'clip' as const } }));
  const space = buildSpace({ shootings, maxSharePercent: 60, allowRepeats: false });
  expect(countCombinations(space)).toEqual({ combinations: 720n, isExact: true });
});

test('a tangle too large to count gives an upper bound and says so', () => {
  const clips = plainPlan([40]).shootings[0]!.clips;
  const shootings = Array.from({ length: 12 }, (_, i) => ({ id: `s${i}`, clips, duration: { rule: 'clip' as const } }));
  const count = countCombinations(buildSpace({ shootings, maxSharePercent: 60, allowRepeats: false }));
  expect(count.isExact).toBe(false);
  const exact = Array.from({ length: 12 }, (_, i) => BigInt(40 - i)).reduce((product, value) => product * value, 1n);
  expect(count.combinations).toBeGreaterThanOrEqual(exact);
  expect(count.combinations).toBeLessThanOrEqual(40n ** 12n);
});
