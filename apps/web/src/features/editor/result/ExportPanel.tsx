import { ExportOutlined } from '@ant-design/icons';
import type { Task } from '@mixreel/contract';
import { Button, Progress } from 'antd';
import { useState } from 'react';
import { OPEN_STATUSES, TASK_STATUS_NAMES, TASK_STATUS_TONES } from '#features/task/task-words.ts';
import { TaskVideos } from '#features/task/TaskVideos.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { formatAgo, formatLeft } from '#lib/format.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { Pill } from '#ui/Pill.tsx';
import styles from './Export.module.css';

type Props = {
  mproject_id: string;
  /** Plays a finished video. */
  onPlay: (artwork_id: string) => void;
};

/** The exports of a mix, newest first: how far each video is, what failed and why. */
export function ExportPanel({ mproject_id, onPlay }: Props) {
  const tasks = useCall('task.listByMixProject', { mproject_id, page_size: 20 });
  return (
    <ListStates
      query={tasks}
      isEmpty={({ items }) => !items.some(isExport)}
      empty={
        <EmptyState
          icon={<ExportOutlined />}
          title="还没有导出过"
          text="选好要的视频，点右上角「导出」。每条的进度会显示在这里。"
        />
      }
    >
      {({ items }) => (
        <div className={styles['exports']}>
          {items.filter(isExport).map((task, n) => (
            <ExportTask key={task.task_id} task={task} mproject_id={mproject_id} is_first={n === 0} onPlay={onPlay} />
          ))}
        </div>
      )}
    </ListStates>
  );
}

function isExport({ task_type }: Task): boolean {
  return task_type === 'mix_export';
}

function ExportTask({ task, mproject_id, is_first, onPlay }: Props & { task: Task; is_first: boolean }) {
  const { task_id, title, status, progress, eta_s, error, created_at } = task;
  const canEdit = useCanEdit();
  const [isOpen, setIsOpen] = useState(is_first);
  const refresh = ['task.listByMixProject', 'candidate.exports', 'task.list'] as const;
  const cancel = useSend('task.cancel', { refresh: [...refresh] });
  const retry = useSend('task.retry', { refresh: [...refresh] });
  const isRunning = OPEN_STATUSES.includes(status);
  const canRetry = ['failed', 'partial', 'canceled'].includes(status) && (error?.can_retry ?? true);
  return (
    <section className={styles['task']} aria-label={title} aria-busy={isRunning}>
      <div className={styles['taskHead']}>
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {title}
        </button>
        <Pill tone={TASK_STATUS_TONES[status]}>{TASK_STATUS_NAMES[status]}</Pill>
      </div>
      {isRunning && <Progress percent={Math.floor(progress)} size="small" aria-label={`${title}的进度`} />}
      {error && <p className={styles['error']}>{error.message}</p>}
      <div className={styles['taskFoot']}>
        <span>
          {status === 'running' && eta_s !== null ? `还要${formatLeft(eta_s, progress)}` : formatAgo(created_at)}
        </span>
        {canEdit && (status === 'queued' || status === 'running') && (
          <Button size="small" type="text" loading={cancel.isPending} onClick={() => cancel.mutate({ task_id })}>
            取消导出
          </Button>
        )}
        {canEdit && canRetry && (
          <Button size="small" type="link" loading={retry.isPending} onClick={() => retry.mutate({ task_id })}>
            {status === 'partial' ? '只重试失败的' : '重试没做完的'}
          </Button>
        )}
      </div>
      {isOpen && <TaskVideos task={task} mproject_id={mproject_id} onPlay={onPlay} />}
    </section>
  );
}
