import type { Outlook } from '#plan/predict.ts';

/** Videos by what their first second shows: what people and platforms see first. */
export type Openings = {
  /** Says of videos whether they may come after the last one. */
  after(last: number | undefined): (video: number) => boolean;
  /** One of them has its place. */
  take(video: number): void;
};

/**
 * Those may come next that begin otherwise than the last one, as long as there is one. Where more than half of those that
 * are left begin alike, only these may: else they would be left over and follow one another.
 */
export function createOpenings(videos: Pick<Outlook, 'shown'>[]): Openings {
  const numbers = new Map<string, number>();
  const keys = Int32Array.from(videos, (video) => {
    const key = openingOf(video);
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  });
  const waiting = new Int32Array(numbers.size);
  for (const key of keys) waiting[key]! += 1;
  let left = videos.length;
  return {
    after(last) {
      const lastKey = last === undefined ? -1 : keys[last]!;
      const most = waiting.reduce((best, count, key) => (count > waiting[best]! ? key : best), 0);
      if (most !== lastKey && 2 * waiting[most]! > left) return (video) => keys[video] === most;
      const isOther = lastKey >= 0 && waiting[lastKey]! < left;
      return isOther ? (video) => keys[video] !== lastKey : () => true;
    },
    take(video) {
      waiting[keys[video]!]! -= 1;
      left -= 1;
    },
  };
}

/** The same for videos whose first second shows the same pictures. */
function openingOf({ shown: [first] }: Pick<Outlook, 'shown'>): string {
  return first ? `${first.content} ${Math.round(first.fromSeconds)}` : '';
}
