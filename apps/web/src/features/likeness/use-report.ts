import type { LikenessReport, Task, TaskStatus } from '@mixreel/contract';
import { useQuery } from '@tanstack/react-query';
import { question } from '#lib/answers.ts';

const OFTEN_MS = 1500;
const SELDOM_MS = 3000;
const UNFINISHED: TaskStatus[] = ['queued', 'running', 'canceling'];

export function isOpen({ status }: Pick<Task, 'status'>): boolean {
  return UNFINISHED.includes(status);
}

/** Tasks by their ids, read again for as long as one of them is under way. */
export function useTasks(task_ids: string[]) {
  return useQuery({
    ...question('task.check', { task_ids }),
    select: ({ items }) => items,
    enabled: task_ids.length > 0,
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? OFTEN_MS : false),
  });
}

/** The report of a measurement, once it is there. It changes while its proposals are made. */
export function useReport(task_id: string, { enabled }: { enabled: boolean }) {
  return useQuery<LikenessReport>({
    ...question('likeness.report', { task_id }),
    enabled,
    refetchInterval: ({ state }) => (state.data && isBeingMade(state.data) ? SELDOM_MS : false),
  });
}

function isBeingMade({ export_task_ids, proposals }: LikenessReport): boolean {
  return (
    export_task_ids.length > 0 && proposals.some((one) => one.made_artwork_id !== null && one.likeness_made === null)
  );
}
