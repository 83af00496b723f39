import {
  BlockOutlined,
  CheckOutlined,
  ExpandAltOutlined,
  MessageOutlined,
  PlaySquareOutlined,
} from '@ant-design/icons';
import { type Artwork, RECYCLE_DAYS, REVIEW_STATES, type SearchReason } from '@mixreel/contract';
import { useEffect, useRef, useState } from 'react';
import { useDraggable } from '#features/dir/drag.ts';
import { Reasons } from '#features/search/Reasons.tsx';
import { SEARCH_WORDS } from '#features/search/search-words.ts';
import { formatDuration, formatTime } from '#lib/format.ts';
import { Film } from '#ui/Film.tsx';
import { MiddleCut } from '#ui/MiddleCut.tsx';
import { SpriteCover } from '#ui/SpriteCover.tsx';
import { artworkPicks, pickedArtworks } from './artwork-selection.ts';
import { REVIEW_TONES } from './artwork-words.ts';
import { MarkDot } from './MarkDot.tsx';
import card from '#ui/Card.module.css';
import styles from './Artwork.module.css';

const DAY_MS = 86_400_000;
/** A glance while the pointer passes is not meant. */
const PLAY_AFTER_MS = 120;

type Props = { artwork: Artwork; index: number; can_edit: boolean; reasons?: SearchReason[] };

/** One finished video: plays under the pointer. What its buttons do is decided by the grid, by `data-act`. */
export function ArtworkCard({ artwork, index, can_edit, reasons }: Props) {
  const { artwork_id, artwork_name, cover_url, duration, review_state, marks, deleted_at, open_comment_count } =
    artwork;
  const element = useRef<HTMLDivElement>(null);
  const isPicked = artworkPicks.use((state) => state.picked.has(artwork_id));
  const isActive = artworkPicks.use((state) => state.active === index);
  const [isOver, setIsOver] = useState(false);
  const isDragged = useDraggable(
    element,
    () => {
      if (!can_edit || deleted_at) return null;
      // One that is not ticked is dragged alone; what is ticked stays so.
      const dragged = isPicked ? pickedArtworks() : [artwork];
      return { kind: 'items', items: dragged.map(({ artwork_id: id, dir_id }) => ({ id, dir_id })) };
    },
    (dragged) =>
      dragged.kind === 'items' && dragged.items.length > 1 ? `${dragged.items.length} 条成片` : artwork_name,
  );
  return (
    <div
      ref={element}
      id={`artwork-${artwork_id}`}
      className={card['card']}
      role="gridcell"
      aria-selected={isPicked}
      data-index={index}
      data-active={isActive}
      data-dragged={isDragged}
      onPointerEnter={() => setIsOver(true)}
      onPointerLeave={() => setIsOver(false)}
    >
      <SpriteCover cover_url={cover_url} sprite={null} icon={<PlaySquareOutlined />}>
        {isOver && !isDragged && <CardVideo key={artwork.vlc_id} artwork={artwork} />}
        {(isOver || isPicked) && (
          <button
            type="button"
            className={card['tick']}
            role="checkbox"
            aria-checked={isPicked}
            aria-label={`选择${artwork_name}`}
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
            aria-label={`打开${artwork_name}`}
            title="打开"
            tabIndex={-1}
            data-act="open"
          >
            <ExpandAltOutlined aria-hidden="true" />
          </button>
        )}
        {isOver && cover_url && (
          <button
            type="button"
            className={card['similar']}
            aria-label={`${SEARCH_WORDS.similar}：${artwork_name}`}
            title={SEARCH_WORDS.similar}
            tabIndex={-1}
            data-act="similar"
          >
            <BlockOutlined aria-hidden="true" />
          </button>
        )}
        <span className={card['facts']}>
          <span>{formatDuration(duration)}</span>
          {artwork.ai_origin && <span title="含 AI 生成内容">AI</span>}
          {artwork.withheld && <span title={artwork.withheld}>不能导出</span>}
        </span>
      </SpriteCover>
      <p className={`${card['name']} ${styles['name']}`}>
        <MiddleCut text={artwork_name} />
        {marks.length > 0 && (
          <span className={styles['marks']} title={marks.map(({ checkbox_name }) => checkbox_name).join('、')}>
            {marks.slice(0, 5).map(({ checkbox_id, colour }) => (
              <MarkDot key={checkbox_id} colour={colour} />
            ))}
            <span className="visually-hidden">标记：{marks.map(({ checkbox_name }) => checkbox_name).join('、')}</span>
          </span>
        )}
      </p>
      <p className={styles['line']}>
        {reasons?.[0] ? (
          <Reasons reasons={reasons} />
        ) : deleted_at ? (
          <span>还保留 {daysLeft(deleted_at)} 天</span>
        ) : (
          <>
            <span className={styles['review']} data-tone={REVIEW_TONES[review_state]}>
              {REVIEW_STATES[review_state]}
            </span>
            {open_comment_count > 0 && (
              <span className={styles['bubble']} title={`${open_comment_count} 条批注没解决`}>
                <MessageOutlined aria-hidden="true" />
                {open_comment_count}
                <span className="visually-hidden">条批注没解决</span>
              </span>
            )}
            <span className={styles['when']}>{formatTime(artwork.created_at).slice(5)}</span>
          </>
        )}
      </p>
    </div>
  );
}

/** Silent and over and over, with a line that shows how far it is. */
function CardVideo({ artwork: { video_url, artwork_name } }: { artwork: Artwork }) {
  const [isMeant, setIsMeant] = useState(false);
  const [isShown, setIsShown] = useState(false);
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setIsMeant(true), PLAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isMeant) return null;
  return (
    <>
      <Film
        className={styles['video']}
        data-shown={isShown}
        src={video_url}
        muted
        autoPlay
        loop
        playsInline
        aria-label={`${artwork_name}的预览`}
        onPlaying={() => setIsShown(true)}
        onTimeUpdate={({ currentTarget: { currentTime, duration } }) => {
          if (line.current && duration > 0) line.current.style.transform = `scaleX(${currentTime / duration})`;
        }}
      />
      <span ref={line} className={styles['played']} aria-hidden="true" />
    </>
  );
}

function daysLeft(deleted_at: string): number {
  const gone = new Date(deleted_at).getTime() + RECYCLE_DAYS * DAY_MS;
  return Math.max(0, Math.ceil((gone - Date.now()) / DAY_MS));
}
