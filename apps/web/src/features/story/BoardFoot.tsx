import { spokenSeconds } from '@mixreel/contract';
import { formatDuration } from '#lib/format.ts';
import { goToCell, useBoard, useStory } from './board.ts';
import { PaceFields, TargetField } from './FootFields.tsx';
import styles from './Board.module.css';

const SHOWN_MAX = 5;

type Props = {
  /** How much slower than usual the chosen voice speaks. */
  pace: number;
  /** Rows whose line takes longer than they last, by so many seconds. */
  long: ReadonlyMap<string, number>;
};

/** What the rows come to: length against the target, how long it is spoken, and which rows are too short for their line. */
export function BoardFoot({ pace, long }: Props) {
  const board = useBoard();
  const { rows, target_ms, rate } = useStory((story) => story);
  const total = rows.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0);
  const open = rows.filter(({ duration_ms }) => duration_ms === null).length;
  const spoken = rows.reduce((sum, { line }) => sum + spokenSeconds(line, rate) * pace, 0);
  const over = target_ms === null ? 0 : total - target_ms;
  const numberOf = (row_id: string) => rows.findIndex((row) => row.row_id === row_id) + 1;
  return (
    <footer className={styles['foot']} aria-label="合计">
      <span>
        {rows.length} 行，共 <b>{formatDuration(total / 1000)}</b>
        {open > 0 && <small>（{open} 行没写时长）</small>}
      </span>
      <TargetField />
      {target_ms !== null && rows.length > open && <span data-over={over > 0}>{overWords(over)}</span>}
      <span>
        口播 <b>{spoken.toFixed(1)}</b> 秒
      </span>
      <PaceFields />
      {long.size > 0 && (
        <span className={styles['long']} role="status">
          台词说不完：
          {[...long].slice(0, SHOWN_MAX).map(([row_id, seconds]) => (
            <button key={row_id} type="button" onClick={() => goToCell(board, row_id, 'line')}>
              第 {numberOf(row_id)} 行 +{seconds.toFixed(1)} 秒
            </button>
          ))}
          {long.size > SHOWN_MAX && ` 等 ${long.size} 行`}
        </span>
      )}
    </footer>
  );
}

function overWords(over_ms: number): string {
  if (over_ms === 0) return '正好';
  return over_ms > 0 ? `超出 ${(over_ms / 1000).toFixed(1)} 秒` : `还差 ${(-over_ms / 1000).toFixed(1)} 秒`;
}
