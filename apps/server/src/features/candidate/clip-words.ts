import type { SpokenWord } from '@mixreel/contract';
import { inChineseMarks } from '#features/analysis/chinese-marks.ts';
import type { DocumentClip } from '#features/mix/document.ts';

/** Slower than this looks like a fault; beyond, the last picture stands. */
const SLOWEST = 0.5;

/** A clip that is too short for its shot is slowed down, as far as one can watch that. */
export function fillSpeed(
  { start_ms, end_ms, speed }: { start_ms: number; end_ms: number; speed: number },
  seconds: number,
): number {
  const own = (end_ms - start_ms) / 1000 / speed;
  return own >= seconds ? speed : Math.max(Math.min(speed, SLOWEST), (speed * own) / seconds);
}

/** What is said in a clip while it shows, in seconds of the shot. */
export function clipWords({ clip, words }: DocumentClip, seconds: number): SpokenWord[] {
  const start = clip.start_ms / 1000;
  const speed = fillSpeed(clip, seconds);
  return inChineseMarks(words ?? [])
    .map((word) => ({ ...word, start: (word.start - start) / speed, end: (word.end - start) / speed }))
    .filter((word) => word.end > 0 && word.start < seconds);
}
