import type { ReactNode } from 'react';

/**
 * What a grid knows of a column: how its cells are shown, read and changed. `text` is written where it stands and several
 * may write at once, `typed` is taken when it is finished, `choice` is one of a few, `own` has ways of its own.
 */
export type GridColumn<Row> = {
  key: string;
  name: string;
  width: number;
  takes: 'text' | 'typed' | 'choice' | 'own';
  /** What may be chosen, in words. */
  options?: readonly string[];
  /** A cell as it is shown, copied and searched. */
  textOf: (row: Row) => string;
  /** The row with this in the cell; or why that cannot be, in words. */
  put: (row: Row, text: string) => { row: Row } | { problem: string };
  /** The row with the cell of another one. */
  copy: (row: Row, from: Row) => Row;
  clear: (row: Row) => Row;
  render?: (row: Row) => ReactNode;
  /** How much may be written. */
  most?: number;
};

/** Words of a cell that somebody should look at, and why. */
export type CellMark = { start: number; end: number; tone: 'bad' | 'warning' | 'quiet'; label: string };
/** Those of a row, by column. */
export type RowMarks = Readonly<Record<string, readonly CellMark[] | undefined>>;
/** What has become of a row, said under its number; pressed, it leads there. */
export type RowTag = { text: string; label: string; tone: 'neutral' | 'good' | 'warning'; onPress: () => void };

/** What could not be put into a cell, and why. */
export type Problem = { row: number; name: string; problem: string };
