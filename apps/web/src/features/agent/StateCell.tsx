import type { AgentOutcome } from '@mixreel/contract';
import { Link } from 'react-router';
import { Pill } from '#ui/Pill.tsx';
import { useBatch } from './batch.ts';
import styles from './Agent.module.css';

const WORDS: Record<NonNullable<AgentOutcome['status']>, string> = {
  waiting: '等待中',
  rendering: '制作中',
  done: '已做好',
  failed: '没有做成',
  canceled: '已停止',
};
const TONES = { waiting: 'accent', rendering: 'accent', done: 'good', failed: 'bad', canceled: 'warning' } as const;

/** What has become of a row. */
export function StateCell({ row_id }: { row_id: string }) {
  const { batch, factsOf } = useBatch();
  const { outcome } = factsOf(row_id);
  if (!outcome?.status) return <span className={styles['quiet']}>未制作</span>;
  const { status, progress, error, artwork_id, is_stale } = outcome;
  const to = `/home/material?${new URLSearchParams({ projectId: batch.project_id, tab: 'finished', open: artwork_id ?? '' })}`;
  return (
    <span className={styles['check']} title={error ?? ''}>
      <Pill tone={is_stale ? 'warning' : TONES[status]}>
        {status === 'rendering' ? `制作中 ${Math.round(progress)}%` : is_stale ? '改过，要重做' : WORDS[status]}
      </Pill>
      {artwork_id && status === 'done' && <Link to={to}>看成片</Link>}
      {error && <small className={styles['bad']}>{error}</small>}
    </span>
  );
}
