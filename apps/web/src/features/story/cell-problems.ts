import type { FactAcceptance, FactSheet, StoryRow } from '@mixreel/contract';
import { checkSheet, isBroken, type SheetProblem } from '@mixreel/contract/fact';
import { SAID_FIELDS, type SaidField } from '@mixreel/contract/story';
import { rewriteTaboo, type TabooFound } from '@mixreel/contract/taboo';
import type { CellMark, RowMarks } from '#ui/grid/column.ts';

/** Something in a cell that somebody should look at. */
export type CellProblem = {
  field: SaidField;
  start: number;
  end: number;
  message: string;
  /** The whole text put right, and what then stands in that place; null when only a person can. */
  fix: { text: string; put: string } | null;
  /** What the sheet says instead, and who lets it be. */
  fact: { said: string; sheet: string; is_broken: boolean; accepted: FactAcceptance | null } | null;
  /** The forbidden word that it is about: the owner of the space may allow it. */
  word: string | null;
};

export type RowProblems = { problems: readonly CellProblem[]; marks: RowMarks };
export type Find = (text: string) => TabooFound[];

const known = new WeakMap<StoryRow, { sheet: FactSheet; find: Find; found: RowProblems }>();

/** What is wrong with the words of a row; of one that stayed as it was, the very same as before. */
export function problemsOf(row: StoryRow, sheet: FactSheet, find: Find): RowProblems {
  const before = known.get(row);
  if (before && before.sheet === sheet && before.find === find) return before.found;
  const problems = SAID_FIELDS.flatMap((field) => {
    const text = row[field];
    const facts = checkSheet(text, row.row_id, sheet).map((one) => ofFact(field, text, one));
    return [...facts, ...find(text).map((one) => ofTaboo(field, text, one))];
  });
  const marks = Object.fromEntries(
    [...Map.groupBy(problems, ({ field }) => field)].map(([field, all]) => [field, all.map(markOf)]),
  );
  const found = { problems, marks };
  known.set(row, { sheet, find, found });
  return found;
}

/** The row with everything put right that one click can. Each correction moves what stands behind it. */
export function mendedRow(row: StoryRow, sheet: FactSheet, find: Find): StoryRow {
  let now = row;
  for (let n = 0; n < 50; n += 1) {
    const open = problemsOf(now, sheet, find).problems.find(isOpen);
    if (!open?.fix || open.fix.text === now[open.field]) break;
    now = { ...now, [open.field]: open.fix.text };
  }
  return now;
}

/** What one click puts right, and nobody lets be. */
export function isOpen({ fix, fact }: CellProblem): boolean {
  return fix !== null && !fact?.accepted;
}

function ofFact(field: SaidField, text: string, problem: SheetProblem): CellProblem {
  const { start, end, said, sheet, message, fixed, kind, accepted } = problem;
  const put = fixed?.slice(start, fixed.length - (text.length - end)) ?? '';
  return {
    field,
    start,
    end,
    message,
    fix: fixed === null ? null : { text: fixed, put },
    fact: kind === 'changed' ? { said, sheet, is_broken: isBroken(problem), accepted } : null,
    word: null,
  };
}

function ofTaboo(field: SaidField, text: string, found: TabooFound): CellProblem {
  const { start, end, word, reason, suggestion, to } = found;
  const advice = suggestion ? `可改为：${suggestion}` : '请删去这个说法';
  return {
    field,
    start,
    end,
    message: `「${word}」${reason}，${advice}`,
    fix: { text: rewriteTaboo(text, [found]), put: to },
    fact: null,
    word,
  };
}

function markOf({ start, end, message, fact, word }: CellProblem): CellMark {
  const tone = fact?.is_broken ? 'bad' : word !== null ? 'warning' : 'quiet';
  const label = fact?.accepted ? `${message}，${fact.accepted.accepted_by_name}接受了这个说法` : message;
  return { start, end, tone, label };
}
