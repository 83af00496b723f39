import { CheckCircleFilled, CloseCircleFilled, LoadingOutlined, MinusCircleOutlined } from '@ant-design/icons';
import type { Task, TaskStep } from '@mixreel/contract';
import { formatClock, formatSpent } from './task-times.ts';
import styles from './Task.module.css';

/** The steps of a task: when each began, and how long it took. */
export function TaskSteps({ task }: { task: Task }) {
  const { steps, status, title } = task;
  const current = steps.findIndex(({ done }) => !done);
  return (
    <ol className={styles['steps']} aria-label={`${title}的步骤`}>
      {steps.map((step, n) => (
        <li key={step.key} data-state={stateOf(step, n === current, status)}>
          <StepIcon state={stateOf(step, n === current, status)} />
          <span>{step.label}</span>
          <small>{timesOf(step, n === current, status)}</small>
        </li>
      ))}
    </ol>
  );
}

type StepState = 'done' | 'now' | 'stopped' | 'later';

function stateOf({ done }: TaskStep, isCurrent: boolean, status: Task['status']): StepState {
  if (done) return 'done';
  if (!isCurrent) return 'later';
  if (status === 'running' || status === 'canceling') return 'now';
  return status === 'failed' || status === 'partial' ? 'stopped' : 'later';
}

function StepIcon({ state }: { state: StepState }) {
  if (state === 'done') return <CheckCircleFilled aria-label="已完成" />;
  if (state === 'now') return <LoadingOutlined aria-label="正在进行" />;
  if (state === 'stopped') return <CloseCircleFilled aria-label="停在这一步" />;
  return <MinusCircleOutlined aria-label="还没开始" />;
}

function timesOf(step: TaskStep, isCurrent: boolean, status: Task['status']): string {
  const { started_at, finished_at } = step;
  if (!started_at) return '';
  if (finished_at) return `${formatClock(started_at)} 开始，用了${formatSpent(started_at, finished_at)}`;
  if (isCurrent && status === 'running') return `${formatClock(started_at)} 开始`;
  return isCurrent && status !== 'queued' ? `${formatClock(started_at)} 开始，没有做完` : '';
}
