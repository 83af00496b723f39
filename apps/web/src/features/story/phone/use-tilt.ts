import { useEffect, useState } from 'react';
import { tiltOf } from './tilt.ts';

/** iPhones ask first, and only in a touch. */
type Asking = { requestPermission?: () => Promise<'granted' | 'denied'> };

/** To be called in a touch: where the browser wants to ask, it asks now. */
export function askForTilt(): void {
  if ('DeviceOrientationEvent' in window) {
    void (DeviceOrientationEvent as unknown as Asking).requestPermission?.().catch(() => {});
  }
}

/** How far the phone is turned against the horizon; null while nothing is known, as on a desk. */
export function useTilt(): number | null {
  const [tilt, setTilt] = useState<number | null>(null);
  useEffect(() => {
    const hear = ({ beta, gamma }: DeviceOrientationEvent) => {
      if (beta === null || gamma === null) return;
      const angle = tiltOf(beta, gamma, window.screen.orientation?.angle ?? 0);
      // Half a degree is all that anybody sees.
      setTilt(angle === null ? null : Math.round(angle * 2) / 2);
    };
    window.addEventListener('deviceorientation', hear);
    return () => window.removeEventListener('deviceorientation', hear);
  }, []);
  return tilt;
}
