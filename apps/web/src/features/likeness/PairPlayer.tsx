import { PauseOutlined, CaretRightOutlined } from '@ant-design/icons';
import { Button, Slider } from 'antd';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatDuration } from '#lib/format.ts';
import { Choice } from '#ui/Choice.tsx';
import { Film } from '#ui/Film.tsx';
import styles from './Pair.module.css';

/** Further apart than this, seconds, one video is put where the other is; nearer, it plays a little faster or slower. */
const FAR = 0.4;
const NEAR = 0.025;
const NUDGE = 0.1;
const FOLLOW_MS = 80;
const STEP = 1;

type Props = { videos: { name: string; src: string }[] };

/** Two videos that start, stop and jump together; one of them is heard. */
export function PairPlayer({ videos }: Props) {
  const elements = useRef<(HTMLVideoElement | null)[]>([null, null]);
  const [lengths, setLengths] = useState<number[]>([0, 0]);
  const [isPlaying, setIsPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [loud, setLoud] = useState<'0' | '1'>('0');
  const leads = (lengths[1] ?? 0) > (lengths[0] ?? 0) ? 1 : 0;
  const total = Math.max(...lengths);

  const both = () => elements.current.filter((one) => one !== null);
  const play = () => {
    if (total > 0 && at >= total - 0.05) seek(0);
    setIsPlaying(true);
    // A shorter one that is at its end would begin anew.
    for (const video of both()) if (!isAtEnd(video)) video.play().catch(() => setIsPlaying(false));
  };
  const pause = () => {
    setIsPlaying(false);
    for (const video of both()) video.pause();
  };
  const seek = (to: number) => {
    const place = Math.min(total, Math.max(0, to));
    setAt(place);
    for (const video of both()) {
      video.currentTime = Math.min(place, video.duration || place);
      if (isPlaying && place < video.duration - 0.05) void video.play().catch(() => {});
    }
  };
  const follow = useEffectEvent(() => {
    const leader = elements.current[leads];
    const other = elements.current[1 - leads];
    if (!leader) return;
    leader.playbackRate = 1;
    setAt(leader.currentTime);
    if (!other || isAtEnd(other) || leader.currentTime >= other.duration) return;
    const ahead = other.currentTime - leader.currentTime;
    if (Math.abs(ahead) > FAR) other.currentTime = leader.currentTime;
    other.playbackRate = Math.abs(ahead) < NEAR ? 1 : 1 - Math.sign(ahead) * NUDGE;
  });
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => follow(), FOLLOW_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);
  const handleKey = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement) return;
    const run = {
      ' ': isPlaying ? pause : play,
      ArrowLeft: () => seek(at - STEP),
      ArrowRight: () => seek(at + STEP),
    }[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of what is inside
    <div role="group" aria-label="两条视频" onKeyDown={handleKey}>
      <div className={styles['pair']}>
        {videos.map(({ name, src }, n) => (
          <figure key={n}>
            <figcaption title={name}>{name}</figcaption>
            <div className={styles['frame']}>
              <Film
                ref={(element) => {
                  elements.current[n] = element;
                }}
                src={src}
                muted={loud !== String(n)}
                playsInline
                preload="auto"
                aria-label={name}
                onClick={isPlaying ? pause : play}
                onLoadedMetadata={({ currentTarget: { duration } }) =>
                  setLengths((now) => now.map((one, index) => (index === n ? duration : one)))
                }
                onEnded={n === leads ? pause : undefined}
              >
                <track kind="captions" />
              </Film>
            </div>
          </figure>
        ))}
      </div>
      <div className={styles['transport']}>
        <Button
          type="primary"
          shape="circle"
          autoFocus
          icon={isPlaying ? <PauseOutlined aria-hidden="true" /> : <CaretRightOutlined aria-hidden="true" />}
          aria-label={isPlaying ? '暂停' : '一起播放'}
          onClick={isPlaying ? pause : play}
        />
        <Slider
          className={styles['slider'] ?? ''}
          min={0}
          max={Math.max(0.1, total)}
          step={0.1}
          value={at}
          tooltip={{ open: false }}
          ariaLabelForHandle="播放位置"
          onChange={seek}
        />
        <span className={styles['time']}>
          {formatDuration(at)} / {formatDuration(total)}
        </span>
        <Choice
          label="听哪条"
          options={[
            { value: '0', label: '听左边' },
            { value: '1', label: '听右边' },
          ]}
          value={loud}
          onChange={setLoud}
        />
      </div>
    </div>
  );
}

function isAtEnd({ ended, currentTime, duration }: HTMLVideoElement): boolean {
  return ended || (duration > 0 && currentTime >= duration - 0.05);
}
