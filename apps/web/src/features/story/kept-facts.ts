import { EMPTY_BRIEF, type Fact, FACTS_MAX, type StoryBrief } from '@mixreel/contract';
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

const OFFER = /减|送|赠|半价|折|券|返/u;
const ONE_LINE_MAX = 60;
const POINTS_MAX = 10;

/** What is known of the product where nobody wrote a brief: its locked facts, as the sheet said them. */
export function briefOfFacts(facts: readonly Fact[]): StoryBrief | null {
  const locked = facts.filter((fact) => fact.locked);
  const name = locked.find(({ kind }) => kind === 'name')?.text ?? '';
  const said = [
    ...new Set(locked.flatMap(({ kind, text, source }) => (kind === 'name' ? [] : [source?.sentence.trim() || text]))),
  ].filter((sentence) => sentence.length <= ONE_LINE_MAX);
  if (name === '' && said.length === 0) return null;
  const promotion = said.find((sentence) => OFFER.test(sentence)) ?? '';
  const isPrice = (sentence: string) =>
    locked.some(({ kind, text }) => kind === 'price' && sentence.includes(text)) && !OFFER.test(sentence);
  const price = said.find(isPrice) ?? '';
  const points = said.filter((sentence) => sentence !== price && sentence !== promotion).slice(0, POINTS_MAX);
  return { ...EMPTY_BRIEF, name, price, promotion, points };
}
