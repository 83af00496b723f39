import { DownOutlined } from '@ant-design/icons';
import type { MixAdvice, MixSummary } from '@mixreel/contract';
import { Popover } from 'antd';
import { useState } from 'react';
import { formatLeft, formatShare } from '#lib/format.ts';
import { formatCombinations, formatRoom } from '../stage/candidate-words.ts';
import { AdvicePanel } from './AdvicePanel.tsx';
import { ADVICE_LABELS, type Taker } from './use-advice.ts';
import { Ways } from './Ways.tsx';
import styles from './Combine.module.css';

type Props = {
  summary: MixSummary | undefined;
  error: Error | null;
  /** Null for those who may not edit. */
  taker: Taker | null;
  onRetry: () => void;
};

/** How many videos there can be and are wanted; a press tells why. */
export function Figures({ summary, error, taker, onRetry }: Props) {
  const [isOpen, setIsOpen] = useState(false);
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
  const inPanel = taker && {
    ...taker,
    take(one: MixAdvice) {
      setIsOpen(false);
      taker.take(one);
    },
  };
  return (
    <>
      <Popover
        trigger="click"
        open={isOpen}
        onOpenChange={setIsOpen}
        placement="topLeft"
        title="为什么是这个数"
        content={
          <div className={styles['popover']}>
            <Ways summary={summary} taker={inPanel} />
            <AdvicePanel summary={summary} taker={inPanel} />
          </div>
        }
      >
        <button type="button" className={styles['figures']}>
          <span>
            可组合 <b>{formatCombinations(combinations, is_exact)}</b> 条
          </span>
          {combinations !== '0' && (
            <span>
              按你的标准能出 <b>{formatRoom(summary)}</b> 条不重样
            </span>
          )}
          <span>
            已选 <b>{picked}</b> 条
          </span>
          {picked > 1 && (
            <span>
              最高重复度 <b>{formatShare(most_likeness)}</b>
            </span>
          )}
          {estimate_s !== null && picked > 0 && (
            <span>
              预计 <b>{formatLeft(estimate_s)}</b>
            </span>
          )}
          <span className="visually-hidden">看看为什么</span>
          {limits.length + advice.length > 0 && <DownOutlined aria-hidden="true" />}
        </button>
      </Popover>
      {taker && (
        <div className={styles['chips']}>
          {shortest(summary).map((one) => (
            <button
              key={one.sentence}
              type="button"
              disabled={taker.busy !== ''}
              aria-label={`${ADVICE_LABELS[one.kind]}：${one.sentence}`}
              onClick={() => taker.take(one)}
            >
              {one.sentence}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

const CHIPS = 2;

/** The best advice of each kind that brings more videos. */
function shortest({ advice, room }: MixSummary): MixAdvice[] {
  const kinds = [
    ...Map.groupBy(
      advice.filter(({ reaches }) => reaches > room),
      ({ kind }) => kind,
    ).values(),
  ];
  return kinds.flatMap(([best]) => best ?? []).slice(0, CHIPS);
}
