/**
 * Ends what a video is loading. One that is only taken out of the page goes on until the browser tidies up, minutes later,
 * and holds one of the six connections to the server until then.
 */
export function letGo(video: HTMLMediaElement): void {
  video.pause();
  if (!video.hasAttribute('src')) return;
  video.removeAttribute('src');
  video.load();
}

/** Lets go while nobody looks at the page, unless it is being listened to, and goes on where it was afterwards. */
export function letGoWhileHidden(video: HTMLMediaElement): () => void {
  let kept: { src: string; at: number; plays: boolean } | null = null;
  const change = () => {
    const src = video.getAttribute('src');
    if (document.visibilityState === 'hidden') {
      if (src === null || (!video.paused && !video.muted)) return;
      kept = { src, at: video.currentTime, plays: !video.paused };
      letGo(video);
      return;
    }
    if (kept && src === null) {
      video.autoplay = kept.plays;
      video.src = kept.src;
      video.currentTime = kept.at;
    }
    kept = null;
  };
  document.addEventListener('visibilitychange', change);
  return () => document.removeEventListener('visibilitychange', change);
}
