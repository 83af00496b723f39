import { useCallback, useEffect, useRef, useState } from 'react';

/** A video or sound element, where it is, and how to move it. */
export type Playback = {
  attach: (element: HTMLMediaElement | null) => void;
  at: number;
  /** Where it is this very moment; `at` is where it was when last drawn. */
  now: () => number;
  is_playing: boolean;
  seek: (seconds: number) => void;
  toggle: () => void;
  pause: () => void;
};

export function usePlayback(begin: number): Playback {
  const element = useRef<HTMLMediaElement | null>(null);
  const [at, setAt] = useState(begin);
  const [isPlaying, setIsPlaying] = useState(false);
  const wanted = useRef(begin);

  const attach = useCallback((media: HTMLMediaElement | null) => {
    element.current = media;
    if (!media) return;
    const place = () => {
      if (wanted.current > 0) media.currentTime = wanted.current;
    };
    const follow = () => setAt(media.currentTime);
    const tell = () => setIsPlaying(!media.paused);
    if (media.readyState > 0) place();
    media.addEventListener('loadedmetadata', place);
    media.addEventListener('timeupdate', follow);
    media.addEventListener('seeking', follow);
    for (const name of ['play', 'pause', 'ended']) media.addEventListener(name, tell);
    return () => {
      element.current = null;
      media.removeEventListener('loadedmetadata', place);
      media.removeEventListener('timeupdate', follow);
      media.removeEventListener('seeking', follow);
      for (const name of ['play', 'pause', 'ended']) media.removeEventListener(name, tell);
    };
  }, []);

  // Four times a second, as browsers tell it, is too coarse for a line that moves.
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      const media = element.current;
      if (media && !media.paused) setAt(media.currentTime);
      frame = requestAnimationFrame(follow);
    };
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, []);

  const seek = useCallback((seconds: number) => {
    wanted.current = Math.max(0, seconds);
    setAt(wanted.current);
    if (element.current && element.current.readyState > 0) element.current.currentTime = wanted.current;
  }, []);
  const toggle = useCallback(() => {
    const media = element.current;
    if (!media) return;
    if (media.paused) media.play().catch(() => {});
    else media.pause();
  }, []);
  const now = useCallback(() => element.current?.currentTime ?? wanted.current, []);
  const pause = useCallback(() => element.current?.pause(), []);
  return { attach, at, now, is_playing: isPlaying, seek, toggle, pause };
}
