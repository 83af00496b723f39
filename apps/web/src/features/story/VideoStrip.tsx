import { useQueryClient } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useEffect } from 'react';
import { OPEN_STATUSES } from '#features/task/task-words.ts';
import { readAgain } from '#lib/read-again.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { useBoard } from './board.ts';
import styles from './Board.module.css';

/** Of a board that is read from a video: how far that is, what went wrong, and then how the video runs. */
export function VideoStrip() {
  const { board } = useBoard();
  return board.origin === 'video' ? <Strip /> : null;
}

function Strip() {
  const { board } = useBoard();
  const { story_board_id, pace } = board;
  const cache = useQueryClient();
  // The list of the task centre, which the stream keeps up to date.
  const list = useCall('task.list', { page_size: 50 });
  const cancel = useSend('task.cancel', { refresh: ['task.list'] });
  const retry = useSend('task.retry', { refresh: ['task.list'] });
  const task = list.data?.items.find(({ about }) => about['story_board_id'] === story_board_id) ?? null;
  const isDone = task?.status === 'succeeded';
  // The rhythm is known when the rows are; what is seen in them comes last.
  const isRead = isDone || (task?.steps ?? []).some(({ key, done }) => key === 'hear' && done);
  useEffect(() => {
    if (isRead && !pace) void readAgain(cache, 'story.detail', { story_board_id });
  }, [cache, isRead, pace, story_board_id]);

  if (pace) {
    const { shots_per_minute, shot_seconds, hook_seconds, characters_per_second, tempo, on_beat } = pace;
    return (
      <p className={styles['strip']} role="note" aria-label="节奏">
        <b>节奏</b>每分钟 {shots_per_minute} 个镜头 · 平均 {shot_seconds} 秒一个 · 开头 {hook_seconds} 秒
        {characters_per_second !== null && ` · 每秒 ${characters_per_second} 字`}
        {tempo !== null && ` · 音乐约 ${tempo} 拍/分钟`}
        {tempo !== null && on_beat !== null && on_beat > 0 && ` · ${Math.round(100 * on_beat)}% 的剪切卡在拍点上`}
        {task && OPEN_STATUSES.includes(task.status) && ' · 还在认画面里的人和物，认出来就填进空着的格子'}
      </p>
    );
  }
  if (!task) return null;
  const { task_id, status, progress, error } = task;
  if (OPEN_STATUSES.includes(status)) {
    return (
      <div className={styles['strip']} role="status">
        正在拆解视频，行会一边出现
        <Progress percent={Math.round(progress)} size="small" aria-label="拆解进度" />
        <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate({ task_id })}>
          停止
        </Button>
      </div>
    );
  }
  if (isDone) return null;
  return (
    <div className={styles['strip']} role="alert">
      {error?.message ?? '拆解已停止，已有的行都在'}
      {(error === null || error.can_retry) && (
        <Button size="small" loading={retry.isPending} onClick={() => retry.mutate({ task_id })}>
          继续
        </Button>
      )}
    </div>
  );
}
