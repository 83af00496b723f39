import { EMPTY_BRIEF, type StoryBrief, type StoryRow } from '@mixreel/contract';
import { Button, Modal } from 'antd';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import styles from './Writer.module.css';

type Props = {
  place: { project_id: string; story_board_id: string };
  brief: StoryBrief | null;
  row: StoryRow;
  number: number;
  onChoose: (line: string) => void;
  onClose: () => void;
};

/** One line in three other ways; a click takes one. */
export function RewriteDialog({ place, brief, row, number, onChoose, onClose }: Props) {
  const { line, section, duration_ms } = row;
  const found = useCall('writer.line', { ...place, brief: brief ?? EMPTY_BRIEF, line, section, duration_ms });
  return (
    <Modal open centered width={560} title={`第 ${number} 行换个说法`} footer={null} onCancel={onClose}>
      <blockquote className={styles['line']}>{line}</blockquote>
      <ListStates
        query={found}
        isEmpty={({ choices }) => choices.length === 0}
        empty={
          <EmptyState
            title="没有想出别的说法"
            text={brief ? '名称和数字以外没有可换的词，请自己改。' : '先用「AI 添加分镜」填好商品资料，会想得更多。'}
          />
        }
      >
        {({ choices, note }) => (
          <>
            <ul className={styles['choices']} aria-label="别的说法">
              {choices.map((one) => (
                <li key={one.line}>
                  <Button onClick={() => onChoose(one.line)}>
                    {one.line} <small>约 {one.seconds.toFixed(1)} 秒</small>
                  </Button>
                </li>
              ))}
            </ul>
            <p className={styles['quiet']}>{note || '名称和数字没有动。点一句就换上，不满意可以撤销。'}</p>
          </>
        )}
      </ListStates>
    </Modal>
  );
}
