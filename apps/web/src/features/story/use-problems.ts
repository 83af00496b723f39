import type { FactSheet, StoryRow } from '@mixreel/contract';
import { useEffect, useMemo, useState } from 'react';
import { useTaboo } from '#features/taboo/use-taboo.ts';
import type { RowMarks } from '#ui/grid/column.ts';
import { type CellProblem, problemsOf } from './cell-problems.ts';

/** So long the page may be held up at a time: a board of 500 rows takes several turns. */
const TURN_MS = 8;

type Found = {
  problems: ReadonlyMap<string, readonly CellProblem[]>;
  marks: ReadonlyMap<string, RowMarks>;
};
const NOTHING: Found = { problems: new Map(), marks: new Map() };

/** What is wrong with the words of a board, by row, a moment after they were written. */
export function useProblems(
  rows: readonly StoryRow[],
  facts: FactSheet['facts'],
  acceptances: FactSheet['acceptances'],
): Found {
  const { find } = useTaboo();
  const sheet = useMemo(() => ({ facts, acceptances }), [facts, acceptances]);
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    const [problems, marks] = [new Map<string, readonly CellProblem[]>(), new Map<string, RowMarks>()];
    let next = 0;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const until = performance.now() + TURN_MS;
      while (next < rows.length) {
        const row = rows[next]!;
        const of = problemsOf(row, sheet, find);
        if (of.problems.length > 0) {
          problems.set(row.row_id, of.problems);
          marks.set(row.row_id, of.marks);
        }
        next += 1;
        if (performance.now() > until) break;
      }
      if (next < rows.length) timer = setTimeout(look);
      else setFound((before) => (isSame(before.problems, problems) ? before : { problems, marks }));
    };
    timer = setTimeout(look);
    return () => clearTimeout(timer);
  }, [rows, sheet, find]);
  return found;
}

function isSame(a: Found['problems'], b: Found['problems']): boolean {
  return a.size === b.size && [...a].every(([id, list]) => b.get(id) === list);
}
