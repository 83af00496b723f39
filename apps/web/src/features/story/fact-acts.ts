import type { Fact, FactAcceptance } from '@mixreel/contract';
import { diffText } from '@mixreel/document';
import type { DocumentDesk } from '#features/document/document-desk.ts';
import { acceptance } from '#features/fact/acceptance.ts';
import { edit, readStory } from './board.ts';
import type { CellProblem } from './cell-problems.ts';

/** Puts a cell right, as a step of its own. Nothing where somebody has written in it since. */
export function putRight({ live, act }: DocumentDesk, row_id: string, { field, fix }: CellProblem, was: string): void {
  const before = live.view.getState().state['row']?.[row_id]?.[field];
  if (!fix || before !== was) return;
  act([{ do: 'type', table: 'row', id: row_id, path: [field], edit: diffText(was, fix.text) }]);
}

/** Lets a cell say otherwise than the sheet, in the name of whoever is signed in. */
export function accept({ act }: DocumentDesk, row_id: string, said: string, sheet: string): void {
  const made = acceptance(row_id, said, sheet);
  if (!made) return;
  const { acceptance_id: id, ...record } = made;
  act([{ do: 'add', table: 'acceptance', id, record }]);
}

export function takeBack({ act }: DocumentDesk, { acceptance_id: id }: FactAcceptance): void {
  act([{ do: 'remove', table: 'acceptance', id }]);
}

export function changeFacts(desk: DocumentDesk, change: (facts: Fact[]) => Fact[]): void {
  edit(desk, { facts: change(readStory(desk.live.view.getState().state).facts) });
}
