import { useStore } from 'zustand';
import { useBoard, useStory } from './board.ts';
import type { CellProblem } from './cell-problems.ts';
import { CellProblemList } from './CellProblemList.tsx';
import styles from './Facts.module.css';

type Props = { problems: ReadonlyMap<string, readonly CellProblem[]> };

/** Of the cell that one is in: what is wrong with it, where one looks anyway. */
export function CellStrip({ problems }: Props) {
  const { grid } = useBoard();
  const active = useStore(grid, (state) => state.active);
  const rows = useStory((story) => story.rows);
  const row = rows.find(({ row_id }) => row_id === active?.row_id);
  const here = problems.get(row?.row_id ?? '')?.filter(({ field }) => field === active?.key) ?? [];
  if (!row || here.length === 0) return null;
  return (
    <div className={styles['strip']} role="status">
      <CellProblemList row={row} problems={here} label="这一格要看看的地方" />
    </div>
  );
}
