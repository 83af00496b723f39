import type { Task } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { refreshSpaces, useSpace } from '#features/team/space.ts';
import { changeAnswers } from '#lib/answers.ts';
import { readAgain } from '#lib/read-again.ts';
import { debounce } from '#lib/timing.ts';
import { useStream } from '#lib/use-stream.ts';
import { OPEN_STATUSES } from './task-words.ts';

/** Keeps every list of tasks that is on screen up to date by the space's event stream. */
export function useTaskFeed(): void {
  const cache = useQueryClient();
  const space = useSpace((state) => state.current);
  const isBroken = useRef(false);

  const recount = useMemo(() => debounce(() => void readAgain(cache, 'task.list')), [cache]);
  const take = (changed: Task) => {
    let isKnown = false;
    let hasMoved = false;
    changeAnswers(cache, 'task.list', (page) => {
      if (!page.items.some(({ task_id }) => task_id === changed.task_id)) return page;
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
    {
      onMessage: take,
      // Whatever happened while the stream was away is read again. It also ends when somebody's access changes.
      onOpen() {
        recount();
        if (isBroken.current) refreshSpaces().catch(() => {});
        isBroken.current = false;
      },
      onError(error) {
        if (error) recount();
        else isBroken.current = true;
      },
    },
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
