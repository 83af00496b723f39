import { callOf, type LikenessReport, type Task, type TaskStatus } from '@mixreel/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '#lib/call.ts';

const OFTEN_MS = 1500;
const SELDOM_MS = 3000;
const UNFINISHED: TaskStatus[] = ['queued', 'running', 'canceling'];

export function isOpen({ status }: Pick<Task, 'status'>): boolean {
  return UNFINISHED.includes(status);
}

/** Tasks by their ids, read again for as long as one of them is under way. */
export function useTasks(task_ids: string[]) {
  return useQuery({
    queryKey: [callOf('task.check').path, { task_ids }],
    queryFn: async ({ signal }) => (await call('task.check', { task_ids }, { is_quiet: true, signal })).items,
    enabled: task_ids.length > 0,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? OFTEN_MS : false),
  });
}

/** The report of a measurement, once it is there. It changes while its proposals are made. */
export function useReport(task_id: string, { enabled }: { enabled: boolean }) {
  return useQuery<LikenessReport>({
    queryKey: [callOf('likeness.report').path, { task_id }],
    queryFn: ({ signal }) => call('likeness.report', { task_id }, { is_quiet: true, signal }),
    enabled,
    refetchInterval: ({ state }) => (state.data && isBeingMade(state.data) ? SELDOM_MS : false),
  });
}

function isBeingMade({ export_task_ids, proposals }: LikenessReport): boolean {
  return (
    export_task_ids.length > 0 && proposals.some((one) => one.made_artwork_id !== null && one.likeness_made === null)
  );
}
