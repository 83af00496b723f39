import { DeleteOutlined } from '@ant-design/icons';
import type { AudioCard } from '@mixreel/contract';
import { Button, Tooltip } from 'antd';
import type { KeyboardEvent } from 'react';
import { formatAgo, formatDuration, formatTime } from '#lib/format.ts';
import { Pill } from '#ui/Pill.tsx';
import styles from './Pieces.module.css';

const STATUS = {
  draft: { label: '草稿', tone: 'neutral' },
  submitted: { label: '合成中', tone: 'accent' },
  done: { label: '已合成', tone: 'good' },
  failed: { label: '合成失败', tone: 'bad' },
} as const satisfies Record<AudioCard['status'], object>;

type Props = { card: AudioCard; onOpen: () => void; onRemove: (() => void) | null };

/** One piece. Arrows move, Enter opens, Delete deletes. */
export function PieceRow({ card, onOpen, onRemove }: Props) {
  const { audio_name, first_line, line_count, duration, status, music_title, creator_name, updated_at } = card;
  const { label, tone } = STATUS[status];

  const handleKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    const row = event.currentTarget.closest('li');
    const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key];
    if (next) {
      event.preventDefault();
      next.querySelector('button')?.focus();
    }
    if (event.key === 'Delete' && onRemove) onRemove();
  };
  return (
    <li className={styles['row']}>
      <button type="button" className={styles['open']} onClick={onOpen} onKeyDown={handleKey}>
        <span className={styles['what']}>
          <span className={styles['name']}>{audio_name}</span>
          <span className={styles['first']}>
            {first_line || '还没有台词'}
            {music_title && ` · 配乐《${music_title}》`}
          </span>
        </span>
        <span className={styles['number']}>{line_count} 行</span>
        <span className={styles['number']}>{duration === null ? '—' : formatDuration(duration)}</span>
        <span className={styles['status']}>
          <Pill tone={tone}>{label}</Pill>
        </span>
        <span className={styles['who']}>{creator_name}</span>
        <time className={styles['when']} dateTime={updated_at} title={formatTime(updated_at)}>
          {formatAgo(updated_at)}
        </time>
      </button>
      {onRemove && (
        <Tooltip title="删除">
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden="true" />}
            aria-label={`删除「${audio_name}」`}
            onClick={onRemove}
          />
        </Tooltip>
      )}
    </li>
  );
}
