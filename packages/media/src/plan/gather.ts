import { designedDrafts } from '#plan/design.ts';
import { allDrafts, inventDraft } from '#plan/draft.ts';
import type { Draft } from '#plan/draft.ts';
import type { Random } from '#plan/random.ts';
import { createSearch } from '#plan/search.ts';
import type { Search } from '#plan/search.ts';
import type { Space } from '#plan/space.ts';

/** What the set of drafts has to be. */
export type Gathering = {
  /** Drafts wanted, kept ones included. */
  target: number;
  kept: Draft[];
  /** How often the same pictures may be used. */
  copies: number;
  /** The most that two drafts may share, 0 to 1. */
  maxShare: number;
  random: Random;
};

/** A space with no more drafts than this is searched completely. */
const SMALL_SPACE = 4096;

/** Comparisons of two drafts in one slot that polishing may spend; a few tenths of a second. */
const WORK = 6_000_000;

const SWEEPS = 8;
const ROUNDS = 12;

/** Attempts to find one more draft that stays under the allowed share before giving up. */
const LAST_ATTEMPTS = 24;

/**
 * New drafts, without the kept ones, that are little alike: several starting sets are filled up and polished, and the
 * best one is polished further.
 */
export function gatherDrafts(space: Space, gathering: Gathering): Draft[] {
  const { target, kept, random, maxShare } = gathering;
  if (kept.length >= target) return [];
  const small = allDrafts(space, SMALL_SPACE);
  const designs = designedDrafts(space, target, random);
  const costOfSweep = target * target * space.slots.length;
  const isCheap = costOfSweep < WORK / 12;
  // Without a design to start from, or with time to spare, also begin with nothing and invent every draft.
  const pools = [...designs, ...(small ? [small] : []), ...(isCheap || designs.length === 0 ? [[]] : [])];

  const attempts = pools.map((pool) => {
    const search = createSearch(space, random);
    for (const draft of kept) search.add(draft);
    fillFromPool(search, pool, gathering);
    fillByInvention(space, search, gathering);
    if (isCheap) sweep(search, gathering);
    return { search, ...quality(space, search, maxShare) };
  });

  const { search } = attempts.reduce((a, b) => (isBetter(b, a) ? b : a));
  let best: Draft[] = [];
  for (let round = 0, spent = 0; round < ROUNDS && spent < WORK / 2; round++) {
    let hasMoved = true;
    for (let i = 0; i < SWEEPS && hasMoved && spent < WORK / 2; i++, spent += costOfSweep) {
      hasMoved = sweep(search, gathering);
    }
    prune(search, kept.length, maxShare);
    fillByInvention(space, search, gathering, maxShare);
    if (search.drafts.length > best.length) best = [...search.drafts];
    if (best.length === target) break;
    // Too many were alike: put others in their place and let all of them make room for one another.
    fillByInvention(space, search, gathering);
    spent += costOfSweep;
  }
  return best.slice(kept.length);
}

/** Take from the pool whatever is least like the set so far; ties go to the earlier one, which keeps a design in order. */
function fillFromPool(search: Search, pool: Draft[], { target, copies }: Gathering): void {
  const left = new Int32Array(pool.length).fill(copies);
  const energies = new Float64Array(pool.length);
  const weigh = (added: Draft) => {
    for (const [i, draft] of pool.entries()) {
      energies[i]! += search.weight(draft, added);
      if (left[i]! > 0 && isSame(draft, added)) left[i]!--;
    }
  };
  for (const draft of search.drafts) weigh(draft);
  while (search.drafts.length < target) {
    let next = -1;
    for (let i = 0; i < pool.length; i++) {
      if (left[i]! > 0 && (next < 0 || energies[i]! < energies[next]! * (1 - 1e-9))) next = i;
    }
    if (next < 0) return;
    search.add(pool[next]!.slice());
    weigh(pool[next]!);
  }
}

/** Make new drafts until there are enough; with a limit, only such as stay under it. */
function fillByInvention(space: Space, search: Search, gathering: Gathering, maxShare = 1): void {
  const { target, random, copies } = gathering;
  let failures = 0;
  while (search.drafts.length < target && failures < LAST_ATTEMPTS) {
    const draft = inventDraft(space, random);
    if (!draft) return;
    search.settle(draft);
    const isUsable = timesUsed(search, draft) < copies && search.mostShare(draft) <= maxShare + 1e-9;
    if (isUsable) search.add(draft);
    failures = isUsable ? 0 : failures + 1;
  }
}

/** Polish every new draft once; false when nothing changed. */
function sweep(search: Search, { kept, copies }: Gathering): boolean {
  let hasMoved = false;
  for (let i = kept.length; i < search.drafts.length; i++) {
    const draft = search.drafts[i]!.slice();
    const before = search.energy(draft, i);
    const after = search.settle(draft, i);
    if (after >= before * (1 - 1e-9) || timesUsed(search, draft) >= copies) continue;
    search.replace(i, draft);
    hasMoved = true;
  }
  return hasMoved;
}

/** Remove new drafts, the most crowded first, until no two share more than allowed. */
function prune(search: Search, keptCount: number, maxShare: number): void {
  const limit = maxShare + 1e-9;
  const excess = search.drafts.map(
    (a, i) => search.drafts.filter((b, j) => i !== j && search.share(a, b) > limit).length,
  );
  for (;;) {
    let worst = -1;
    for (let i = keptCount; i < excess.length; i++) if (excess[i]! > (excess[worst] ?? 0)) worst = i;
    if (worst < 0) return;
    const removed = search.drafts[worst]!;
    search.remove(worst);
    excess.splice(worst, 1);
    for (const [i, draft] of search.drafts.entries()) if (search.share(draft, removed) > limit) excess[i]!--;
  }
}

type Quality = { found: number; tooAlike: number; cost: number };

function quality({ slots }: Space, search: Search, maxShare: number): Quality {
  const { drafts } = search;
  let tooAlike = 0;
  let energy = 0;
  for (const [i, a] of drafts.entries()) {
    for (let j = 0; j < i; j++) {
      energy += search.weight(a, drafts[j]!);
      if (search.share(a, drafts[j]!) > maxShare + 1e-9) tooAlike++;
    }
  }
  const spreads = slots.map(({ choices }, slot) => {
    const uses = choices.map((_, position) => drafts.filter((draft) => draft[slot] === position).length);
    return Math.max(...uses) - Math.min(...uses);
  });
  const unevenness = Math.max(0, Math.max(...spreads) - EVEN_SPREAD);
  return { found: drafts.length, tooAlike, cost: energy * 2 ** unevenness };
}

/** Uses of the clips of one slot may differ by this much and still count as even. */
const EVEN_SPREAD = 2;

function isBetter(a: Quality, b: Quality): boolean {
  return (b.found - a.found || a.tooAlike - b.tooAlike || a.cost - b.cost) < 0;
}

function timesUsed({ drafts }: Search, draft: Draft): number {
  return drafts.filter((other) => isSame(draft, other)).length;
}

function isSame(a: Draft, b: Draft): boolean {
  return a.every((position, slot) => position === b[slot]);
}
