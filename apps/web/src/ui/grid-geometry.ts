export type GridSize = {
  /** Cards are at least this wide. */
  min_width: number;
  /** Height of the picture as a share of its width. */
  ratio: number;
  /** Height of what stands below the picture. */
  foot: number;
};

export type GridShape = { columns: number; width: number; picture: number; row: number; rows: number; height: number };

export const GRID_GAP = 12;
export const GRID_PADDING = 16;
/** Browsers draw nothing below about 16.7 million pixels; what lies further down has to be found by filters. */
const HEIGHT_MAX = 15_000_000;

/** How cards of one size lie in a window of this width. */
export function shapeGrid({ total, width, size }: { total: number; width: number; size: GridSize }): GridShape {
  const room = Math.max(size.min_width, width - 2 * GRID_PADDING);
  const columns = Math.max(1, Math.floor((room + GRID_GAP) / (size.min_width + GRID_GAP)));
  const card = Math.floor((room - GRID_GAP * (columns - 1)) / columns);
  const picture = Math.round(card * size.ratio);
  const row = picture + size.foot + GRID_GAP;
  const rows = Math.min(Math.ceil(total / columns), Math.floor(HEIGHT_MAX / row));
  return { columns, width: card, picture, row, rows, height: rows * row + 2 * GRID_PADDING - GRID_GAP };
}

/** The rows that a window shows, with `over` more on either side. */
export function visibleRows(
  { row, rows }: GridShape,
  { top, height }: { top: number; height: number },
  over = 1,
): { first: number; last: number } {
  const first = Math.floor((top - GRID_PADDING) / row) - over;
  const last = Math.floor((top + height - GRID_PADDING) / row) + over;
  return { first: Math.min(Math.max(0, first), Math.max(0, rows - 1)), last: Math.min(rows - 1, Math.max(0, last)) };
}

/** Where an arrow key leads from a card; null for other keys. */
export function stepInGrid(
  key: string,
  index: number,
  { columns, total, page }: { columns: number; total: number; page: number },
): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
    PageUp: index - columns * page,
    PageDown: index + columns * page,
    Home: 0,
    End: total - 1,
  };
  const next = steps[key];
  if (next === undefined) return null;
  // One row up from the first row stays; a whole page further goes as far as there is something.
  const isRow = key === 'ArrowUp' || key === 'ArrowDown';
  if (isRow && next < 0) return index;
  const isLastRow = Math.floor(index / columns) === Math.floor((total - 1) / columns);
  if (isRow && next >= total) return isLastRow ? index : total - 1;
  return Math.min(total - 1, Math.max(0, next));
}
