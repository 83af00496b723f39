import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { usePlayback } from '#lib/use-playback.ts';
import { Film } from '#ui/Film.tsx';
import styles from './Clean.module.css';

type Props = {
  is_picture: boolean;
  width: number;
  height: number;
  duration_ms: number;
  before_url: string;
  after_url: string;
  /** Where in the film before the one after begins. */
  from_ms?: number;
  /** Where in the film before one is, ms, whenever that changes. */
  onAt?: (at_ms: number) => void;
  /** What was done, as in 去除: its pictures are called 去除之前 and 去除之后. */
  what: string;
};
/** Two films that are further apart than this are put together again. */
const APART_S = 0.06;

/** Before and after over each other, at full size, with a slider between; both play together. */
export function BeforeAfter(props: Props) {
  const { is_picture, width, height, duration_ms, before_url, after_url, from_ms = 0, onAt, what } = props;
  const [share, setShare] = useState(50);
  const { attach, at, is_playing, toggle, seek } = usePlayback(0);
  const before = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const film = before.current;
    if (!film) return;
    const there = at + from_ms / 1000;
    if (Math.abs(film.currentTime - there) > APART_S) film.currentTime = there;
    if (is_playing && film.paused) film.play().catch(() => {});
    if (!is_playing && !film.paused) film.pause();
  }, [at, is_playing, from_ms]);
  useEffect(() => onAt?.(from_ms + Math.round(at * 1000)), [at, from_ms, onAt]);
  const ratio = width / Math.max(1, height);
  const clip = { clipPath: `inset(0 ${100 - share}% 0 0)` };
  return (
    <>
      <div
        className={styles['frame']}
        style={{ aspectRatio: ratio, width: `min(100%, calc((100vh - 400px) * ${ratio}))` }}
      >
        {is_picture ? (
          <>
            <img src={after_url} alt={`${what}之后`} />
            <img src={before_url} alt={`${what}之前`} style={clip} />
          </>
        ) : (
          <>
            <Film ref={attach} src={after_url} playsInline loop aria-label={`${what}之后`} />
            <Film ref={before} src={before_url} muted playsInline style={clip} aria-label={`${what}之前`} />
          </>
        )}
        <i className={styles['divider']} style={{ left: `${share}%` }} />
        <span className={styles['tag']} data-side="left">
          之前
        </span>
        <span className={styles['tag']} data-side="right">
          之后
        </span>
        <input
          type="range"
          aria-label="前后对比的分界"
          min={0}
          max={100}
          value={share}
          onChange={(event) => setShare(Number(event.target.value))}
        />
      </div>
      {!is_picture && (
        <div className={styles['controls']}>
          <Button
            size="small"
            aria-label={is_playing ? '暂停' : '播放'}
            icon={is_playing ? <PauseOutlined aria-hidden="true" /> : <CaretRightOutlined aria-hidden="true" />}
            onClick={toggle}
          />
          <input
            type="range"
            aria-label="时间"
            min={0}
            max={duration_ms}
            step={40}
            value={Math.min(duration_ms, Math.round(at * 1000))}
            onChange={(event) => seek(Number(event.target.value) / 1000)}
          />
        </div>
      )}
    </>
  );
}
