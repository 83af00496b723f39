import { useEffect, useState } from 'react';

/** What `read` says, again with every frame while something plays; null when nothing does. */
export function usePlayhead(isPlaying: boolean, read: () => number): number | null {
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => {
    if (!isPlaying) return;
    let frame = 0;
    const follow = () => {
      setAt(read());
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => {
      cancelAnimationFrame(frame);
      setAt(null);
    };
  }, [isPlaying, read]);
  return isPlaying ? at : null;
}
