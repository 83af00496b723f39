import type { MenuProps } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import type { GridColumn, RowMarks, RowTag } from './column.ts';
import type { GridStore } from './grid-store.ts';

/** Somebody else, and the cell they are in. */
export type Other = { id: string; row_id: string; key: string; name: string; colour: string };

/**
 * A table that is written in like a spreadsheet. What a gesture makes of the rows is handed over at once, so that it can
 * be one step; letters of a `text` column as they are typed, so that others may write there, too.
 */
export type GridProps<Row> = {
  label: string;
  grid: GridStore;
  rows: readonly Row[];
  columns: readonly GridColumn<Row>[];
  idOf: (row: Row) => string;
  row_height: number;
  can_edit: boolean;
  /** So many rows there may be. */
  most: number;
  makeRow: () => Row;
  onRows: (rows: Row[]) => void;
  onType: (row_id: string, key: string, text: string, caret: number) => void;
  onTell: (message: string) => void;
  onWidth: (key: string, width: number) => void;
  /** An `own` cell is to be changed. */
  onOpen?: (row_id: string, key: string) => void;
  /** A table is pasted: true when it says itself where it belongs, and was put there. */
  onTable?: (table: string[][], row_id: string) => boolean;
  /** Files were pasted or dropped. */
  onFiles?: (row_id: string, files: File[]) => void;
  onCaret?: (row_id: string, key: string, caret: number | null) => void;
  /** Keys of its own: true when it was one. `caret` is where one writes, null when nothing is being written. */
  onKey?: (event: KeyboardEvent, caret: number | null) => boolean;
  menu?: MenuProps['items'];
  /** What is to be said beside a row's number, by its id. */
  notes: ReadonlyMap<string, string>;
  /** What is to be looked at in its cells, and what has become of it, by its id. */
  marks?: ReadonlyMap<string, RowMarks>;
  tags?: ReadonlyMap<string, readonly RowTag[]>;
  others: readonly Other[];
  /** Drawn over the words that are being written. */
  renderOver?: (row_id: string, key: string, text: string, className: string) => ReactNode;
};
