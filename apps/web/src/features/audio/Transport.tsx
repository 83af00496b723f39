import { useQueryClient } from '@tanstack/react-query';
import { Button, Progress, Tooltip } from 'antd';
import { useState } from 'react';
import { useBed } from '#features/music/use-bed.ts';
import { useMusic } from '#features/music/use-music.ts';
import { PlayButton } from '#features/voice/PlayButton.tsx';
import { usePlayhead } from '#features/voice/use-playhead.ts';
import { formatDuration, formatLeft } from '#lib/format.ts';
import { COMMAND_KEY } from '#lib/keys.ts';
import { player } from '#lib/player.ts';
import { useSend } from '#lib/use-call.ts';
import { isSayable } from './lines.ts';
import { PieceMap } from './PieceMap.tsx';
import { PIECE, togglePiece, usePieceLength } from './speaking.ts';
import { useStudio, useStudioState } from './studio.ts';
import { usePieceTask } from './use-piece-task.ts';
import styles from './Transport.module.css';

/** Plays the lines one after another, and makes the whole of them. */
export function Transport({ onSubmit }: { onSubmit: () => Promise<void> }) {
  const studio = useStudio();
  const cache = useQueryClient();
  const { lines, music } = useStudioState(({ content }) => content);
  const { seconds, is_guess, starts } = usePieceLength(lines);
  const isPlaying = player.use(({ name }) => name === PIECE);
  const sounding = player.use(({ name, clip }) => (name === PIECE ? (clip?.part_of ?? null) : null));
  const phase = player.use((state) => state.phase);
  const inLine = usePlayhead(isPlaying && phase === 'playing', player.place);
  useBed(isPlaying, isPlaying && phase === 'playing', music, useMusic(music?.music_id ?? null)?.audio_url ?? null);

  const at = lines.findIndex(({ line_id }) => line_id === sounding);
  const now = isPlaying && at >= 0 ? (starts[at] ?? 0) + (inLine ?? 0) : null;
  const canPlay = lines.some(({ text }) => isSayable(text));
  return (
    <footer className={styles['bar']} aria-label="整篇">
      <PlayButton
        is_large
        name={PIECE}
        label="全部台词"
        disabled={!canPlay}
        onToggle={() => {
          const { active } = studio.getState();
          // From the line that is worked on; from the top when that is the last one.
          togglePiece(cache, lines, lines.at(-1)?.line_id === active ? (lines[0]?.line_id ?? '') : active);
        }}
      />
      <div className={styles['clock']}>
        <span className={styles['time']}>
          {now === null ? '' : `${formatDuration(Math.floor(now))} / `}
          {is_guess ? '约 ' : ''}
          {formatDuration(seconds)}
        </span>
        <span className={styles['where']}>
          {at >= 0 ? `第 ${at + 1} 行，共 ${lines.length} 行` : `共 ${lines.length} 行`}
        </span>
      </div>
      <PieceMap lines={lines} starts={starts} seconds={seconds} now={now} />
      <Making onSubmit={onSubmit} canMake={canPlay} />
    </footer>
  );
}

/** The button that makes the whole, and how far it is. */
function Making({ onSubmit, canMake }: { onSubmit: () => Promise<void>; canMake: boolean }) {
  const { status, error } = useStudioState((state) => state.piece);
  const canEdit = useStudioState((state) => state.can_edit);
  const cancel = useSend('task.cancel', { refresh: ['task.list', 'audio.detail'] });
  const task = usePieceTask();
  const [isSending, setIsSending] = useState(false);

  if (status === 'submitted') {
    const percent = Math.floor(task?.progress ?? 0);
    const step = task?.steps.find(({ done }) => !done)?.label;
    return (
      <div className={styles['making']} role="status">
        <span>
          {task?.status === 'running' ? (step ?? '正在合成') : '排队中'} {percent}%
          {task?.eta_s ? `，还要${formatLeft(task.eta_s, task.progress)}` : ''}
        </span>
        <Progress percent={percent} size="small" showInfo={false} aria-label="合成进度" />
        {canEdit && task && (
          <Button
            size="small"
            type="text"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ task_id: task.task_id })}
          >
            取消
          </Button>
        )}
      </div>
    );
  }
  if (!canEdit) return null;
  return (
    <div className={styles['make']}>
      {status === 'failed' && (
        <span className={styles['failed']} role="alert">
          {error ?? '没有合成成功'}
        </span>
      )}
      <Tooltip title={canMake ? `${COMMAND_KEY} Enter` : '先写几句台词'}>
        <Button
          type="primary"
          loading={isSending}
          disabled={!canMake}
          onClick={() => {
            setIsSending(true);
            void onSubmit()
              .catch(() => {})
              .finally(() => setIsSending(false));
          }}
        >
          {status === 'failed' ? '重新合成' : '合成整篇'}
        </Button>
      </Tooltip>
    </div>
  );
}
