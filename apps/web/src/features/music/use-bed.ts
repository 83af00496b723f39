import type { AudioMusic } from '@mixreel/contract';
import { useEffect, useRef } from 'react';
import { addressOf } from '#lib/app-config.ts';

const STEP_MS = 40;
/** How much of the way to the wanted loudness it goes in one step. */
const GLIDE = 0.25;

/**
 * Music under lines that are being tried out: softer while someone speaks. An impression of the finished piece, which
 * alone has the exact loudness.
 */
export function useBed(isOn: boolean, isVoice: boolean, music: AudioMusic | null, url: string | null): void {
  const wanted = useRef(0);
  const full = Math.min(1, music?.volume ?? 0);
  useEffect(() => {
    wanted.current = isVoice ? full * 10 ** (-(music?.duck_db ?? 0) / 20) : full;
  }, [isVoice, full, music?.duck_db]);

  useEffect(() => {
    if (!isOn || url === null) return;
    const sound = new Audio(addressOf(url));
    sound.loop = true;
    sound.volume = 0;
    // What refuses to play is left out: the voice is what was asked for.
    sound.play().catch(() => {});
    const timer = setInterval(() => {
      sound.volume = Math.min(1, Math.max(0, sound.volume + (wanted.current - sound.volume) * GLIDE));
    }, STEP_MS);
    return () => {
      clearInterval(timer);
      sound.pause();
      sound.removeAttribute('src');
    };
  }, [isOn, url]);
}
