import { designedDrafts, sparseDesigns } from '#plan/design.ts';
import { allDrafts, inventDraft } from '#plan/draft.ts';
import type { Draft } from '#plan/draft.ts';
import { fillByInvention, fillFromPool, fillInOrder, isIn } from '#plan/fill.ts';
import { packDrafts } from '#plan/pack.ts';
import { evenOut, prune, sweep, worstShare } from '#plan/polish.ts';
import type { Random } from '#plan/random.ts';
import { createSearch } from '#plan/search.ts';
import type { Search } from '#plan/search.ts';
import type { Space } from '#plan/space.ts';

/** What the set of drafts has to be. */
export type Gathering = {
  /** Drafts wanted, kept ones included. */
  target: number;
  kept: Draft[];
  /** Drafts that are not wanted. */
  avoid: Draft[];
  /** The most that two drafts may share, 0 to 1. */
  maxShare: number;
  random: Random;
  /** How often one more is tried in vain before it is given up. */
  attempts?: number;
};

/** A space with no more drafts than this is searched completely. */
const SMALL_SPACE = 4096;

/** Comparisons of two drafts in one slot that polishing may spend; a few tenths of a second. */
const WORK = 1_000_000;

/** The same, for making room when too many are alike. */
const REPAIR_WORK = 3_000_000;

/** Comparing words and sound takes so much longer than comparing which clip a slot has. */
const AXIS_WORK = 4;

/** Past so many, all pairs are compared once and no more. */
const MANY = 200;

/** Of the designs of which most fits so many are filled up. */
const FILLED = 3;

const SWEEPS = 12;
/** Rounds without one more draft after which making room is given up. */
const PATIENCE = 15;
const CROWDING = 0.15;

/**
 * New drafts, without the kept ones, that are little alike: several starting sets are filled up, polished and compared,
 * and the best one is worked on until nothing in it is more alike than allowed.
 */
export function gatherDrafts(space: Space, gathering: Gathering): Draft[] {
  const { target, kept, avoid, maxShare } = gathering;
  if (kept.length >= target) return [];
  // In an order of the seed's: of drafts that are equally good the first one is taken.
  const small = shuffled(allDrafts(space, SMALL_SPACE), gathering.random);
  if (small && maxShare >= 1 && target >= small.length) return everything(small, gathering);
  const costOfSweep = target * target * (space.slots.length + AXIS_WORK * (space.axes.length - space.slots.length));
  if (target > MANY) return gatherMany(space, gathering);
  const pools = startingPools(space, gathering, small, costOfSweep < WORK / 4);
  const starts = pools.map((pool) => {
    const search = beginWith(space, gathering);
    fillFromPool(search, pool, gathering);
    fillByInvention(space, search, gathering);
    const worst = worstShare(search);
    if (costOfSweep * pools.length < WORK) sweep(search, gathering, worst);
    evenOut(space, search, gathering, worst);
    return { search, ...qualityOf(search, maxShare) };
  });
  const start = starts.reduce((a, b) => (isBetter(b, a) ? b : a));
  // A set in which nothing is too alike needs no more than polishing.
  if (start.tooAlike === 0) return makeRoom(space, start.search, gathering, costOfSweep).slice(kept.length);

  const sparse = fitDrafts(space, gathering);
  const strict = largest([sparse, ...pools.map((pool) => strictSet(space, pool, gathering))]);
  if (strict.length >= target) return strict.slice(kept.length);
  const fits = (a: Draft, b: Draft) => start.search.share(a, b) <= maxShare + 1e-9;
  const wanted = small?.filter((draft) => !isIn(avoid, draft));
  const packed = wanted ? packDrafts(wanted, { kept, target, fits, random: gathering.random }) : [];
  const roomy = makeRoom(space, start.search, gathering, costOfSweep);
  return largest([roomy, strict, [...kept, ...packed]]).slice(kept.length);
}

/**
 * As many as quickly fit within the allowed share, kept ones included: of several designs the one of which most fits as
 * its words come, filled up by invention. Beside kept ones only what is invented fits.
 */
export function fitDrafts(space: Space, gathering: Gathering): Draft[] {
  const { kept, target, maxShare, random } = gathering;
  const designs = kept.length === 0 ? sparseDesigns(space, target, random) : [];
  const searches = [[], ...designs].map((pool) => {
    const search = beginWith(space, gathering);
    fillInOrder(search, pool, gathering, maxShare);
    return search;
  });
  const best = searches.toSorted((a, b) => b.drafts.length - a.drafts.length).slice(0, FILLED);
  for (const search of best) fillByInvention(space, search, gathering, maxShare);
  return largest(best.map(({ drafts }) => drafts));
}

/**
 * Very many: the words of a design as they come, as far as each is different enough from those before it. Where these are
 * few, a set that is worked on may be larger.
 */
function gatherMany(space: Space, gathering: Gathering): Draft[] {
  const { kept, target, maxShare, avoid, random } = gathering;
  const search = beginWith(space, gathering);
  const known = new Set([...kept, ...avoid].map(String));
  const take = (draft: Draft): boolean => {
    const isNew = !known.has(String(draft));
    known.add(String(draft));
    const fits =
      isNew && (maxShare >= 1 || !search.drafts.some((other) => search.share(draft, other) > maxShare + 1e-9));
    if (fits) search.add(draft);
    return fits;
  };
  const [design = []] = designedDrafts(space, target, random).toSorted((a, b) => b.length - a.length);
  for (const draft of design) if (search.drafts.length < target) take(draft);
  for (let misses = 0; search.drafts.length < target && misses < MANY;) {
    const draft = inventDraft(space, random);
    if (!draft) break;
    misses = take(draft) ? 0 : misses + 1;
  }
  if (search.drafts.length >= MANY || kept.length >= MANY) return search.drafts.slice(kept.length);
  const few = gatherDrafts(space, { ...gathering, target: MANY });
  return kept.length + few.length > search.drafts.length ? few : search.drafts.slice(kept.length);
}

function shuffled(drafts: Draft[] | undefined, random: Random): Draft[] | undefined {
  return drafts
    ?.map((draft) => ({ draft, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ draft }) => draft);
}

function largest(sets: Draft[][]): Draft[] {
  return sets.reduce((a, b) => (b.length > a.length ? b : a));
}

function beginWith(space: Space, { kept, random }: Gathering): Search {
  const search = createSearch(space, random);
  for (const draft of kept) search.add(draft);
  return search;
}

/** Only what stays within the allowed share from the first draft to the last: best where the design itself does. */
function strictSet(space: Space, pool: Draft[], gathering: Gathering): Draft[] {
  const search = beginWith(space, gathering);
  fillFromPool(search, pool, gathering, gathering.maxShare);
  fillByInvention(space, search, gathering, gathering.maxShare);
  evenOut(space, search, gathering, gathering.maxShare);
  return search.drafts;
}

/** Polish the set and drop what is too alike, again and again with others in its place; gives the largest set found. */
function makeRoom(space: Space, search: Search, gathering: Gathering, costOfSweep: number): Draft[] {
  const { target, maxShare } = gathering;
  let best: Draft[] = [];
  for (let round = 0, gained = 0, spent = 0; round - gained < PATIENCE && spent <= REPAIR_WORK; round++) {
    const limit = Math.max(maxShare, worstShare(search));
    const budget = round === 0 ? WORK : REPAIR_WORK;
    for (let i = 0; i < SWEEPS && spent <= budget; i++, spent += costOfSweep) {
      if (!sweep(search, gathering, limit)) break;
    }
    prune(search, gathering, maxShare);
    fillByInvention(space, search, gathering, maxShare);
    evenOut(space, search, gathering, Math.min(maxShare, worstShare(search)));
    if (search.drafts.length > best.length) {
      best = [...search.drafts];
      gained = round;
    }
    if (best.length >= target) break;
    // A few more than fit, so that all of them move apart; many more would only crowd.
    const crowd = Math.min(target, best.length + Math.ceil(best.length * CROWDING) + 1);
    fillByInvention(space, search, { ...gathering, target: crowd });
    spent += costOfSweep;
  }
  return best;
}

/** All drafts, without those that are kept or not wanted. */
function everything(drafts: Draft[], { kept, avoid }: Gathering): Draft[] {
  return drafts.filter((draft) => !isIn(kept, draft) && !isIn(avoid, draft));
}

/** Designs, everything there is when that is little, and nothing at all, so that every draft has to be invented. */
function startingPools(
  space: Space,
  { target, random }: Gathering,
  small: Draft[] | undefined,
  hasTime: boolean,
): Draft[][] {
  const designs = designedDrafts(space, target, random);
  return [...designs, ...(small ? [small] : []), ...(hasTime || designs.length === 0 ? [[]] : [])];
}

type Quality = { found: number; tooAlike: number; unevenness: number; worst: number; energy: number };

/** Uses of the clips of one slot may differ by this much, or by this share of the mean, and still count as even. */
const EVEN_SPREAD = 2;
const EVEN_SHARE = 0.15;

function qualityOf({ drafts, uses, weight, share, pastWeight }: Search, maxShare: number): Quality {
  let [tooAlike, worst, energy] = [0, 0, 0];
  for (let i = 0; i < drafts.length; i++) {
    energy += pastWeight(drafts[i]!);
    for (let j = 0; j < i; j++) {
      const value = share(drafts[i]!, drafts[j]!);
      energy += weight(drafts[i]!, drafts[j]!);
      worst = Math.max(worst, value);
      if (value > maxShare + 1e-9) tooAlike++;
    }
  }
  const excesses = uses.map((counts) => {
    const tolerance = Math.max(EVEN_SPREAD, (EVEN_SHARE * drafts.length) / counts.length);
    return Math.max(0, Math.max(...counts) - Math.min(...counts) - tolerance);
  });
  return { found: drafts.length, tooAlike, unevenness: Math.max(...excesses), worst, energy };
}

function isBetter(a: Quality, b: Quality): boolean {
  const difference =
    b.found - a.found ||
    a.tooAlike - b.tooAlike ||
    a.unevenness - b.unevenness ||
    Math.round((a.worst - b.worst) * 1000) ||
    a.energy - b.energy;
  return difference < 0;
}
