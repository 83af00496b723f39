import { ExportOutlined } from '@ant-design/icons';
import type { ExportVideo, Task } from '@mixreel/contract';
import { Button, Progress } from 'antd';
import { useState } from 'react';
import { OPEN_STATUSES, TASK_STATUS_NAMES, TASK_STATUS_TONES } from '#features/task/task-words.ts';
import { useCanEdit } from '#features/team/space.ts';
import { formatAgo, formatWait } from '#lib/format.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { Pill } from '#ui/Pill.tsx';
import { EXPORT_NAMES, EXPORT_TONES } from './candidate-words.ts';
import styles from './Export.module.css';

const PAGE = 100;

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
        <span>{status === 'running' && eta_s !== null ? `还要约 ${formatWait(eta_s)}` : formatAgo(created_at)}</span>
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
      {isOpen && <Videos mproject_id={mproject_id} task_id={task_id} onPlay={onPlay} />}
    </section>
  );
}

function Videos({ mproject_id, task_id, onPlay }: Props & { task_id: string }) {
  const [page_index, setPage] = useState(1);
  const videos = useCall(
    'candidate.exports',
    { mproject_id, task_id, page_index, page_size: PAGE },
    { keep_previous: true },
  );
  return (
    <ListStates query={videos} isEmpty={({ items }) => items.length === 0} empty={null}>
      {({ items, page_info }) => (
        <>
          <ul className={styles['videos']}>
            {items.map((video) => (
              <VideoRow key={video.export_video_id} video={video} onPlay={onPlay} />
            ))}
          </ul>
          {page_info.total_page > 1 && (
            <div className={styles['pages']}>
              <Button size="small" disabled={page_index <= 1} onClick={() => setPage(page_index - 1)}>
                上一页
              </Button>
              <span>
                {page_index} / {page_info.total_page}
              </span>
              <Button
                size="small"
                disabled={page_index >= page_info.total_page}
                onClick={() => setPage(page_index + 1)}
              >
                下一页
              </Button>
            </div>
          )}
        </>
      )}
    </ListStates>
  );
}

function VideoRow({ video, onPlay }: { video: ExportVideo; onPlay: (artwork_id: string) => void }) {
  const { file_name, status, progress, error, artwork_id, number } = video;
  return (
    <li data-status={status}>
      <span className={styles['file']} title={file_name}>
        {file_name}
      </span>
      {status === 'rendering' ? (
        <Progress percent={Math.floor(progress)} size="small" aria-label={`第 ${number} 条的进度`} />
      ) : status === 'done' && artwork_id ? (
        <button type="button" aria-label={`播放${file_name}`} onClick={() => onPlay(artwork_id)}>
          播放
        </button>
      ) : (
        <Pill tone={EXPORT_TONES[status]}>{EXPORT_NAMES[status]}</Pill>
      )}
      {error && <p>{error}</p>}
    </li>
  );
}
