import type { SpokenWord } from '@mixreel/contract';
import type { DocumentClip } from '#features/mix/document.ts';

/** What is said in a clip while it shows, in seconds of the shot. */
export function clipWords({ clip, words }: DocumentClip, seconds: number): SpokenWord[] {
  const start = clip.start_ms / 1000;
  return (words ?? [])
    .map((word) => ({ ...word, start: (word.start - start) / clip.speed, end: (word.end - start) / clip.speed }))
    .filter((word) => word.end > 0 && word.start < seconds);
}
