import type { Task } from '@mixreel/contract';
import { Button, Progress } from 'antd';
import { formatAgo, formatWait } from '#lib/format.ts';
import { useSend } from '#lib/use-call.ts';
import { Pill } from '#ui/Pill.tsx';
import { OPEN_STATUSES, TASK_STATUS_NAMES, TASK_STATUS_TONES, TASK_TYPE_NAMES } from './task-words.ts';
import styles from './Task.module.css';

/** One task: how far it is, what went wrong, and what can be done about it. */
export function TaskRow({ task }: { task: Task }) {
  const cancel = useSend('task.cancel', { refresh: ['task.list'] });
  const retry = useSend('task.retry', { refresh: ['task.list'] });
  const markRead = useSend('task.markRead', { refresh: ['task.list'] });
  const { task_id, title, status, progress, steps, eta_s, error, read, created_at, task_type, attempt } = task;

  const isOpen = OPEN_STATUSES.includes(status);
  const step = steps.find(({ done }) => !done);
  const canRetry = ['failed', 'partial', 'canceled'].includes(status) && (error?.can_retry ?? true);

  return (
    <li className={styles['row']} data-status={status} aria-busy={isOpen}>
      <div className={styles['head']}>
        {!read && <span className={styles['dot']} role="img" aria-label="未读" />}
        <span className={styles['title']} title={title}>
          {title}
        </span>
        <Pill tone={TASK_STATUS_TONES[status]}>{TASK_STATUS_NAMES[status]}</Pill>
      </div>
      {isOpen && (
        <Progress
          percent={Math.floor(progress)}
          size="small"
          status={status === 'running' ? 'active' : 'normal'}
          aria-label={`${title}的进度`}
        />
      )}
      {error && <p className={styles['error']}>{error.message}</p>}
      <div className={styles['foot']}>
        <span className={styles['facts']}>
          {[
            TASK_TYPE_NAMES[task_type],
            isOpen && step ? step.label : null,
            status === 'running' && eta_s !== null ? `还要约 ${formatWait(eta_s)}` : null,
            attempt > 1 ? `第 ${attempt} 次` : null,
            isOpen ? null : formatAgo(created_at),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {(status === 'queued' || status === 'running') && (
          <Button
            size="small"
            type="text"
            loading={cancel.isPending}
            aria-label={`取消「${title}」`}
            onClick={() => cancel.mutate({ task_id })}
          >
            取消
          </Button>
        )}
        {canRetry && (
          <Button
            size="small"
            type="link"
            loading={retry.isPending}
            aria-label={`重试「${title}」`}
            onClick={() => retry.mutate({ task_id })}
          >
            重试
          </Button>
        )}
        {!read && !isOpen && (
          <Button
            size="small"
            type="text"
            aria-label={`把「${title}」标为已读`}
            onClick={() => markRead.mutate({ task_ids: [task_id] })}
          >
            标为已读
          </Button>
        )}
      </div>
    </li>
  );
}
