import type { StoryRow } from '@mixreel/contract';
import type { GridColumn } from '#ui/grid/column.ts';
import { CELLS } from './cells.ts';
import { ReferenceCell } from './ReferenceCell.tsx';

/** The columns of a board as its table shows them. */
export const GRID_COLUMNS: readonly GridColumn<StoryRow>[] = CELLS.map((column) =>
  column.key === 'reference' ? { ...column, render: (row) => <ReferenceCell row={row} /> } : column,
);
