import type { GridColumn, Problem } from './column.ts';
import type { Block } from './place.ts';

/** What a gesture makes of the rows: all of it is one step. */
type Sheet<Row> = { rows: readonly Row[]; columns: readonly GridColumn<Row>[] };
type Pasted<Row> = {
  rows: Row[];
  /** What was pasted over. */
  block: Block;
  problems: Problem[];
  /** Rows and columns of the table that found no place. */
  left_out: { rows: number; columns: number };
};

type Paste<Row> = Sheet<Row> & { at: Block; table: readonly (readonly string[])[]; makeRow: () => Row; most: number };

/**
 * A table into the rows, from the upper left corner of what is chosen. One that fits into it several times fills it, rows
 * appear as needed, and what a cell cannot take is told while the rest is pasted.
 */
export function planPaste<Row>({ rows, columns, at, table: given, makeRow, most }: Paste<Row>): Pasted<Row> {
  const table = withoutEmptyEnd(given, rows.length - at.top);
  const width = table.reduce((widest, row) => Math.max(widest, row.length), 0);
  const repeat = (size: number, length: number) => (size > length && size % length === 0 ? size : length);
  const height = repeat(at.bottom - at.top + 1, table.length);
  const across = repeat(at.right - at.left + 1, width);
  const last = Math.min(most, at.top + height);
  const made = [...rows];
  while (made.length < last) made.push(makeRow());
  const problems: Problem[] = [];
  for (let n = at.top; n < last; n += 1) {
    const cells = table[(n - at.top) % table.length] ?? [];
    for (let c = at.left; c < Math.min(columns.length, at.left + across); c += 1) {
      const column = columns[c]!;
      const text = cells[(c - at.left) % width];
      if (text === undefined) continue;
      const done = putInto(column, made[n]!, text);
      if ('row' in done) made[n] = done.row;
      else problems.push({ row: n, name: column.name, problem: done.problem });
    }
  }
  const right = Math.min(columns.length, at.left + across) - 1;
  return {
    rows: made,
    block: { top: at.top, left: at.left, bottom: Math.max(at.top, last - 1), right },
    problems,
    left_out: { rows: at.top + height - last, columns: Math.max(0, at.left + width - columns.length) },
  };
}

/** A whole column of a spreadsheet ends with hundreds of cells without anything: they empty cells, and make no rows. */
function withoutEmptyEnd(table: Paste<unknown>['table'], there: number): Paste<unknown>['table'] {
  const filled = table.findLastIndex((row) => row.some((cell) => cell.trim() !== '')) + 1;
  return table.slice(0, Math.max(1, filled, there));
}

/** Nothing pasted into a cell that has ways of its own says nothing about it. */
function putInto<Row>(column: GridColumn<Row>, row: Row, text: string): ReturnType<GridColumn<Row>['put']> {
  if (column.takes === 'own' && text.trim() === '') return { row };
  return column.put(row, text);
}

/** What is chosen goes on down (or up) to another row, again and again. */
export function planFill<Row>({ rows, columns, block, to }: Sheet<Row> & { block: Block; to: number }): Row[] {
  const height = block.bottom - block.top + 1;
  const isIn = (n: number) => (to > block.bottom ? n > block.bottom && n <= to : n >= to && n < block.top);
  return rows.map((row, n) => {
    if (!isIn(n)) return row;
    const from = rows[block.top + ((((n - block.top) % height) + height) % height)]!;
    return columns.slice(block.left, block.right + 1).reduce((made, { copy }) => copy(made, from), row);
  });
}

/** The first row of what is chosen into the others; a single one takes what stands above it. */
export function planFillDown<Row>({ rows, columns, block }: Sheet<Row> & { block: Block }): Row[] {
  const top = block.top === block.bottom ? block.top - 1 : block.top;
  if (top < 0) return [...rows];
  return planFill({ rows, columns, block: { ...block, top, bottom: top }, to: block.bottom });
}

export function planClear<Row>({ rows, columns, block }: Sheet<Row> & { block: Block }): Row[] {
  return rows.map((row, n) =>
    n < block.top || n > block.bottom
      ? row
      : columns.slice(block.left, block.right + 1).reduce((made, { clear }) => clear(made), row),
  );
}

/** Rows of a stretch go before the one that stands at `to`, in the order they have. */
export function planMove<Row>(rows: readonly Row[], { top, bottom }: Pick<Block, 'top' | 'bottom'>, to: number): Row[] {
  if (to >= top && to <= bottom + 1) return [...rows];
  const moved = rows.slice(top, bottom + 1);
  const rest = rows.toSpliced(top, moved.length);
  return rest.toSpliced(to > bottom ? to - moved.length : to, 0, ...moved);
}

/** What is chosen as a table of texts. */
export function tableOf<Row>({ rows, columns, block }: Sheet<Row> & { block: Block }): string[][] {
  return rows
    .slice(block.top, block.bottom + 1)
    .map((row) => columns.slice(block.left, block.right + 1).map(({ textOf }) => textOf(row)));
}

const TOLD_MAX = 3;

/** What could not be pasted, as a sentence; null when everything was. */
export function tellProblems(problems: readonly Problem[], left_out = { rows: 0, columns: 0 }): string | null {
  const words = problems.slice(0, TOLD_MAX).map(({ row, problem }) => `第 ${row + 1} 行：${problem}`);
  const more = problems.length - TOLD_MAX;
  if (more > 0) words.push(`还有 ${more} 处也没有填进去`);
  if (left_out.rows > 0) words.push(`行数已满，有 ${left_out.rows} 行没有放进来`);
  if (left_out.columns > 0) words.push(`右边没有那么多列，有 ${left_out.columns} 列没有放进来`);
  return words.length > 0 ? `${words.join('；')}。其余的已经填好` : null;
}
