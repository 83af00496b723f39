import { BlockOutlined, CheckOutlined, DislikeFilled, DislikeOutlined, VideoCameraOutlined } from '@ant-design/icons';
import type { Clip } from '@mixreel/contract';
import { useState } from 'react';
import { formatDuration } from '#lib/format.ts';
import { MiddleCut } from '#ui/MiddleCut.tsx';
import { SpriteCover } from '#ui/SpriteCover.tsx';
import { Reasons } from './Reasons.tsx';
import { RightsMark } from './RightsMark.tsx';
import { SEARCH_WORDS } from './search-words.ts';
import card from '#ui/Card.module.css';
import styles from './Search.module.css';

type Props = {
  clip: Clip;
  index: number;
  is_picked: boolean;
  is_active: boolean;
  /** Whether it can be said that this is not what was asked for. */
  can_teach?: boolean;
};

/** A shot that was found, and why. What its buttons do is decided by the grid around it. */
export function ClipCard({ clip, index, is_picked, is_active, can_teach = false }: Props) {
  const { shot_id, material_name, cover_url, sprite, start_ms, end_ms, reasons, material_type, used_count } = clip;
  const lesson = reasons.find(({ kind }) => kind === 'lesson');
  const [isOver, setIsOver] = useState(false);
  const isVideo = material_type === 'video' || material_type === 'audio';
  return (
    <div
      id={`card-${shot_id}`}
      className={card['card']}
      role="gridcell"
      aria-selected={is_picked}
      data-index={index}
      data-active={is_active}
      onPointerEnter={() => setIsOver(true)}
      onPointerLeave={() => setIsOver(false)}
    >
      <SpriteCover
        cover_url={cover_url}
        sprite={sprite}
        from={start_ms / 1000}
        to={end_ms / 1000}
        icon={<VideoCameraOutlined />}
      >
        {(isOver || is_picked) && (
          <button
            type="button"
            className={card['tick']}
            role="checkbox"
            aria-checked={is_picked}
            aria-label={`选择${material_name}的第 ${clip.index + 1} 个镜头`}
            tabIndex={-1}
            data-act="tick"
          >
            <CheckOutlined aria-hidden="true" />
          </button>
        )}
        {isOver && (
          <button
            type="button"
            className={card['act']}
            aria-label={`${SEARCH_WORDS.similar}：${material_name}`}
            title={SEARCH_WORDS.similar}
            tabIndex={-1}
            data-act="similar"
          >
            <BlockOutlined aria-hidden="true" />
          </button>
        )}
        {isOver && can_teach && !lesson && (
          <button
            type="button"
            className={card['not']}
            aria-label={`${SEARCH_WORDS.not_this}：${material_name}`}
            title={`${SEARCH_WORDS.not_this}，以后排在后面`}
            tabIndex={-1}
            data-act="not"
          >
            <DislikeOutlined aria-hidden="true" />
          </button>
        )}
        {lesson && can_teach && (
          <button
            type="button"
            className={`${card['not']} ${styles['taught']}`}
            aria-label={`${lesson.text}，点击撤销：${material_name}`}
            title={`${lesson.text}，点击撤销`}
            tabIndex={-1}
            data-act="back"
          >
            <DislikeFilled aria-hidden="true" />
          </button>
        )}
        <span className={card['facts']}>
          {isVideo && (
            <span>
              {formatDuration(start_ms / 1000)} · {((end_ms - start_ms) / 1000).toFixed(1)} 秒
            </span>
          )}
          <RightsMark of={clip} />
        </span>
      </SpriteCover>
      <p className={card['name']}>
        <MiddleCut text={material_name} />
        {isVideo && <span className="visually-hidden"> 第 {clip.index + 1} 个镜头</span>}
      </p>
      {reasons.length > 0 ? (
        <Reasons reasons={reasons} />
      ) : (
        <span className={styles['reason']}>
          <span className={styles['more']}>{used_count > 0 ? `用过 ${used_count} 次` : clip.caption}</span>
        </span>
      )}
    </div>
  );
}
