import { useEffect } from 'react';

// Typed as always there, but undefined outside secure contexts.
const wakeLock = navigator.wakeLock as WakeLock | undefined;

/** A phone that falls asleep on its stand ends the take. */
export function useScreenOn(): void {
  useEffect(() => {
    let held: WakeLockSentinel | null = null;
    let isOver = false;
    wakeLock?.request('screen').then(
      (lock) => {
        held = lock;
        if (isOver) void lock.release();
      },
      () => {},
    );
    return () => {
      isOver = true;
      void held?.release();
    };
  }, []);
}
