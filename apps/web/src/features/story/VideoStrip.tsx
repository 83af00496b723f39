import type { StoryPace } from '@mixreel/contract';
import { Button, Progress } from 'antd';
import { useCanEdit } from '#features/team/space.ts';
import { useSend } from '#lib/use-call.ts';
import { useBoard } from './board.ts';
import type { Reading } from './use-reading.ts';
import styles from './Board.module.css';

/** Of a board that is read from a video: how far that is, what went wrong, and how the video runs. */
export function VideoStrip({ reading }: { reading: Reading | null }) {
  const { pace } = useBoard().board;
  return (
    <>
      {pace && <Rhythm pace={pace} />}
      {reading && reading.task.status !== 'succeeded' && <Progressing {...reading} />}
    </>
  );
}

function Rhythm({ pace }: { pace: StoryPace }) {
  const { shots_per_minute, shot_seconds, hook_seconds, characters_per_second, tempo, on_beat } = pace;
  return (
    <p className={styles['strip']} role="note" aria-label="节奏">
      <b>节奏</b>每分钟 {shots_per_minute} 个镜头 · 平均 {shot_seconds} 秒一个 · 开头 {hook_seconds} 秒
      {characters_per_second !== null ? ` · 每秒 ${characters_per_second} 字` : ' · 没有听到说话'}
      {tempo !== null && ` · 音乐约 ${tempo} 拍/分钟`}
      {tempo !== null && on_beat !== null && on_beat > 0 && ` · ${Math.round(100 * on_beat)}% 的剪切卡在拍点上`}
    </p>
  );
}

function Progressing({ task: { task_id, status, steps, progress, error }, is_open }: Reading) {
  const canEdit = useCanEdit();
  const cancel = useSend('task.cancel', { refresh: ['task.list'] });
  const retry = useSend('task.retry', { refresh: ['task.list'] });
  if (is_open) {
    const step = steps.find(({ done }) => !done);
    return (
      <div className={styles['strip']} role="status">
        正在{step?.label ?? '拆解视频'}，拆出来的会一边填进表里
        <Progress percent={Math.round(progress)} size="small" aria-label="拆解进度" />
        {canEdit && (
          <Button
            size="small"
            loading={cancel.isPending || status === 'canceling'}
            onClick={() => cancel.mutate({ task_id })}
          >
            停止
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={styles['strip']} role="alert">
      {error?.message ?? '拆解已停止，已有的行都在'}
      {canEdit && (error === null || error.can_retry) && (
        <Button size="small" loading={retry.isPending} onClick={() => retry.mutate({ task_id })}>
          继续
        </Button>
      )}
    </div>
  );
}
