import type { DataRouter } from 'react-router';
import { reportPageTime } from '#lib/monitoring.ts';

/** Reports how long each page took from the click until it was there. */
export function watchPageTimes(router: DataRouter): () => void {
  let began: number | null = 0;
  let shown = '';
  const look = () => {
    const { navigation, location, initialized } = router.state;
    if (navigation.state !== 'idle') began ??= performance.now();
    else if (initialized && location.pathname !== shown) {
      shown = location.pathname;
      const start = began ?? performance.now();
      // Two frames: the first draws the page, the second comes when it is on the screen.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => reportPageTime(location.pathname, performance.now() - start)),
      );
      began = null;
    } else began = null;
  };
  const stop = router.subscribe(look);
  look();
  return stop;
}
