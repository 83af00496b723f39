import type { VideoClip } from '@mixreel/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

type Played = Pick<VideoClip, 'start_ms' | 'end_ms' | 'speed' | 'volume'>;

/** Where a clip's video is and whether it plays; it plays its range and then begins again. */
export function useClipVideo({ start_ms, end_ms, speed, volume }: Played) {
  const video = useRef<HTMLVideoElement>(null);
  const [at_ms, setAt] = useState(start_ms);
  const [isPlaying, setIsPlaying] = useState(false);

  const seek = (ms: number) => {
    setAt(ms);
    // A little into the frame: at its very edge browsers show the one before.
    if (video.current) video.current.currentTime = ms / 1000 + 0.001;
  };
  const pause = () => {
    video.current?.pause();
    setIsPlaying(false);
  };
  const toggle = () => {
    const element = video.current;
    if (!element) return;
    if (isPlaying) return pause();
    if (at_ms >= end_ms - 30 || at_ms < start_ms) seek(start_ms);
    element.playbackRate = speed;
    element.volume = Math.min(1, volume);
    setIsPlaying(true);
    element.play().catch(() => setIsPlaying(false));
  };

  const follow = useEffectEvent(() => {
    const element = video.current;
    if (!element) return;
    const now = element.currentTime * 1000;
    if (now >= end_ms) seek(start_ms);
    else setAt(now);
  });
  useEffect(() => {
    if (!isPlaying) return;
    let frame = requestAnimationFrame(function tick() {
      follow();
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);
  return { video, at_ms, isPlaying, seek, pause, toggle };
}
