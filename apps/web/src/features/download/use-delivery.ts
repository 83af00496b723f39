import type { Delivery, TaskStatus } from '@mixreel/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { question } from '#lib/answers.ts';
import { useCall } from '#lib/use-call.ts';

const LOOK_AGAIN_MS = 2000;
const UNFINISHED: TaskStatus[] = ['queued', 'running', 'canceling'];

export function isUnderWay({ status }: Pick<Delivery, 'status'>): boolean {
  return UNFINISHED.includes(status);
}

/** How far a delivery is. The event stream of the tasks tells most of it; looking again now and then tells the rest. */
export function useDelivery(key: 'download.status' | 'draft.status', task_id: string | null) {
  // The list of the task centre, which the stream keeps up to date.
  const tasks = useCall('task.list', { page_size: 50 }, { enabled: task_id !== null });
  const task = task_id === null ? undefined : tasks.data?.items.find((one) => one.task_id === task_id);
  const delivery = useQuery<Delivery>({
    ...question(key, { task_id: task_id ?? '' }),
    enabled: task_id !== null,
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : LOOK_AGAIN_MS),
  });
  const { data, refetch } = delivery;

  const isOver = task !== undefined && !isUnderWay(task);
  const isWaiting = data !== undefined && isUnderWay(data);
  useEffect(() => {
    if (isOver && isWaiting) void refetch();
  }, [isOver, isWaiting, refetch]);

  const eta_s = task?.status === 'running' ? task.eta_s : null;
  const step = task?.steps.find(({ done }) => !done)?.label ?? null;
  const progress = Math.max(data?.progress ?? 0, isOver ? 0 : (task?.progress ?? 0));
  return { delivery: data, error: delivery.error, refetch, progress, eta_s, step };
}
