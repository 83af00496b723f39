import type { Draft } from '#plan/draft.ts';
import type { Random } from '#plan/random.ts';

/** A space with no more drafts than this can be packed; every pair is compared. */
const MOST_DRAFTS = 1024;
const TRIES = 120;
/** Drafts looked at for each place; more is slower and less varied. */
const GLANCES = 8;

/**
 * As many drafts as possible, the kept ones among them, of which no two share more than allowed: repeatedly take the
 * draft that leaves most others possible, from several random beginnings. Empty when there are too many to compare.
 */
export function packDrafts(
  drafts: Draft[],
  {
    kept,
    target,
    fits,
    random,
  }: { kept: Draft[]; target: number; fits: (a: Draft, b: Draft) => boolean; random: Random },
): Draft[] {
  if (drafts.length > MOST_DRAFTS) return [];
  const open = drafts.filter((draft) => kept.every((other) => fits(draft, other)));
  const table = open.map((a) => Uint8Array.from(open, (b) => (a !== b && fits(a, b) ? 1 : 0)));

  let best: number[] = [];
  for (let attempt = 0; attempt < TRIES && best.length < target - kept.length; attempt++) {
    const found = packOnce(table, random);
    if (found.length > best.length) best = found;
  }
  return best.slice(0, target - kept.length).map((index) => open[index]!);
}

function packOnce(table: Uint8Array[], random: Random): number[] {
  const taken: number[] = [];
  let possible = [...table.keys()];
  while (possible.length > 0) {
    let next = -1;
    let most = -1;
    for (let glance = 0; glance < Math.min(GLANCES, possible.length); glance++) {
      const index = possible[random.below(possible.length)]!;
      const row = table[index]!;
      let left = 0;
      for (const other of possible) left += row[other]!;
      if (left > most) [next, most] = [index, left];
    }
    taken.push(next);
    const row = table[next]!;
    possible = possible.filter((index) => row[index] === 1);
  }
  return taken;
}
