import { HeatMapOutlined } from '@ant-design/icons';
import type { Task } from '@mixreel/contract';
import { Button, Progress } from 'antd';
import { useCanEdit } from '#features/team/space.ts';
import { formatLeft } from '#lib/format.ts';
import { useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { isOpen } from './use-report.ts';
import styles from './Likeness.module.css';

/** The measurement is under way, or did not come to its end. */
export function Measuring({ task }: { task: Task }) {
  const { task_id, title, status, progress, steps, eta_s, error } = task;
  const canEdit = useCanEdit();
  const cancel = useSend('task.cancel', { refresh: ['task.check', 'task.list'] });
  const retry = useSend('task.retry', { refresh: ['task.check', 'task.list'] });
  if (isOpen(task)) {
    const facts = [
      status === 'queued' ? '排队中' : (steps.find(({ done }) => !done)?.label ?? '正在比较'),
      status === 'running' && eta_s !== null && `还要${formatLeft(eta_s, progress)}`,
    ];
    return (
      <EmptyState is_page icon={<HeatMapOutlined />} title={title} text={facts.filter(Boolean).join(' · ')}>
        <div className={styles['measuring']}>
          <Progress percent={Math.floor(progress)} status="active" aria-label={`${title}的进度`} />
          {canEdit && status !== 'canceling' && (
            <Button loading={cancel.isPending} onClick={() => cancel.mutate({ task_id })}>
              取消
            </Button>
          )}
        </div>
      </EmptyState>
    );
  }
  const text = status === 'canceled' ? '已经取消。' : (error?.message ?? '没有比较成功。');
  return (
    <EmptyState is_page icon={<HeatMapOutlined />} title={title} text={<span role="alert">{text}</span>}>
      {canEdit && (error?.can_retry ?? true) && (
        <Button type="primary" loading={retry.isPending} onClick={() => retry.mutate({ task_id })}>
          再试一次
        </Button>
      )}
    </EmptyState>
  );
}
