import type { Task } from '@mixreel/contract';
import { useEffect } from 'react';
import { call } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';

const ACTIVE: Task['status'][] = ['queued', 'running', 'canceling'];
const ASK_MS = 1500;

/** A task while it waits or runs, with a way to stop it; null where it does not. */
export function useRunning(task_id: string | null) {
  const found = useCall('task.check', { task_ids: [task_id ?? ''] }, { enabled: task_id !== null });
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
