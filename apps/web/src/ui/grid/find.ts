import type { GridColumn, Problem } from './column.ts';

type Sheet<Row> = { rows: readonly Row[]; columns: readonly GridColumn<Row>[] };
/** A cell that has the word, and how often. */
export type Found = { row: number; column: number; count: number };

/** Where a word stands, row by row; capital letters are the same as small ones. */
export function findCells<Row>({ rows, columns }: Sheet<Row>, word: string): Found[] {
  if (word === '') return [];
  return rows.flatMap((row, n) =>
    columns.flatMap(({ textOf }, column): Found[] => {
      const count = textOf(row).match(patternOf(word))?.length ?? 0;
      return count > 0 ? [{ row: n, column, count }] : [];
    }),
  );
}

/** Another word in its place, in these cells; what a cell cannot take stays as it was and is told. */
export function replaceIn<Row>(
  { rows, columns }: Sheet<Row>,
  cells: readonly Found[],
  word: string,
  by: string,
): { rows: Row[]; count: number; problems: Problem[] } {
  const made = [...rows];
  const problems: Problem[] = [];
  let count = 0;
  for (const found of cells) {
    const column = columns[found.column];
    const row = made[found.row];
    if (!column || row === undefined) continue;
    const done = column.put(
      row,
      column.textOf(row).replace(patternOf(word), () => by),
    );
    if ('problem' in done) problems.push({ row: found.row, name: column.name, problem: done.problem });
    else {
      made[found.row] = done.row;
      count += found.count;
    }
  }
  return { rows: made, count, problems };
}

function patternOf(word: string): RegExp {
  return new RegExp(word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi');
}
