import { EllipsisOutlined, LayoutOutlined, RollbackOutlined } from '@ant-design/icons';
import { STORY_ORIGINS, STORY_STATES, type StoryCard } from '@mixreel/contract';
import { Button, Dropdown } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { formatAgo, formatDuration, formatTime } from '#lib/format.ts';
import { MiddleCut } from '#ui/MiddleCut.tsx';
import { Pill } from '#ui/Pill.tsx';
import styles from '#features/mix/Workspace.module.css';
import own from './Story.module.css';

const TONES = { reading: 'accent', unread: 'warning', draft: 'neutral', shooting: 'accent', in_mix: 'good' } as const;

type Props = {
  card: StoryCard;
  onKey: (event: KeyboardEvent<HTMLElement>) => void;
  /** Not of one in the bin. */
  onOpen?: () => void;
  /** Only for those who may change it. */
  onRename?: () => void;
  onCopy?: () => void;
  onTemplate?: () => void;
  onRemove?: () => void;
  onRestore?: () => void;
};

/** One board. Arrows move, Enter opens, F2 renames, Delete deletes. */
export function StoryCardView({ card, onKey, onOpen, onRename, onCopy, onTemplate, onRemove, onRestore }: Props) {
  const { board_name, cover_url, row_count, duration_ms, target_ms, first_line, origin, creator_name } = card;
  const { updated_at, deleted_at, state } = card;
  const [broken, setBroken] = useState<string | null>(null);
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Delete' && onRemove) onRemove();
    else if (event.key === 'F2' && onRename) onRename();
    else onKey(event);
  };
  const items = [
    ...(onOpen ? [{ key: 'open', label: '打开', onClick: onOpen }] : []),
    ...(onRename ? [{ key: 'rename', label: '改名', onClick: onRename }] : []),
    ...(onCopy ? [{ key: 'copy', label: '复制…', onClick: onCopy }] : []),
    ...(onTemplate ? [{ key: 'template', label: '只留结构，做成模板', onClick: onTemplate }] : []),
    ...(onRemove ? [{ key: 'remove', label: '删除', danger: true, onClick: onRemove }] : []),
  ];
  const lengths = [
    duration_ms > 0 && formatDuration(duration_ms / 1000),
    target_ms && formatDuration(target_ms / 1000),
  ];
  return (
    <li className={styles['card']}>
      <button
        type="button"
        className={styles['open']}
        data-card=""
        aria-disabled={!onOpen}
        onClick={onOpen}
        onKeyDown={handleKey}
      >
        <span className={styles['cover']}>
          {cover_url && cover_url !== broken ? (
            <img src={cover_url} alt="" loading="lazy" decoding="async" onError={() => setBroken(cover_url)} />
          ) : first_line ? (
            <span className={own['firstLine']}>{first_line}</span>
          ) : (
            <LayoutOutlined aria-hidden="true" />
          )}
          {lengths[0] && (
            <span className={styles['ratio']} title={lengths[1] ? '现在的时长 / 目标' : '现在的时长'}>
              {lengths.filter(Boolean).join(' / ')}
            </span>
          )}
        </span>
        <span className={styles['name']}>
          <MiddleCut text={board_name} />
        </span>
        <span className={styles['facts']}>
          {row_count === 0 ? '还没有分镜' : `${row_count} 行`}
          {!lengths[0] && lengths[1] && ` · 目标 ${lengths[1]}`}
          {` · ${STORY_ORIGINS[origin]}`}
          {creator_name && ` · ${creator_name}`}
        </span>
        <span className={styles['line']}>
          <Pill tone={TONES[state]}>{STORY_STATES[state]}</Pill>
          <time dateTime={updated_at} title={`${creator_name}，${formatTime(updated_at)}`}>
            {deleted_at ? `${formatAgo(deleted_at)}删除` : formatAgo(updated_at)}
          </time>
        </span>
      </button>
      {onRestore && (
        <Button
          className={styles['more'] ?? ''}
          size="small"
          icon={<RollbackOutlined aria-hidden="true" />}
          aria-label={`恢复「${board_name}」`}
          onClick={onRestore}
        >
          恢复
        </Button>
      )}
      {items.length > 0 && (
        <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
          <Button
            className={styles['more'] ?? ''}
            size="small"
            icon={<EllipsisOutlined aria-hidden="true" />}
            aria-label={`「${board_name}」的更多操作`}
          />
        </Dropdown>
      )}
    </li>
  );
}
