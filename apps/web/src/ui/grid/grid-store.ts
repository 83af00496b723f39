import { createStore, type StoreApi } from 'zustand';
import { type Block, blockOf, type Place, type Selection, type Size, within } from './place.ts';

/** A cell by its names, which stay while others put rows before it; `row` is where it was, for when its row is gone. */
export type CellId = { row_id: string; key: string; row: number };

export type Editing = {
  /** Which cell: when its row is gone, nobody writes in the one that took its place; empty from then on. */
  cell: string;
  /** Whether it began by typing over what was there, or with what was there. */
  is_over: boolean;
  /** What was there when it began. */
  before: string;
};

export type GridState = {
  active: CellId | null;
  head: CellId | null;
  editing: Editing | null;
  /** Raised when what is chosen should be seen, with or without the keyboard. */
  go: { count: number; has_focus: boolean };
  /** Raised when the active cell should be written in. */
  asked: number;
};

export type GridStore = StoreApi<GridState>;

export function createGrid(): GridStore {
  return createStore<GridState>(() => ({
    active: null,
    head: null,
    editing: null,
    go: { count: 0, has_focus: false },
    asked: 0,
  }));
}

/** The rows and columns that are shown, by their names. */
export type Shape = { ids: readonly string[]; keys: readonly string[] };

export function sizeOf({ ids, keys }: Shape): Size {
  return { rows: ids.length, columns: keys.length };
}

/** What is chosen as it stands now; null when there is nothing to choose. */
export function readSelection({ active, head }: Pick<GridState, 'active' | 'head'>, shape: Shape): Selection | null {
  if (!active || !head || shape.ids.length === 0 || shape.keys.length === 0) return null;
  return { active: placeOf(active, shape), head: placeOf(head, shape) };
}

export function readBlock(grid: GridStore, shape: Shape): Block | null {
  const selection = readSelection(grid.getState(), shape);
  return selection && blockOf(selection);
}

/** Chooses cells, and brings the keyboard there. */
export function select(grid: GridStore, { active, head }: Selection, shape: Shape, { has_focus = true } = {}): void {
  const next = {
    active: cellOf(within(active, sizeOf(shape)), shape),
    head: cellOf(within(head, sizeOf(shape)), shape),
  };
  grid.setState(({ go }) => ({ ...next, editing: null, go: { count: go.count + 1, has_focus } }));
}

/** A cell by its names; of a column that is not shown, the first one of the row. */
export function selectCell(grid: GridStore, row_id: string, key: string, shape: Shape): void {
  const place = { row: shape.ids.indexOf(row_id), column: Math.max(0, shape.keys.indexOf(key)) };
  if (place.row >= 0) select(grid, { active: place, head: place }, shape);
}

/** Brings the keyboard back to what is chosen. */
export function focusGrid(grid: GridStore): void {
  grid.setState(({ go }) => ({ editing: null, go: { count: go.count + 1, has_focus: true } }));
}

/** The active cell is written in. */
export function askEdit(grid: GridStore): void {
  grid.setState(({ asked }) => ({ asked: asked + 1 }));
}

function placeOf({ row_id, key, row }: CellId, shape: Shape): Place {
  const at = shape.ids.indexOf(row_id);
  return within({ row: at < 0 ? row : at, column: Math.max(0, shape.keys.indexOf(key)) }, sizeOf(shape));
}

function cellOf({ row, column }: Place, { ids, keys }: Shape): CellId {
  return { row_id: ids[row] ?? '', key: keys[column] ?? '', row };
}
