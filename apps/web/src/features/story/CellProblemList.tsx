import type { StoryRow } from '@mixreel/contract';
import { Button } from 'antd';
import { useTaboo } from '#features/taboo/use-taboo.ts';
import { formatTime } from '#lib/format.ts';
import { useBoard, useDesk } from './board.ts';
import type { CellProblem } from './cell-problems.ts';
import { accept, putRight, takeBack } from './fact-acts.ts';
import styles from './Facts.module.css';

type Props = { row: StoryRow; problems: readonly CellProblem[]; label: string };

/** What is wrong with the words of a row, each with one click to put it right, or to let it be. */
export function CellProblemList({ row, problems, label }: Props) {
  const { desk } = useBoard();
  const canEdit = useDesk((state) => state.can_edit);
  const { can_allow, allow, is_busy } = useTaboo();
  return (
    <ul className={styles['problems']} aria-label={label}>
      {problems.map((problem) => {
        const { field, start, message, fix, fact, word } = problem;
        return (
          <li key={`${field} ${start} ${message}`} data-bad={fact?.is_broken === true}>
            <span>{message}</span>
            {fact?.accepted && (
              <small>
                {fact.accepted.accepted_by_name} · {formatTime(fact.accepted.accepted_at)} 接受了这个说法
              </small>
            )}
            {canEdit && (
              <span className={styles['acts']}>
                {fix && !fact?.accepted && (
                  <Button size="small" onClick={() => putRight(desk, row.row_id, problem, row[field])}>
                    {fix.put ? `改成「${fix.put}」` : '删去'}
                  </Button>
                )}
                {fact?.is_broken && (
                  <Button size="small" type="text" onClick={() => accept(desk, row.row_id, fact.said, fact.sheet)}>
                    就这样说，由我负责
                  </Button>
                )}
                {fact?.accepted && (
                  <Button size="small" type="text" onClick={() => takeBack(desk, fact.accepted!)}>
                    不再接受
                  </Button>
                )}
                {word !== null && can_allow && (
                  <Button size="small" type="text" disabled={is_busy} onClick={() => void allow(word).catch(() => {})}>
                    这个词我们可以用
                  </Button>
                )}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
