import type { Task } from '@mixreel/contract';
import { useEffect } from 'react';
import { call } from '#lib/call.ts';
import { useCall, useSend } from '#lib/use-call.ts';

const ACTIVE: Task['status'][] = ['queued', 'running', 'canceling'];
const ASK_MS = 1500;

const useTask = (task_id: string | null) =>
  useCall('task.check', { task_ids: [task_id ?? ''] }, { enabled: task_id !== null });

/** A task while it waits or runs, with a way to stop it; null where it does not. */
export function useRunning(task_id: string | null) {
  const found = useTask(task_id);
  const [task] = found.data?.items ?? [];
  const isActive = task !== undefined && ACTIVE.includes(task.status);
  const { refetch } = found;
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => void refetch(), ASK_MS);
    return () => clearInterval(timer);
  }, [isActive, refetch]);
  if (!isActive) return null;
  const stop = () =>
    void call('task.cancel', { task_id: task.task_id }).then(
      () => refetch(),
      () => {},
    );
  const now = task.steps.find(({ done }) => !done)?.label;
  return { title: now ? `${task.title}：${now}` : task.title, progress: task.progress, stop };
}

/** Why a task has not done what it was for, and the way to go on with it, where there is one; null where it has. */
export function useBroken(task_id: string | null) {
  const [task] = useTask(task_id).data?.items ?? [];
  const retry = useSend('task.retry', { refresh: ['task.check', 'task.list'] });
  if (task?.status !== 'failed') return null;
  const { title, error } = task;
  return {
    title: `${title}：${error?.message ?? '没有做完'}`,
    can_retry: error?.can_retry ?? true,
    is_sending: retry.isPending,
    again: () => retry.mutate({ task_id: task.task_id }),
  };
}
