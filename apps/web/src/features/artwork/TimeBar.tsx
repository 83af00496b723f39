import type { ArtworkComment } from '@mixreel/contract';
import type { PointerEvent } from 'react';
import { formatMoment } from './artwork-words.ts';
import styles from './Detail.module.css';

type Props = {
  seconds: number;
  at: number;
  /** In milliseconds. */
  cuts: number[];
  comments: ArtworkComment[];
  onSeek: (seconds: number) => void;
};

/** The whole length: where it is, where shots begin, and where something was said. */
export function TimeBar({ seconds, at, cuts, comments, onSeek }: Props) {
  const share = (ms: number) => `${Math.min(100, Math.max(0, seconds > 0 ? ms / seconds / 10 : 0))}%`;
  const seekTo = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onSeek(Math.min(1, Math.max(0, (clientX - left) / width)) * seconds);
  };
  return (
    <div className={styles['bar']}>
      <div
        className={styles['track']}
        role="slider"
        tabIndex={0}
        aria-label="播放位置"
        aria-valuemin={0}
        aria-valuemax={Number(seconds.toFixed(1))}
        aria-valuenow={Number(at.toFixed(1))}
        aria-valuetext={formatMoment(at * 1000)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          seekTo(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
        }}
      >
        <span className={styles['played']} style={{ width: share(at * 1000) }} />
        {cuts.slice(1).map((ms) => (
          <i key={ms} className={styles['cut']} style={{ left: share(ms) }} aria-hidden="true" />
        ))}
        <span className={styles['head']} style={{ left: share(at * 1000) }} />
      </div>
      {comments.map(
        ({ comment_id, at_ms, text, user_name, is_resolved }) =>
          at_ms !== null && (
            <button
              key={comment_id}
              type="button"
              className={styles['marker']}
              data-resolved={is_resolved}
              style={{ left: share(at_ms) }}
              aria-label={`批注 ${formatMoment(at_ms)} ${user_name}：${text}`}
              title={`${formatMoment(at_ms)} ${user_name}：${text}`}
              onClick={() => onSeek(at_ms / 1000)}
            />
          ),
      )}
    </div>
  );
}
