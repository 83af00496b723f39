/** A cell by where it stands. */
export type Place = { row: number; column: number };
/** The cells between two corners: `active` is where one writes, `head` the corner that moves. */
export type Selection = { active: Place; head: Place };
export type Block = { top: number; bottom: number; left: number; right: number };
export type Size = { rows: number; columns: number };
type Pressed = { key: string; isShift: boolean; isCommand: boolean };

export function blockOf({ active, head }: Selection): Block {
  return {
    top: Math.min(active.row, head.row),
    bottom: Math.max(active.row, head.row),
    left: Math.min(active.column, head.column),
    right: Math.max(active.column, head.column),
  };
}

export function selectionOf({ top, bottom, left, right }: Block): Selection {
  return { active: { row: top, column: left }, head: { row: bottom, column: right } };
}

/** Where an arrow key leads; with Shift only the head goes, and the block with it. Null for other keys. */
export function step(
  { active, head }: Selection,
  { key, isShift, isCommand }: Pressed,
  size: Size,
  page: number,
): Selection | null {
  const { row, column } = isShift ? head : active;
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1];
  const to = {
    ArrowUp: { row: isCommand ? 0 : row - 1, column },
    ArrowDown: { row: isCommand ? lastRow : row + 1, column },
    ArrowLeft: { row, column: isCommand ? 0 : column - 1 },
    ArrowRight: { row, column: isCommand ? lastColumn : column + 1 },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
    Home: { row: isCommand ? 0 : row, column: 0 },
    End: { row: isCommand ? lastRow : row, column: lastColumn },
  }[key];
  if (!to) return null;
  const place = within(to, size);
  return isShift ? { active, head: place } : { active: place, head: place };
}

/**
 * Where writing goes on: beside (Tab) or below (Enter), the other way with Shift. One row behind the last means that
 * there is none yet.
 */
export function next({ active }: Selection, key: 'Tab' | 'Enter', isBack: boolean, size: Size): Selection {
  const by = isBack ? -1 : 1;
  const at = Math.max(0, active.row * size.columns + active.column + by);
  const place =
    key === 'Enter'
      ? { row: Math.max(0, active.row + by), column: active.column }
      : { row: Math.floor(at / size.columns), column: at % size.columns };
  return { active: place, head: place };
}

export function within({ row, column }: Place, { rows, columns }: Size): Place {
  return {
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  };
}
