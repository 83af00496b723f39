import { type Fact, FACTS_MAX } from '@mixreel/contract';
import { newFacts } from '@mixreel/contract/fact';
import type { Kept } from '#features/writer/WriteDialog.tsx';
import { randomId } from '#lib/random.ts';

/** The facts of a board with those of what was written for it: what was ticked in a sheet, and what the brief says. */
export function withKept(facts: readonly Fact[], { brief, facts: ticked }: Kept): Fact[] {
  const own = ticked
    .filter(
      (one) => !facts.some(({ value, unit, text }) => value === one.value && unit === one.unit && text === one.text),
    )
    .map((one) => ({ ...one, id: randomId(12), locked: true }));
  const all = [...facts, ...own];
  if (!brief) return all.slice(0, FACTS_MAX);
  const { name, price, promotion, points, proofs } = brief;
  const sheet = [`品名：${name}`, price, promotion, ...points, ...proofs].join('\n');
  return [...all, ...newFacts(sheet, all, () => randomId(12))].slice(0, FACTS_MAX);
}
