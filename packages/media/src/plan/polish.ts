import { isBlocked } from '#plan/draft.ts';
import type { Draft } from '#plan/draft.ts';
import { isFree } from '#plan/fill.ts';
import type { Gathering } from '#plan/gather.ts';
import type { Search } from '#plan/search.ts';
import type { Space } from '#plan/space.ts';

/** Likeness of the most similar pair of the set. */
export function worstShare({ drafts, share }: Search): number {
  let worst = 0;
  for (let i = 0; i < drafts.length; i++) {
    for (let j = 0; j < i; j++) worst = Math.max(worst, share(drafts[i]!, drafts[j]!));
  }
  return worst;
}

/** Make every new draft less like the others, never one pair more alike than `limit`; false when nothing changed. */
export function sweep(search: Search, gathering: Gathering, limit: number): boolean {
  let hasMoved = false;
  for (let i = gathering.kept.length; i < search.drafts.length; i++) {
    const draft = search.drafts[i]!.slice();
    const before = search.energy(draft, i);
    const after = search.settle(draft, i);
    const isGain = after < before * (1 - 1e-9) && search.mostShare(draft, i) <= limit + 1e-9;
    if (!isGain || !isFree(search, draft, gathering)) continue;
    search.replace(i, draft);
    hasMoved = true;
  }
  return hasMoved;
}

/** Remove new drafts, the most crowded first, until no two share more than `limit`. */
export function prune(search: Search, { kept }: Gathering, limit: number): void {
  const isTooMuch = (a: Draft, b: Draft) => search.share(a, b) > limit + 1e-9;
  const excess = search.drafts.map((a, i) => search.drafts.filter((b, j) => i !== j && isTooMuch(a, b)).length);
  for (;;) {
    let worst = -1;
    for (let i = kept.length; i < excess.length; i++) if (excess[i]! > (excess[worst] ?? 0)) worst = i;
    if (worst < 0) return;
    const removed = search.drafts[worst]!;
    search.remove(worst);
    excess.splice(worst, 1);
    for (const [i, draft] of search.drafts.entries()) if (isTooMuch(draft, removed)) excess[i]!--;
  }
}

/** Comparisons of two drafts that evening out may spend. */
const EVENING_WORK = 1_500_000;

/** Exchange clips that are used too often for those used too seldom, never making a pair more alike than `limit`. */
export function evenOut(space: Space, search: Search, gathering: Gathering, limit: number): void {
  let moves = Math.floor((EVENING_WORK * meanChoices(space)) / Math.max(1, search.drafts.length) ** 2);
  for (const axis of space.axes.keys()) {
    let hasMoved = true;
    while (hasMoved && moves > 0) {
      hasMoved = unevenPairs(search.uses[axis]!).some(([most, least]) => {
        moves--;
        return moves > 0 && moveOne(space, search, gathering, { axis, most, least, limit });
      });
    }
  }
}

function meanChoices({ axes }: Space): number {
  return axes.reduce((sum, { size }) => sum + size, 0) / axes.length;
}

/** Pairs of choices of which the first is used at least twice more often than the second, the most uneven first. */
function unevenPairs(uses: Int32Array): [number, number][] {
  const all = [...uses.keys()];
  return all
    .flatMap((most) => all.map((least): [number, number] => [most, least]))
    .filter(([most, least]) => uses[most]! - uses[least]! >= 2)
    .toSorted(([a, b], [c, d]) => uses[c]! - uses[d]! - (uses[a]! - uses[b]!));
}

type Move = { axis: number; most: number; least: number; limit: number };

/** Drafts that could make a move and are compared for it; comparing all of them would take most of the time. */
const MOST_COMPARED = 6;

/** Give the choice `least` to a draft with the choice `most` that suffers little from it; false when none can have it. */
function moveOne(space: Space, search: Search, gathering: Gathering, move: Move): boolean {
  const { axis, most, least, limit } = move;
  const { drafts } = search;
  let best: { index: number; draft: Draft; energy: number } | undefined;
  for (let index = gathering.kept.length, compared = 0; index < drafts.length && compared < MOST_COMPARED; index++) {
    if (drafts[index]![axis] !== most || isBlocked(space, drafts[index]!, axis, least)) continue;
    const draft = drafts[index]!.slice();
    draft[axis] = least;
    if (!canStand(search, draft, { index, axis, limit }) || !isFree(search, draft, gathering)) continue;
    const energy = search.energy(draft, index);
    if (!best || energy < best.energy) best = { index, draft, energy };
    compared++;
  }
  if (best) search.replace(best.index, best.draft);
  return best !== undefined;
}

/** Whether a draft with a new choice on one axis stays within the limit: only drafts that have it too can object. */
function canStand(
  { drafts, touches, share }: Search,
  draft: Draft,
  { index, axis, limit }: { index: number; axis: number; limit: number },
): boolean {
  for (let j = 0; j < drafts.length; j++) {
    if (j === index || !touches(draft, axis, drafts[j]!)) continue;
    if (share(draft, drafts[j]!) > limit + 1e-9) return false;
  }
  return true;
}
