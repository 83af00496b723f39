import type { Task } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { OPEN_STATUSES } from '#features/task/task-words.ts';
import { readAgain } from '#lib/read-again.ts';
import { useCall } from '#lib/use-call.ts';
import { useStudioState } from './studio.ts';

const LOOK_AGAIN_MS = 3000;

/** The task that is making the piece, kept up to date by the event stream; null when none is. */
export function usePieceTask(): Task | null {
  const cache = useQueryClient();
  const { ai_audio_id, status, task_id } = useStudioState((state) => state.piece);
  // The list of the task centre, which the stream keeps up to date.
  const list = useCall('task.list', { page_size: 50 });
  const isMaking = status === 'submitted';
  const task = list.data?.items.find((one) => one.task_id === task_id) ?? null;
  const isOver = task !== null && !OPEN_STATUSES.includes(task.status);

  useEffect(() => {
    if (!isMaking) return;
    const read = () => void readAgain(cache, 'audio.detail', { ai_audio_id });
    if (isOver) read();
    // A task that the list does not show, or a last word that got lost, must not leave the page waiting.
    const timer = setInterval(read, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [cache, ai_audio_id, isMaking, isOver]);
  return isMaking ? task : null;
}
