import type { Outlook } from '#plan/predict.ts';

/** Videos by what their first second shows: what people and platforms see first. */
export type Openings = {
  /**
   * Those of the waiting that may come next: with another opening than the last one, as long as there is one. Where more
   * than half of them begin alike, only those may: else they would be left over and follow one another.
   */
  next(waiting: ReadonlySet<number>, last: number | undefined): number[];
};

export function createOpenings(videos: Pick<Outlook, 'shown'>[]): Openings {
  const keys = videos.map(openingOf);
  return {
    next(waiting, last) {
      const all = [...waiting];
      const lastKey = last === undefined ? undefined : keys[last];
      const groups = [...Map.groupBy(all, (i) => keys[i]!)];
      const [key, those] = groups.reduce((a, b) => (b[1].length > a[1].length ? b : a));
      if (key !== lastKey && 2 * those.length > all.length) return those;
      const others = all.filter((i) => keys[i] !== lastKey);
      return others.length > 0 ? others : all;
    },
  };
}

/** The same for videos whose first second shows the same pictures. */
function openingOf({ shown: [first] }: Pick<Outlook, 'shown'>): string {
  return first ? `${first.content} ${Math.round(first.fromSeconds)}` : '';
}
