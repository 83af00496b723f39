import { CheckCircleFilled } from '@ant-design/icons';
import { STORY_COLUMNS } from '@mixreel/contract';
import { Button } from 'antd';
import { useTaboo } from '#features/taboo/use-taboo.ts';
import { edit, readStory, useBoard, useDesk, useStory } from './board.ts';
import { type CellProblem, isOpen, mendedRow } from './cell-problems.ts';
import { CellProblemList } from './CellProblemList.tsx';
import styles from './Facts.module.css';

type Props = {
  problems: ReadonlyMap<string, readonly CellProblem[]>;
  onGo: (row_id: string, field: string) => void;
};

/** Everything in the board that somebody should look at before it goes on: facts, and words that may not be said. */
export function CheckPanel({ problems, onGo }: Props) {
  const { desk } = useBoard();
  const canEdit = useDesk((state) => state.can_edit);
  const rows = useStory((story) => story.rows);
  const { find } = useTaboo();
  const shown = rows.flatMap((row, n) => {
    const own = problems.get(row.row_id);
    return own ? [{ row, number: n + 1, own }] : [];
  });
  const count = shown.reduce((sum, { own }) => sum + own.filter(isOpen).length, 0);
  const mendAll = () => {
    const { facts, acceptances, rows: now } = readStory(desk.live.view.getState().state);
    const sheet = { facts, acceptances };
    edit(desk, { rows: now.map((row) => mendedRow(row, sheet, find)) });
  };
  return (
    <section className={styles['panel']} aria-label="检查">
      <p className={styles['hint']}>
        台词和字幕跟产品事实、广告法和平台规则对一遍。和事实不一致的，改好或有人负责之前不能导入混剪、导出和分享。
      </p>
      {shown.length === 0 && (
        <p className={styles['fine']} role="status">
          <CheckCircleFilled aria-hidden="true" />
          没有发现问题
        </p>
      )}
      {canEdit && count > 1 && (
        <Button block onClick={mendAll}>
          全部改好（{count} 处）
        </Button>
      )}
      {shown.map(({ row, number, own }) =>
        [...Map.groupBy(own, ({ field }) => field)].map(([field, all]) => {
          const name = `第 ${number} 行${STORY_COLUMNS.find((one) => one.field === field)?.name ?? ''}`;
          return (
            <div key={`${row.row_id} ${field}`} className={styles['place']}>
              <button type="button" onClick={() => onGo(row.row_id, field)}>
                {name}
              </button>
              <CellProblemList row={row} problems={all} label={name} />
            </div>
          );
        }),
      )}
    </section>
  );
}
