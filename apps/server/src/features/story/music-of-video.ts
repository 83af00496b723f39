import type { SpokenWord, StoryPace } from '@mixreel/contract';

/** Peaks of a sound, 50 a second, 0 to 100. */
const PEAKS_A_SECOND = 50;
/** As loud as this between the words, something plays. */
const PLAYING = 3;
/** So much of the time in which nobody speaks. */
const MOSTLY = 0.6;
/** How far from a beat a cut may lie to be on it. */
const ON_BEAT_S = 0.07;
const LEAST_QUIET_S = 1.5;

/** Whether something plays where nobody speaks. What is under a voice can't be told from it. */
export function hasMusic(peaks: readonly number[], words: readonly SpokenWord[]): boolean {
  const spoken = new Uint8Array(peaks.length);
  for (const { start, end } of words) {
    spoken.fill(1, Math.max(0, Math.floor((start - 0.15) * PEAKS_A_SECOND)), Math.ceil((end + 0.25) * PEAKS_A_SECOND));
  }
  const free = peaks.filter((_, n) => spoken[n] === 0);
  const loud = free.filter((peak) => peak >= PLAYING).length;
  return free.length >= LEAST_QUIET_S * PEAKS_A_SECOND && loud >= MOSTLY * free.length;
}

/** The nearest to a moment lies this close. */
function isOnBeat(at_s: number, beats: readonly number[]): boolean {
  return beats.some((beat) => Math.abs(beat - at_s) <= ON_BEAT_S);
}

type Cut = { start_ms: number };

/** Beats a minute, and which share of the cuts lies on a beat; nothing where there are too few to be music. */
export function rhythmOf(beats: readonly number[], cuts: readonly Cut[]): Pick<StoryPace, 'tempo' | 'on_beat'> {
  const gaps = beats.slice(1).map((beat, n) => beat - beats[n]!);
  const gap = gaps.toSorted((a, b) => a - b)[gaps.length >> 1];
  const steady = gap ? gaps.filter((one) => Math.abs(one - gap) < 0.12 * gap).length : 0;
  if (!gap || beats.length < 8 || steady < 0.7 * gaps.length) return { tempo: null, on_beat: null };
  const inner = cuts.slice(1);
  const on = inner.filter(({ start_ms }) => isOnBeat(start_ms / 1000, beats)).length;
  return {
    tempo: Math.round(60 / gap),
    on_beat: inner.length > 0 ? Math.round((100 * on) / inner.length) / 100 : null,
  };
}

/** How the column 声音 begins where it tells of rhythm: as a template that stays. */
export const RHYTHM = ['音乐约 ', '卡在拍点上'];

/** What that column says of a shot. */
export function beatWords({ start_ms }: Cut, n: number, beats: readonly number[], tempo: number): string {
  if (n === 0) return `${RHYTHM[0]}${tempo} 拍/分钟`;
  return isOnBeat(start_ms / 1000, beats) ? RHYTHM[1]! : '';
}
