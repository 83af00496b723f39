import { DownOutlined } from '@ant-design/icons';
import type { MixSummary } from '@mixreel/contract';
import { Popover } from 'antd';
import { formatLeft, formatShare } from '#lib/format.ts';
import { AdvicePanel } from './AdvicePanel.tsx';
import { formatCombinations, summarySentence } from './candidate-words.ts';
import styles from './Combine.module.css';

type Props = {
  summary: MixSummary | undefined;
  error: Error | null;
  onRetry: () => void;
};

/** How many videos there can be and are wanted; a press tells why. */
export function Figures({ summary, error, onRetry }: Props) {
  if (!summary && error) {
    return (
      <span className={styles['failed']} role="alert">
        没有算出来：{error.message}
        <button type="button" onClick={onRetry}>
          重试
        </button>
      </span>
    );
  }
  if (!summary) {
    return <span className={`skeleton ${styles['ghost']}`} role="status" aria-label="正在计算能组合多少条" />;
  }
  const { combinations, is_exact, picked, most_likeness, estimate_s, limits, advice } = summary;
  return (
    <Popover
      trigger="click"
      placement="topLeft"
      title="为什么是这个数"
      content={
        <div className={styles['popover']}>
          <AdvicePanel summary={summary} />
        </div>
      }
    >
      <button type="button" className={styles['figures']} aria-label={`${summarySentence(summary)}，看看为什么`}>
        <span>
          可组合 <b>{formatCombinations(combinations, is_exact)}</b> 条
        </span>
        <span>
          已选 <b>{picked}</b> 条
        </span>
        {picked > 1 && (
          <span>
            最大重复 <b>{formatShare(most_likeness)}</b>
          </span>
        )}
        {estimate_s !== null && picked > 0 && (
          <span>
            预计 <b>{formatLeft(estimate_s)}</b>
          </span>
        )}
        {limits.length + advice.length > 0 && <DownOutlined aria-hidden="true" />}
      </button>
    </Popover>
  );
}
