import type { StoryBoard, Task } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { OPEN_STATUSES } from '#features/task/task-words.ts';
import { readAgain } from '#lib/read-again.ts';
import { useCall } from '#lib/use-call.ts';

export type Reading = { task: Task; is_open: boolean };

/** The task that reads a video as this board; null where there is none, or it is long forgotten. */
export function useReading({ origin, project_id, story_board_id, pace }: StoryBoard): Reading | null {
  const cache = useQueryClient();
  const isOfVideo = origin === 'video';
  // Those of the task centre are changed by its stream, and so are these.
  const filter = { project_id, task_type: ['story_board_ana' as const], page_size: 50 };
  const list = useCall('task.list', filter, { enabled: isOfVideo });
  const task = isOfVideo && list.data?.items.find(({ about }) => about['story_board_id'] === story_board_id);
  // The rhythm is known when the rows are; what is seen in them comes last.
  const isRead = task && (task.status === 'succeeded' || task.steps.some(({ key, done }) => key === 'hear' && done));
  useEffect(() => {
    if (isRead && !pace) void readAgain(cache, 'story.detail', { story_board_id });
  }, [cache, isRead, pace, story_board_id]);
  return task ? { task, is_open: OPEN_STATUSES.includes(task.status) } : null;
}
