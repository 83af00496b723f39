import { allDrafts, combinationOf, draftOf } from '#plan/draft.ts';
import type { Draft } from '#plan/draft.ts';
import { gatherDrafts } from '#plan/gather.ts';
import type { Gathering } from '#plan/gather.ts';
import { closenessIn, comparePairs, outlookReader } from '#plan/likeness.ts';
import { videoCeiling } from '#plan/limits.ts';
import type { Combination, MixPlan } from '#plan/mix.ts';
import { createOpenings } from '#plan/openings.ts';
import { packDrafts } from '#plan/pack.ts';
import { createRandom } from '#plan/random.ts';
import { createSearch } from '#plan/search.ts';
import { signatureOf } from '#plan/signature.ts';
import { buildSpace } from '#plan/space.ts';
import type { Space } from '#plan/space.ts';
import { saveWork } from '#plan/thrift.ts';

/** One video chosen by the planner, and how much it is like the others chosen with it. */
export type Candidate = {
  signature: string;
  picks: Combination;
  seconds: number;
  /** Likeness with the most similar other candidate, 0 to 1. */
  mostLikeness: number;
  meanLikeness: number;
  /** Signature of the most similar other candidate; empty when it is alone. */
  closest: string;
};

/** What to plan: how many videos, from which seed, and what is decided already. */
export type PlanRequest = {
  count: number;
  seed?: string | number;
  /**
   * Chosen before. Those stay that the plan still allows and that share no more than it allows now. When some share more,
   * and choosing all anew gives more videos, none stays.
   */
  keep?: Combination[];
  /** Signatures of kept ones that exist as files: these stay however much they share. */
  made?: string[];
  /** Never to be chosen. They take nobody's place and are compared with nothing. */
  avoid?: Combination[];
};

/**
 * Choose videos that are as little alike as possible and use every clip evenly.
 *
 * The same plan, seed and kept videos give the same answer. Kept videos come first and are never changed, so adding a
 * clip, or asking for more, leaves what was chosen before. There are fewer than asked for when more would share too
 * much; `reportLimits` says why.
 */
export function planCandidates(plan: MixPlan, request: PlanRequest): Candidate[] {
  const space = buildSpace(plan);
  if (space.slots.length === 0) return [];
  const { kept, made, isWhole } = stillKept(plan, space, request);
  const chosen = choose(plan, space, request, kept);
  if (isWhole || chosen.length >= request.count) return chosen;
  // Of a set that is broken up anyway, what is left may stand in the way of more.
  const anew = choose(plan, space, request, made);
  return anew.length > chosen.length ? anew : chosen;
}

function choose(
  plan: MixPlan,
  space: Space,
  { count, seed = 1, avoid = [] }: PlanRequest,
  before: Combination[],
): Candidate[] {
  const kept = before.slice(0, count);
  const ceiling = videoCeiling(space);
  const target = ceiling < BigInt(count) ? Math.max(kept.length, Number(ceiling)) : count;
  const gathering: Gathering = {
    target,
    kept: kept.flatMap((combination) => draftOf(space, combination) ?? []),
    avoid: avoid.flatMap((combination) => draftOf(space, combination) ?? []),
    maxShare: plan.maxSharePercent / 100,
    random: createRandom(seed),
  };
  let found: Candidate[] = [];
  for (const less of target > MOST_THRIFTY ? [0] : TIGHTER) {
    const within = { ...gathering, maxShare: Math.max(0, gathering.maxShare - less) };
    const drafts = thrifty(space, within, gatherDifferent(space, within));
    const ranked = rank(plan, [...kept, ...drafts.map((draft) => combinationOf(space, draft))], kept.length);
    if (ranked.length > found.length) found = ranked;
    if (found.length >= target || (drafts.length > 0 && ranked.length === kept.length + drafts.length)) break;
  }
  const packed = found.length < target ? packExactly(space, gathering) : [];
  return kept.length + packed.length > found.length ? rank(plan, [...kept, ...packed], kept.length) : found;
}

/**
 * A search goes by typical lengths. Where real ones make some pairs more alike than is allowed, so that videos are left out,
 * it looks for sets that are less alike by so much.
 */
const TIGHTER = [0, 0.01, 0.02, 0.03];

/** Of so few videos all pairs are compared as the judge will, where a search that goes by typical lengths finds too few. */
const FEW = 256;

function packExactly(space: Space, { kept, avoid, target, maxShare, random }: Gathering): Combination[] {
  const names = nameIn(space);
  const known = new Set([...kept, ...avoid].map(names));
  const all = (allDrafts(space, FEW) ?? []).filter((draft) => known.size < known.add(names(draft)).size);
  const { read, predictor } = outlookReader(space.plan);
  const outlooks = new Map([...kept, ...all].map((draft) => [draft, read(combinationOf(space, draft))]));
  const fits = (a: Draft, b: Draft) => predictor.likeness(outlooks.get(a)!, outlooks.get(b)!) <= maxShare + 1e-9;
  return packDrafts(all, { kept, target, fits, random }).map((draft) => combinationOf(space, draft));
}

/** Drafts that differ only in what they leave out are one video: others come in their place, as far as there are. */
function gatherDifferent(space: Space, gathering: Gathering): Draft[] {
  const { kept } = gathering;
  const names = nameIn(space);
  const known = new Set([...kept, ...gathering.avoid].map(names));
  const found: Draft[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const drafts = gatherDrafts(space, { ...gathering, kept: [...kept, ...found] });
    const others = drafts.filter((draft) => known.size < known.add(names(draft)).size);
    found.push(...others);
    if (others.length === drafts.length) break;
  }
  return found;
}

const MOST_ROUNDS = 4;

/** Past so many, exchanging parts takes longer than it saves. */
const MOST_THRIFTY = 200;

/** The same number of drafts, as little alike, of which less is to be made. */
function thrifty(space: Space, gathering: Gathering, drafts: Draft[]): Draft[] {
  const { kept, random } = gathering;
  if (kept.length + drafts.length > MOST_THRIFTY) return drafts;
  const search = createSearch(space, random);
  for (const draft of [...kept, ...drafts]) search.add(draft);
  saveWork(space, search, gathering);
  const isSame = new Set(search.drafts.map(nameIn(space))).size < search.drafts.length;
  return isSame ? drafts : search.drafts.slice(kept.length);
}

function nameIn(space: Space): (draft: Draft) => string {
  return (draft) => signatureOf(combinationOf(space, draft));
}

/** Whether the plan, as it is now, could still produce this combination. */
export function canMake(plan: MixPlan, combination: Combination): boolean {
  return draftOf(buildSpace(plan), combination) !== undefined;
}

/** Of two that share too much the later one goes, unless it is made already. */
function stillKept(plan: MixPlan, space: Space, { keep = [], made = [] }: PlanRequest) {
  const allowed = keep.filter((combination) => draftOf(space, combination) !== undefined);
  const { read, predictor } = outlookReader(plan);
  const videos = allowed.map(read);
  const limit = plan.maxSharePercent / 100 + 1e-9;
  const isMade = allowed.map((combination) => made.includes(signatureOf(combination)));
  const stays = [...allowed.keys()].filter((i) => isMade[i]);
  for (const i of allowed.keys()) {
    if (!isMade[i] && stays.every((j) => predictor.likeness(videos[i]!, videos[j]!) <= limit)) stays.push(i);
  }
  return {
    kept: stays.toSorted((a, b) => a - b).map((i) => allowed[i]!),
    made: allowed.filter((_, i) => isMade[i]),
    isWhole: stays.length === allowed.length,
  };
}

/**
 * Drop what shares too much once the real lengths are known, and order the rest so that the first few are the least
 * alike: each next one is the least like those before it, of those that begin otherwise than the last one.
 */
function rank(plan: MixPlan, combinations: Combination[], keptCount: number): Candidate[] {
  const { read, predictor } = outlookReader(plan);
  const videos = combinations.map(read);
  const pairs = comparePairs(videos, predictor);
  const limit = plan.maxSharePercent / 100 + 1e-9;

  const order: number[] = [];
  const worst = new Float64Array(videos.length);
  const sums = new Float64Array(videos.length);
  const isDone = new Uint8Array(videos.length);
  const openings = createOpenings(videos);
  for (let left = videos.length; left > 0; left--) {
    const isAllowed = openings.after(order.at(-1));
    let next = -1;
    for (let i = 0; i < videos.length; i++) {
      if (isDone[i] === 1 || !isAllowed(i)) continue;
      const isBetter = next < 0 || worst[i]! < worst[next]! || (worst[i] === worst[next] && sums[i]! < sums[next]!);
      if (isBetter) next = i;
      // Those that are kept come first, as they are.
      if (i < keptCount) break;
    }
    isDone[next] = 1;
    openings.take(next);
    if (next >= keptCount && worst[next]! > limit) continue;
    order.push(next);
    const row = pairs[next]!;
    for (let i = 0; i < videos.length; i++) {
      if (row[i]! > worst[i]!) worst[i] = row[i]!;
      sums[i]! += row[i]!;
    }
  }

  const signatures = combinations.map(signatureOf);
  const found = closenessIn(pairs, order);
  return order.map((i, n) => ({
    signature: signatures[i]!,
    picks: combinations[i]!,
    seconds: videos[i]!.seconds,
    mostLikeness: found[n]!.most,
    meanLikeness: found[n]!.mean,
    closest: found[n]!.closest < 0 ? '' : signatures[order[found[n]!.closest]!]!,
  }));
}
