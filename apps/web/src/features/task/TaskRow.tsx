import { DownOutlined } from '@ant-design/icons';
import type { Task } from '@mixreel/contract';
import { Button, Progress } from 'antd';
import { useCanEdit } from '#features/team/space.ts';
import { formatAgo, formatLeft } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { Pill } from '#ui/Pill.tsx';
import { useTaskActions } from './task-actions.ts';
import { nextOf, resultOf, sourceOf, type Way } from './task-result.ts';
import { formatSpent } from './task-times.ts';
import { OPEN_STATUSES, TASK_STATUS_NAMES, TASK_STATUS_TONES, TASK_TYPE_NAMES } from './task-words.ts';
import { TaskSteps } from './TaskSteps.tsx';
import { TaskVideos } from './TaskVideos.tsx';
import { TaskWay } from './TaskWay.tsx';
import styles from './Task.module.css';

type Props = { task: Task; is_open: boolean; onToggle: () => void; onLeave: () => void };

/** One task: how far it is, what it made, what went wrong, and what can be done about it. */
export function TaskRow({ task, is_open, onToggle, onLeave }: Props) {
  const { task_id, title, status, progress, steps, error, read, task_type, mproject_id } = task;
  const canEdit = useCanEdit();
  const { busy, cancel, retry, markRead } = useTaskActions(task);
  const isOpen = OPEN_STATUSES.includes(status);
  const hasVideos = task_type === 'mix_export' && mproject_id !== null;
  const canRetry = canEdit && ['failed', 'partial', 'canceled'].includes(status) && (error?.can_retry ?? true);
  const way = resultOf(task);

  return (
    <div className={styles['row']} data-status={status} data-open={isOpen} aria-busy={isOpen}>
      <div className={styles['head']}>
        {steps.length > 0 || hasVideos ? (
          <button
            type="button"
            className={styles['expand']}
            aria-expanded={is_open}
            aria-label={`「${title}」的步骤`}
            onClick={onToggle}
          >
            <DownOutlined aria-hidden="true" />
          </button>
        ) : (
          <span className={styles['expand']} />
        )}
        {!read && <span className={styles['dot']} role="img" aria-label="未读" />}
        <span className={styles['title']} title={title}>
          {title}
        </span>
        <Pill tone={TASK_STATUS_TONES[status]}>{TASK_STATUS_NAMES[status]}</Pill>
      </div>
      {isOpen && (
        <Progress
          className={styles['bar'] ?? ''}
          percent={Math.floor(progress)}
          size="small"
          status={status === 'running' ? 'active' : 'normal'}
          aria-label={`${title}的进度`}
        />
      )}
      {error && <Trouble task={task} result={way} onLeave={onLeave} />}
      <p className={styles['facts']}>{factsOf(task).join(' · ')}</p>
      <div className={styles['acts']}>
        {way && <TaskWay way={way} title={title} task_id={task_id} onLeave={onLeave} />}
        {canEdit && (status === 'queued' || status === 'running') && (
          <Button size="small" type="text" loading={busy === 'cancel'} aria-label={`取消「${title}」`} onClick={cancel}>
            取消
          </Button>
        )}
        {canRetry && (
          <Button size="small" type="link" loading={busy === 'retry'} aria-label={`重试「${title}」`} onClick={retry}>
            {status === 'partial' ? '只重试失败的' : '重试'}
          </Button>
        )}
        {!read && !isOpen && (
          <Button
            size="small"
            type="text"
            loading={busy === 'read'}
            aria-label={`把「${title}」标为已读`}
            onClick={markRead}
          >
            标为已读
          </Button>
        )}
      </div>
      {is_open && (
        <div className={styles['more']}>
          {steps.length > 0 && <TaskSteps task={task} />}
          {hasVideos && <TaskVideos task={task} mproject_id={mproject_id} />}
        </div>
      )}
    </div>
  );
}

/** Why it went wrong, in words, and where to go about it. */
function Trouble({ task, result, onLeave }: { task: Task; result: Way | null; onLeave: () => void }) {
  const is_admin = useSession((state) => state.user_info?.role === 'admin');
  const { error, task_id, title, status } = task;
  // While it waits for another try by itself there is nothing to do.
  const next = OPEN_STATUSES.includes(status) ? null : nextOf(task, { is_admin });
  const source = next?.way ?? (status === 'partial' ? sourceOf(task) : null);
  const isSame = source !== null && result !== null && source.label === result.label;
  return (
    <div className={styles['trouble']}>
      <p className={styles['error']}>{error?.message}</p>
      {next && (
        <p className={styles['hint']}>
          {next.hint}
          {source && !isSame && <TaskWay way={source} title={title} task_id={task_id} onLeave={onLeave} />}
        </p>
      )}
    </div>
  );
}

function factsOf(task: Task): string[] {
  const { task_type, status, steps, eta_s, attempt, created_at, started_at, finished_at } = task;
  const isOpen = OPEN_STATUSES.includes(status);
  const step = isOpen ? steps.find(({ done }) => !done) : undefined;
  return [
    TASK_TYPE_NAMES[task_type],
    step?.label,
    status === 'running' && eta_s !== null && `还要${formatLeft(eta_s, task.progress)}`,
    status === 'queued' && eta_s !== null && `${formatLeft(eta_s)}后完成`,
    attempt > 1 && `第 ${attempt} 次`,
    // Between tries it may have lain for days.
    !isOpen && attempt === 1 && started_at && finished_at && `用时${formatSpent(started_at, finished_at)}`,
    !isOpen && formatAgo(finished_at ?? created_at),
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[];
}
