import type { Shot, SpokenWord } from '@mixreel/contract';

/** The shot that is on screen at a moment; the last one at the very end. */
export function shotAt(shots: Shot[], seconds: number): Shot | undefined {
  const ms = Math.round(seconds * 1000);
  return shots.find(({ start_ms, end_ms }) => ms >= start_ms && ms < end_ms) ?? (ms > 0 ? shots.at(-1) : shots[0]);
}

/** All cuts, with one more here. Null where there is one already, or where nothing would be left of a shot. */
export function cutsWith(shots: Shot[], seconds: number, least_ms = 100): number[] | null {
  const at = Math.round(seconds * 1000);
  const shot = shotAt(shots, seconds);
  if (!shot || at - shot.start_ms < least_ms || shot.end_ms - at < least_ms) return null;
  return [...cutsOf(shots), at].toSorted((a, b) => a - b);
}

/** All cuts without the one between a shot and the next. */
export function cutsWithout(shots: Shot[], { end_ms }: Shot): number[] {
  return cutsOf(shots).filter((ms) => ms !== end_ms);
}

function cutsOf(shots: Shot[]): number[] {
  return shots.slice(1).map(({ start_ms }) => start_ms);
}

/** The words that are spoken during a shot. */
export function wordsOf({ start_ms, end_ms }: Shot, words: SpokenWord[]): SpokenWord[] {
  return words.filter(({ start }) => start * 1000 >= start_ms && start * 1000 < end_ms);
}
