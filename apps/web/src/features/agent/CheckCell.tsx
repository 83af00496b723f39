import { formatShare } from '#lib/format.ts';
import { Pill } from '#ui/Pill.tsx';
import { useBatch } from './batch.ts';
import styles from './Agent.module.css';

/** From this level on two videos are too alike to publish both. */
const TOO_ALIKE = 3;

/** How long a row's video will be, how like the others, and what to look at. */
export function CheckCell({ row_id }: { row_id: string }) {
  const { check } = useBatch().factsOf(row_id);
  if (!check) return <span className={styles['quiet']}>检查中</span>;
  const { seconds, likeness, level, closest, warnings, problem } = check;
  const like = closest === null ? '和以前的视频' : `和第 ${closest} 行`;
  return (
    <span className={styles['check']} title={[problem, ...warnings].filter(Boolean).join('\n')}>
      <small>{seconds.toFixed(0)} 秒</small>
      <Pill tone={level >= TOO_ALIKE ? 'bad' : 'neutral'}>{`${like}像 ${formatShare(likeness)}`}</Pill>
      {problem ? (
        <Pill tone="bad">做不了</Pill>
      ) : (
        warnings.length > 0 && <Pill tone="warning">{`${warnings.length} 处提醒`}</Pill>
      )}
    </span>
  );
}
