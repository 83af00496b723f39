import { CheckOutlined, ExpandAltOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons';
import { type Candidate, RATIOS } from '@mixreel/contract';
import { useState } from 'react';
import { addressOf } from '#lib/app-config.ts';
import { formatDuration, formatShare } from '#lib/format.ts';
import { Film } from '#ui/Film.tsx';
import { SpriteCover } from '#ui/SpriteCover.tsx';
import { STATUS_NAMES, STATUS_TONES } from '../stage/candidate-words.ts';
import { playCard, stopCard, useCardPreview } from './hover-preview.ts';
import card from '#ui/Card.module.css';
import styles from './Result.module.css';

type Props = {
  candidate: Candidate;
  index: number;
  is_active: boolean;
  can_edit: boolean;
  /** Number of the one that is most like it. */
  closest: number | null;
  /** Covers of the mix's clips: what tells one combination from another at a glance. */
  covers: ReadonlyMap<string, string>;
};

/** One candidate of the grid: plays under the pointer. What its buttons do is decided by the grid, by `data-act`. */
export function CandidateCard({ candidate, index, is_active, can_edit, closest, covers }: Props) {
  const {
    candidate_id,
    number,
    duration,
    most_likeness,
    level,
    is_picked,
    is_excluded,
    status,
    is_stale,
    error,
    problem,
  } = candidate;
  const [isOver, setIsOver] = useState(false);
  const name = `第 ${number} 条`;
  return (
    <div
      id={`candidate-${candidate_id}`}
      className={`${card['card']} ${styles['card']}`}
      role="gridcell"
      aria-selected={is_picked && !is_excluded}
      data-index={index}
      data-active={is_active}
      data-excluded={is_excluded}
      data-broken={problem !== null}
      onPointerEnter={() => {
        setIsOver(true);
        playCard(candidate_id);
      }}
      onPointerLeave={() => {
        setIsOver(false);
        stopCard();
      }}
    >
      <SpriteCover cover_url={candidate.cover_url} sprite={null} icon={<ExpandAltOutlined />}>
        <CardVideo candidate={candidate} name={name} />
        {can_edit && !is_excluded && (
          <button
            type="button"
            className={card['tick']}
            role="checkbox"
            aria-checked={is_picked}
            aria-label={`选用${name}`}
            tabIndex={-1}
            data-act="tick"
          >
            <CheckOutlined aria-hidden="true" />
          </button>
        )}
        {can_edit && isOver && (
          <button
            type="button"
            className={card['like']}
            aria-label={`${is_excluded ? '恢复' : '排除'}${name}`}
            title={is_excluded ? '恢复' : '排除：以后也不要这一条'}
            tabIndex={-1}
            data-act="exclude"
          >
            {is_excluded ? <UndoOutlined aria-hidden="true" /> : <StopOutlined aria-hidden="true" />}
          </button>
        )}
        {isOver && (
          <button
            type="button"
            className={card['act']}
            aria-label={`放大播放${name}`}
            title="放大播放"
            tabIndex={-1}
            data-act="open"
          >
            <ExpandAltOutlined aria-hidden="true" />
          </button>
        )}
        <span className={card['facts']}>
          <span>{formatDuration(duration)}</span>
        </span>
      </SpriteCover>
      <div className={styles['strip']} aria-hidden="true">
        {candidate.picks.map(({ slot_id, video_clip_id }) => {
          const cover = covers.get(video_clip_id);
          return <i key={slot_id} {...(cover && { style: { backgroundImage: `url(${JSON.stringify(cover)})` } })} />;
        })}
      </div>
      <p className={card['name']}>
        {name}
        {problem ? (
          <span className={styles['status']} data-tone="bad" title={problem}>
            {status === 'exported' ? '已导出，片段不能用了' : '片段不能用'}
          </span>
        ) : (
          status !== 'planned' && (
            <span className={styles['status']} data-tone={STATUS_TONES[status]} title={error ?? ''}>
              {is_stale && status === 'exported' ? '导出后又改过' : STATUS_NAMES[status]}
            </span>
          )
        )}
      </p>
      <p className={styles['likeness']} title="画面、声音、文字合在一起的重复度，和导出后的查重是同一个算法">
        <span style={{ width: formatShare(most_likeness) }} aria-hidden="true" />
        {closest === null ? '重复度' : `与第 ${closest} 条重复度`} {formatShare(most_likeness)} · L{level}
      </p>
    </div>
  );
}

/** Silent and over and over, for as long as the card is looked at. */
function CardVideo({ candidate, name }: { candidate: Candidate; name: string }) {
  const playing = useCardPreview(candidate);
  const [isShown, setIsShown] = useState(false);
  if (!playing) return null;
  const { preview, error } = playing;
  if (error) return <span className={styles['note']}>{error.message}</span>;
  return (
    <>
      {preview && (
        <Film
          className={styles['video']}
          src={addressOf(preview.url)}
          data-shown={isShown}
          muted
          autoPlay
          loop
          playsInline
          aria-label={`${name}的预览`}
          onPlaying={() => setIsShown(true)}
        />
      )}
      {!isShown && <span className={styles['turning']} role="status" aria-label="正在准备预览" />}
    </>
  );
}

/** Cards have the shape of the videos, within what a grid can bear. */
export function cardSize(ratio: keyof typeof RATIOS) {
  const { width, height } = RATIOS[ratio];
  const min_width = width > height ? 248 : width === height ? 184 : 148;
  return { min_width, ratio: height / width, foot: 84 };
}
