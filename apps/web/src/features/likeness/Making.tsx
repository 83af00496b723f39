import type { Task } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useCanEdit } from '#features/team/space.ts';
import { formatLeft } from '#lib/format.ts';
import { readAgain } from '#lib/read-again.ts';
import { useSend } from '#lib/use-call.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { exportsPath } from './likeness-path.ts';
import { isOpen, type useTasks } from './use-report.ts';
import styles from './Proposals.module.css';

/** The exports that make the proposals: how far they are, and where their videos are. */
export function Making({ tasks }: { tasks: ReturnType<typeof useTasks> }) {
  const cache = useQueryClient();
  const reached = tasks.data?.map(({ status, progress }) => `${status} ${progress}`).join() ?? '';
  // Each step on may have brought a video.
  useEffect(() => {
    if (reached !== '') void readAgain(cache, 'likeness.report');
  }, [cache, reached]);
  if (tasks.error && !tasks.data) {
    return <ErrorState title="进度没有读出来" error={tasks.error} onRetry={() => void tasks.refetch()} />;
  }
  return (
    <ul className={styles['making']} aria-label="制作进度">
      {tasks.data?.map((task) => (
        <TaskLine key={task.task_id} task={task} />
      ))}
    </ul>
  );
}

function TaskLine({ task }: { task: Task }) {
  const { task_id, title, status, progress, eta_s, error, mproject_id } = task;
  const navigate = useNavigate();
  const canEdit = useCanEdit();
  const retry = useSend('task.retry', { refresh: ['task.check', 'task.list'] });
  const canRetry = ['failed', 'partial', 'canceled'].includes(status) && (error?.can_retry ?? true);
  return (
    <li aria-busy={isOpen(task)}>
      <span className={styles['name']}>{title}</span>
      {isOpen(task) ? (
        <>
          <Progress percent={Math.floor(progress)} size="small" aria-label={`${title}的进度`} />
          <span>{eta_s === null ? '' : `还要${formatLeft(eta_s, progress)}`}</span>
        </>
      ) : (
        <span role="status">
          {status === 'succeeded' ? '做好了' : status === 'canceled' ? '已取消' : (error?.message ?? '没有全部做成')}
        </span>
      )}
      {canEdit && canRetry && (
        <Button size="small" loading={retry.isPending} onClick={() => retry.mutate({ task_id })}>
          重试
        </Button>
      )}
      {mproject_id && (
        <Button size="small" type="link" onClick={() => void navigate(exportsPath(mproject_id))}>
          去看混剪
        </Button>
      )}
    </li>
  );
}
