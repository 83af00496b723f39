import { task, type Task } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSpace } from '#features/team/space.ts';
import type { OutputOf } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { debounce } from '#lib/timing.ts';
import { useStream } from '#lib/use-stream.ts';
import { OPEN_STATUSES } from './task-words.ts';

type TaskPage = OutputOf<'task.list'>;

/** Keeps every list of tasks that is on screen up to date by the space's event stream. */
export function useTaskFeed(): void {
  const cache = useQueryClient();
  const space = useSpace((state) => state.current);

  const recount = useMemo(() => debounce(() => void readAgain(cache, 'task.list')), [cache]);
  const take = (changed: Task) => {
    let isKnown = false;
    let hasMoved = false;
    cache.setQueriesData<TaskPage>({ queryKey: [task.list.path] }, (page) => {
      if (!page?.items.some(({ task_id }) => task_id === changed.task_id)) return page;
      isKnown = true;
      hasMoved ||= page.items.some(({ task_id, status }) => task_id === changed.task_id && status !== changed.status);
      return { ...page, items: page.items.map((one) => (one.task_id === changed.task_id ? merge(one, changed) : one)) };
    });
    // New ones and finished ones change order and counts; progress does not.
    if (!isKnown || hasMoved || !OPEN_STATUSES.includes(changed.status)) recount();
  };

  useStream(
    'task.changes',
    { team_id: space?.team_id },
    // Whatever happened while the stream was away is read again.
    { onMessage: take, onOpen: recount, onError: (error) => error && recount() },
    { enabled: space !== null },
  );
}

/** Within one attempt progress never goes back, even when messages overtake each other. */
function merge(before: Task, changed: Task): Task {
  const isSameTry = before.attempt === changed.attempt && before.status === changed.status;
  // Whether it is read is known per person; the stream speaks to all.
  const progress = isSameTry ? Math.max(before.progress, changed.progress) : changed.progress;
  // When its turn comes is told by the list alone, which knows who else is in line.
  const eta_s = isSameTry && changed.status === 'queued' ? (changed.eta_s ?? before.eta_s) : changed.eta_s;
  return { ...changed, progress, eta_s, read: before.read };
}
