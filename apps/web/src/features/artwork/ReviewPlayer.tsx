import { CaretRightFilled, ExpandOutlined, PauseOutlined, SoundFilled, SoundOutlined } from '@ant-design/icons';
import type { Artwork, ArtworkComment } from '@mixreel/contract';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { formatSize } from '#lib/format.ts';
import type { Playback } from '#lib/use-playback.ts';
import { Film } from '#ui/Film.tsx';
import { formatMoment, WORDS } from './artwork-words.ts';
import { TimeBar } from './TimeBar.tsx';
import styles from './Detail.module.css';

const SPEEDS = [1, 1.5, 2, 0.5];

type Props = {
  artwork: Artwork;
  playback: Playback;
  comments: ArtworkComment[];
  /** Where shots begin. */
  cuts: number[];
};

/** The video with its own controls: a bar that shows where something was said. */
export function ReviewPlayer({ artwork, playback, comments, cuts }: Props) {
  const { artwork_name, video_url, cover_url, duration, width, height, bytes } = artwork;
  const { attach, at, is_playing, seek, toggle } = playback;
  const stage = useRef<HTMLDivElement>(null);
  // Another name or another signature is no other video: it plays on.
  const [src] = useState(video_url);
  const [isMuted, setIsMuted] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [isBroken, setIsBroken] = useState(false);
  const video = () => stage.current?.querySelector('video');
  return (
    <div className={styles['player']}>
      <div ref={stage} className={styles['stage']}>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the space bar and the button do the same */}
        <Film
          ref={attach}
          src={src}
          {...(cover_url && { poster: cover_url })}
          muted={isMuted}
          autoPlay
          playsInline
          preload="auto"
          aria-label={artwork_name}
          onClick={toggle}
          onError={() => setIsBroken(true)}
          onLoadedMetadata={({ currentTarget }) => {
            currentTarget.playbackRate = speed;
            setIsBroken(false);
          }}
        >
          <track kind="captions" />
        </Film>
        {isBroken && <p role="alert">视频没有加载出来，请检查网络后重新打开。</p>}
      </div>
      <TimeBar seconds={duration} at={at} cuts={cuts} comments={comments} onSeek={seek} />
      <div className={styles['transport']}>
        <Button
          type="text"
          icon={is_playing ? <PauseOutlined aria-hidden="true" /> : <CaretRightFilled aria-hidden="true" />}
          aria-label={is_playing ? '暂停' : '播放'}
          title={is_playing ? '暂停（空格）' : '播放（空格）'}
          onClick={toggle}
        />
        <span className={styles['clock']}>
          {formatMoment(at * 1000)} / {formatMoment(duration * 1000)}
        </span>
        <span className={styles['size']}>
          {width}×{height} · {formatSize(bytes)}
          {artwork.ai_origin && <span title={WORDS.ai}> · AI</span>}
        </span>
        <Button
          type="text"
          aria-label={`播放速度 ${speed} 倍`}
          title="播放速度"
          onClick={() => {
            const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
            const element = video();
            if (element) element.playbackRate = next;
            setSpeed(next);
          }}
        >
          {speed}×
        </Button>
        <Button
          type="text"
          icon={isMuted ? <SoundOutlined aria-hidden="true" /> : <SoundFilled aria-hidden="true" />}
          aria-label="静音"
          aria-pressed={isMuted}
          title={isMuted ? '打开声音' : '静音'}
          onClick={() => setIsMuted(!isMuted)}
        />
        <Button
          type="text"
          icon={<ExpandOutlined aria-hidden="true" />}
          aria-label="全屏"
          title="全屏"
          onClick={() =>
            void video()
              ?.requestFullscreen()
              .catch(() => {})
          }
        />
      </div>
    </div>
  );
}
