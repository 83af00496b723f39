import type { AgentBatchCard } from '@mixreel/contract';
import { Link } from 'react-router';
import { formatAgo } from '#lib/format.ts';
import { Pill } from '#ui/Pill.tsx';
import { batchPath } from './agent-path.ts';
import styles from './Agent.module.css';

export const STATUS_WORDS: Record<AgentBatchCard['status'], string> = {
  draft: '未提交',
  submitted: '等待制作',
  running: '制作中',
  done: '已做好',
  partial: '做好一部分',
  failed: '没有做成',
};
export const STATUS_TONES = {
  draft: 'neutral',
  submitted: 'accent',
  running: 'accent',
  done: 'good',
  partial: 'warning',
  failed: 'bad',
} as const;

/** The batches of an agent, the newest first. */
export function BatchCards({ batches }: { batches: AgentBatchCard[] }) {
  return (
    <aside className={styles['batches']} aria-label="批次">
      <h2>批次</h2>
      {batches.length === 0 && <p className={styles['quiet']}>还没有批次。填好资料，点「规划」就有第一批。</p>}
      <ul>
        {batches.map(({ agent_batch_config_id, project_id, batch_name, status, row_count, done_count, created_at }) => (
          <li key={agent_batch_config_id}>
            <Link to={batchPath(project_id, agent_batch_config_id)}>
              <b>{batch_name}</b>
              <small>
                {row_count} 条，做好 {done_count} 条 · {formatAgo(created_at)}
              </small>
              <Pill tone={STATUS_TONES[status]}>{STATUS_WORDS[status]}</Pill>
            </Link>
          </li>
        ))}
      </ul>
    </aside>
  );
}
