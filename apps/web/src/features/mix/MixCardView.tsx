import { EllipsisOutlined, ScissorOutlined } from '@ant-design/icons';
import type { MixCard } from '@mixreel/contract';
import { Button, Dropdown, Progress } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { formatAgo, formatTime } from '#lib/format.ts';
import { MiddleCut } from '#ui/MiddleCut.tsx';
import { Pill } from '#ui/Pill.tsx';
import { STATUS_NAMES } from './mix-words.ts';
import styles from './Workspace.module.css';

type Props = {
  card: MixCard;
  onOpen: () => void;
  onResult: () => void;
  onKey: (event: KeyboardEvent<HTMLElement>) => void;
  /** Only for those who may change it. */
  onRename?: () => void;
  onCopy?: () => void;
  onRemove?: () => void;
};

/** One mix. Arrows move, Enter opens, F2 renames, Delete deletes. */
export function MixCardView({ card, onOpen, onResult, onKey, onRename, onCopy, onRemove }: Props) {
  const { mproject_name, ratio, cover_url, shooting_count, clip_count, candidate_count, exported_count } = card;
  const [broken, setBroken] = useState<string | null>(null);
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Delete' && onRemove) onRemove();
    else if (event.key === 'F2' && onRename) onRename();
    else onKey(event);
  };
  const items = [
    { key: 'open', label: '打开', onClick: onOpen },
    ...(candidate_count > 0 ? [{ key: 'result', label: '看候选与成片', onClick: onResult }] : []),
    ...(onRename ? [{ key: 'rename', label: '改名', onClick: onRename }] : []),
    ...(onCopy ? [{ key: 'copy', label: '复制', onClick: onCopy }] : []),
    ...(onRemove ? [{ key: 'remove', label: '删除', danger: true, onClick: onRemove }] : []),
  ];
  return (
    <li className={styles['card']}>
      <button type="button" className={styles['open']} data-card="" onClick={onOpen} onKeyDown={handleKey}>
        <span className={styles['cover']}>
          {cover_url && cover_url !== broken ? (
            <img src={cover_url} alt="" loading="lazy" decoding="async" onError={() => setBroken(cover_url)} />
          ) : (
            <ScissorOutlined aria-hidden="true" />
          )}
          <span className={styles['ratio']}>{ratio}</span>
          {card.is_demo && <span className={styles['demo']}>示例</span>}
        </span>
        <span className={styles['name']}>
          <MiddleCut text={mproject_name} />
        </span>
        <span className={styles['facts']}>
          {shooting_count} 镜头 · {clip_count} 片段 · {candidate_count} 候选 · {exported_count} 成片
        </span>
        <span className={styles['line']}>
          {card.progress === null ? (
            <Pill tone={card.status === 'done' ? 'good' : 'neutral'}>{STATUS_NAMES[card.status]}</Pill>
          ) : (
            <Progress
              percent={Math.floor(card.progress)}
              size="small"
              aria-label={`生成进度 ${Math.floor(card.progress)}%`}
            />
          )}
          <time dateTime={card.updated_at} title={`${card.creator_name}，${formatTime(card.updated_at)}`}>
            {formatAgo(card.updated_at)}
          </time>
        </span>
      </button>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <Button
          className={styles['more'] ?? ''}
          size="small"
          icon={<EllipsisOutlined aria-hidden="true" />}
          aria-label={`「${mproject_name}」的更多操作`}
        />
      </Dropdown>
    </li>
  );
}
