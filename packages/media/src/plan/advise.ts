import { planCandidates } from '#plan/candidates.ts';
import { distinctPictures } from '#plan/ceiling.ts';
import { countCombinations } from '#plan/count.ts';
import { allDrafts, combinationOf, draftOf } from '#plan/draft.ts';
import type { Draft } from '#plan/draft.ts';
import { formatCount } from '#plan/figures.ts';
import { fitDrafts } from '#plan/gather.ts';
import { videoCeiling } from '#plan/limits.ts';
import type { Combination, MixPlan } from '#plan/mix.ts';
import { meanSeconds, type Possible, type Spare, type Step, stepsOf, withMore } from '#plan/one-more.ts';
import { packDrafts } from '#plan/pack.ts';
import { createRandom } from '#plan/random.ts';
import { createSearch } from '#plan/search.ts';
import { buildSpace } from '#plan/space.ts';
import type { Space } from '#plan/space.ts';

/** What so many more of one thing would bring. */
export type Advice = Step & {
  steps: number;
  /** Videos within the allowed likeness after it, as far as they are counted. */
  reaches: number;
  moreCombinations: bigint;
  /** How much less alike two videos are on average, 0 to 1. */
  lessLikeness: number;
  sentence: string;
};

/** What a mix gives as it is, and what would make it give more. */
export type Outlooks = {
  /** Videos that fit within the allowed likeness: found, not only possible. */
  room: number;
  /** Whether counting ended there, and there may be more. */
  isMore: boolean;
  /** One more of everything there can be one more of, the one that brings most first. */
  advice: Advice[];
  /** The cheapest ways to as many as are wanted; none where there are as many. */
  ways: Advice[];
};

type Asked = {
  wanted?: number;
  spare?: Spare;
  /** Videos that were chosen: what is found is never less than those of them that fit. */
  chosen?: Combination[];
};

/** Counting ends here, or at what is wanted. */
const COUNTED = 100;
const MOST_COUNTED = 200;

/** What one step costs a person: a click, a sentence to read, a shot to film. */
const COST: Record<Step['kind'], number> = { voice: 1, music: 1, wording: 3, clip: 12 };
const WAYS = 3;

/** Places that are measured of each kind, those that promise most; the same for all would take seconds. */
const MEASURED = 4;
/** Of so few videos it is tried which go together. */
const FEW = 128;
/** Tries in vain after which what one more in a place brings counts as found. */
const ATTEMPTS = 8;

/** How many videos a mix gives within the allowed likeness, what one more of everything brings, and the ways to more. */
export function adviseMix(
  plan: MixPlan,
  { wanted = 0, spare = { voices: 1, music: [] }, chosen = [] }: Asked = {},
): Outlooks {
  const upTo = Math.min(MOST_COUNTED, Math.max(COUNTED, wanted));
  const space = buildSpace(plan);
  const found = wholeSet(plan, fitting(plan, { upTo, chosen }), Math.min(wanted, upTo));
  const room = found.length;
  const { combinations } = countCombinations(space);
  const seconds = space.slots.reduce((sum, slot) => sum + meanSeconds(slot), 0);

  const look = (step: Possible, steps: number): Advice => {
    const grown = withMore(plan, step, steps, spare);
    const { kind, slotId, name, has } = step;
    const isWhole = slotId === '';
    const reached = room < upTo ? fitting(grown, { upTo, chosen: found, isWhole }).length : room;
    const told = {
      kind,
      slotId,
      name,
      has,
      steps,
      reaches: Math.max(room, reached),
      moreCombinations: countCombinations(buildSpace(grown)).combinations - combinations,
      lessLikeness: lessAlike(space, step, seconds),
    };
    return { ...told, sentence: step.isPinned ? pinnedSentence(name) : sentenceOf(told, room, upTo) };
  };
  const steps = space.slots.length === 0 ? [] : promising(space, stepsOf(plan, spare), seconds);
  const one = steps.map((step) => ({ step, advice: look(step, 1) })).toSorted((a, b) => byGain(a.advice, b.advice));
  const isShort = room > 0 && room < Math.min(wanted, upTo);
  return {
    room,
    isMore: room >= upTo,
    advice: one
      .map(({ advice }) => advice)
      .filter(({ kind, slotId, reaches }) => (kind === 'clip' && slotId !== '') || reaches > room),
    ways: isShort ? waysTo(Math.min(wanted, upTo)) : [],
  };

  function waysTo(target: number): Advice[] {
    const misses = ({ reaches }: Advice) => Math.max(0, target - reaches);
    const costs = ({ kind, slotId, steps: count }: Advice) =>
      COST[kind] * count * (slotId === '' && (kind === 'clip' || kind === 'wording') ? space.slots.length : 1);
    // Of each kind the whole, and the place in which one more brings most.
    const tried = [...Map.groupBy(one, ({ step }) => `${step.kind} ${step.slotId === ''}`).values()];
    return tried
      .flatMap(([best]) => {
        const { step, advice } = best!;
        if (step.isPinned) return [];
        let way = advice;
        for (let count = 2; count <= step.most && misses(way) > 0; count++) {
          const next = look(step, count);
          if (next.reaches > way.reaches) way = next;
        }
        return way.reaches > room ? way : [];
      })
      .toSorted((a, b) => misses(a) - misses(b) || costs(a) - costs(b) || b.reaches - a.reaches)
      .slice(0, WAYS);
  }
}

/** Where fewer fit at a glance than are wanted, as many as choosing finds: it takes longer and is what comes of it. */
function wholeSet(plan: MixPlan, found: Combination[], wanted: number): Combination[] {
  if (found.length === 0 || found.length >= wanted) return found;
  const chosen = planCandidates(plan, { count: wanted }).map(({ picks }) => picks);
  return chosen.length > found.length ? chosen : found;
}

/** What concerns the whole video, and of the places those in which one more promises most. */
function promising(space: Space, steps: Possible[], seconds: number): Possible[] {
  const share = (step: Possible) => {
    const slot = space.slots.find(({ id }) => id === step.slotId);
    return step.isPinned || !slot ? -1 : meanSeconds(slot) / Math.max(0.001, seconds) / Math.max(1, step.has) ** 2;
  };
  return steps.filter((step) => {
    const same = steps.filter(({ kind, slotId }) => kind === step.kind && slotId !== '');
    const better = same.filter((other) => share(other) > share(step)).length;
    const before = same.slice(0, same.indexOf(step)).filter((other) => share(other) === share(step)).length;
    return step.slotId === '' || better + before < MEASURED;
  });
}

type Wish = { upTo: number; chosen: Combination[]; isWhole?: boolean };

/** As many videos of a plan as quickly fit, beginning with those that were chosen, or anew where that gives more. */
function fitting(plan: MixPlan, { upTo, chosen, isWhole = true }: Wish): Combination[] {
  const space = buildSpace(plan);
  const ceiling = videoCeiling(space);
  if (ceiling === 0n) return [];
  const target = ceiling < BigInt(upTo) ? Number(ceiling) : upTo;
  const maxShare = plan.maxSharePercent / 100;
  const random = createRandom(1);
  const search = createSearch(space, random);
  for (const combination of chosen) {
    const draft = draftOf(space, combination);
    if (draft && search.drafts.length < target && search.mostShare(draft) <= maxShare + 1e-9) search.add(draft);
  }
  const setting = { target, avoid: [], maxShare, random, ...(!isWhole && { attempts: ATTEMPTS }) };
  const found = fitDrafts(space, { ...setting, kept: search.drafts });
  const few = found.length < target ? allDrafts(space, FEW) : undefined;
  const fits = (a: Draft, b: Draft) => search.share(a, b) <= maxShare + 1e-9;
  const isTriedAnew = isWhole && !few && found.length < target && search.drafts.length > 0;
  const anew = isTriedAnew ? fitDrafts(space, { ...setting, kept: [] }) : [];
  const packed = few ? packDrafts(few, { kept: [], target, fits, random }) : anew;
  return (packed.length > found.length ? packed : found).map((draft) => combinationOf(space, draft));
}

function byGain(a: Advice, b: Advice): number {
  return (
    b.reaches - a.reaches ||
    b.lessLikeness - a.lessLikeness ||
    Number(b.moreCombinations > a.moreCombinations) - Number(b.moreCombinations < a.moreCombinations)
  );
}

function lessAlike({ slots }: Space, { kind, slotId, isPinned }: Possible, seconds: number): number {
  const slot = slots.find(({ id }) => id === slotId);
  if (kind !== 'clip' || !slot || isPinned || seconds === 0) return 0;
  const pictures = distinctPictures(slot);
  const share = meanSeconds(slot) / seconds;
  return pictures === 0 ? share : share / pictures - share / (pictures + 1);
}

const DONE: Record<Step['kind'], (name: string, steps: number) => string> = {
  voice: (_, steps) => `加 ${steps} 种声音`,
  music: (_, steps) => `加 ${steps} 首音乐`,
  wording: (name, steps) => `${name === '' ? '每句台词' : `「${name}」`}再写 ${steps} 种说法`,
  clip: (name, steps) => `${name === '' ? '每个镜头' : `「${name}」`}再拍 ${steps} 个片段`,
};

function sentenceOf(advice: Omit<Advice, 'sentence'>, room: number, upTo: number): string {
  const { kind, name, steps, reaches, moreCombinations, lessLikeness } = advice;
  const done = DONE[kind](name, steps);
  if (reaches > room) return `${done}，能到 ${reaches} 条${reaches >= upTo ? '以上' : ''}`;
  if (moreCombinations === 0n) return `「${name}」加片段暂时没有用，别的镜头还缺片段`;
  const points = Number((lessLikeness * 100).toFixed(1));
  return `${done}，多 ${formatCount(moreCombinations)} 种组合，画面重复平均少 ${points}%`;
}

/** A place with pins uses only those. */
function pinnedSentence(name: string): string {
  return `「${name}」只用固定的片段，加拍的要一起固定才会用上`;
}
