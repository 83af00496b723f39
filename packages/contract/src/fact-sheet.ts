import { checkFacts } from './fact-check.ts';
import { factsIn } from './fact-find.ts';
import type { FactAcceptance, FactSheet } from './fact-kind.ts';
import { quantitiesIn } from './fact-quantity.ts';
import type { Fact, FactKind, FactProblem } from './fact.ts';

/** What a place says otherwise than the sheet, and who lets it. */
export type SheetProblem = FactProblem & { accepted: FactAcceptance | null };

/** Holds a text against the sheet of its document. Where nothing is locked, nothing is asked. */
export function checkSheet(text: string, place_id: string, { facts, acceptances }: FactSheet): SheetProblem[] {
  if (!/\S/.test(text) || !facts.some(({ locked }) => locked)) return [];
  return checkFacts(text, [...facts]).map((problem) => ({
    ...problem,
    accepted: acceptances.find((one) => one.place_id === place_id && isOf(one, problem)) ?? null,
  }));
}

function isOf({ said, sheet }: FactAcceptance, problem: FactProblem): boolean {
  return said === problem.said && sheet === problem.sheet;
}

/** A number that the sheet does not speak of is to be looked at; saying otherwise than the sheet has to be accepted. */
export function isBroken({ kind, accepted }: SheetProblem): boolean {
  return kind === 'changed' && accepted === null;
}

/** A fact as somebody typed it: a number is held by its value, whatever it is written like. */
export function typedFact(kind: FactKind, text: string, { id, source }: Pick<Fact, 'id' | 'source'>): Fact {
  const said = text.trim();
  const [found] = kind === 'name' || kind === 'claim' ? [] : quantitiesIn(said);
  return { id, kind, text: said, value: found?.value ?? said, unit: found?.unit ?? '', source, locked: true };
}

/** What is new in a sheet that was pasted after another one. */
export function newFacts(text: string, known: readonly Fact[], nextId: () => string): Fact[] {
  const had = new Set(known.map(nameOf));
  return factsIn(text)
    .filter((one) => !had.has(nameOf(one)))
    .map((one) => ({ ...one, id: nextId() }));
}

function nameOf({ kind, unit, value, text }: Fact): string {
  return `${unit} ${value} ${kind === 'name' || kind === 'claim' ? text : ''}`;
}
