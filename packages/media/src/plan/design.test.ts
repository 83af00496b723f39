import { expect, test } from 'vitest';
import { designedDrafts } from '#plan/design.ts';
import { FIELD_SIZES, createField } from '#plan/field.ts';
import { plainPlan } from '#plan/random-plans.ts';
import { createRandom } from '#plan/random.ts';
import { buildSpace } from '#plan/space.ts';

test.each(FIELD_SIZES)('in the field of %i numbers every number can be divided by every other but 0', (size) => {
  const { add, multiply } = createField(size);
  const numbers = Array.from({ length: size }, (_, i) => i);
  for (const a of numbers) {
    expect(new Set(numbers.map((b) => add(a, b))).size).toBe(size);
    expect(new Set(numbers.map((b) => multiply(a, b))).size).toBe(a === 0 ? 1 : size);
    expect(multiply(a, add(1, size - 1))).toBe(add(a, multiply(a, size - 1)));
  }
});

test.each([
  { slots: 5, clips: 4, count: 64, agree: 2 },
  { slots: 6, clips: 4, count: 64, agree: 2 },
  { slots: 6, clips: 5, count: 25, agree: 1 },
  { slots: 10, clips: 9, count: 81, agree: 1 },
])(
  '$count designed videos of $slots × $clips clips agree in at most $agree shots',
  ({ slots, clips, count, agree }) => {
    const space = buildSpace(plainPlan(Array.from({ length: slots }, () => clips)));
    const [drafts = []] = designedDrafts(space, count, createRandom(1));
    const some = drafts.slice(0, count);
    expect(some).toHaveLength(count);
    const same = some.flatMap((a, i) =>
      some.slice(0, i).map((b) => a.filter((position, slot) => position === b[slot]).length),
    );
    expect(Math.max(...same)).toBe(agree);
  },
);
