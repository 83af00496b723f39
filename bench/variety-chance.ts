/** What chance, trying everything, and the planner of before make of a mix. */
import { type Combination, createPredictor, forecaster, type MixPlan, planCandidates } from '@mixreel/media';

/** How many of these no other one is as like as L3, as foretold. */
export function countForetold(plan: MixPlan, videos: Combination[], limit: number): number {
  const predictor = createPredictor(plan.weights);
  const foretell = forecaster(plan);
  const outlooks = videos.map((video) => predictor.read(foretell(video)));
  return outlooks.filter((a) => outlooks.every((b) => a === b || predictor.likeness(a, b) < limit)).length;
}

/**
 * As it was planned before sound and words counted: pictures alone, as little alike as the same search makes them, with
 * one voice and one piece of music, and wordings in turn. So it is never worse at pictures than the one it stands for.
 */
export function asBefore(plan: MixPlan, count: number): Combination[] {
  const pictures = {
    ...plan,
    voices: [],
    music: [],
    maxSharePercent: 100,
    shootings: plan.shootings.map((one) => ({ ...one, scripts: [] })),
  };
  return planCandidates(pictures, { count }).map(({ picks }, n) =>
    picks.map((pick, shot) => {
      const scripts = plan.shootings[shot]!.scripts!;
      return { ...pick, scriptId: scripts[(n + (n >> shot)) % scripts.length]!.id };
    }),
  );
}

/** The best of so many plans that chance makes, of so many videos each. */
export function bestOfChance(plan: MixPlan, { plans, count, limit }: { plans: number; count: number; limit: number }) {
  const predictor = createPredictor(plan.weights);
  const foretell = forecaster(plan);
  const random = generator(1);
  let best = 0;
  for (let n = 0; n < plans; n += 1) {
    const outlooks = Array.from({ length: count }, () => predictor.read(foretell(anyVideo(plan, random))));
    // Of those that are alike already nothing more is asked.
    const isGood = new Uint8Array(count).fill(1);
    for (let a = 0; a < count; a += 1) {
      for (let b = 0; b < a; b += 1) {
        if (isGood[a] === 0 && isGood[b] === 0) continue;
        if (predictor.likeness(outlooks[a]!, outlooks[b]!) >= limit) isGood[a] = isGood[b] = 0;
      }
    }
    best = Math.max(
      best,
      isGood.reduce((sum, one) => sum + one, 0),
    );
  }
  return best;
}

type Below = (limit: number) => number;

function generator(seed: number): Below {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function anyVideo(plan: MixPlan, below: Below): Combination {
  return [
    ...plan.shootings.map(({ id, clips, scripts }) => ({
      slotId: id,
      clipId: clips[below(clips.length)]!.id,
      scriptId: scripts![below(scripts!.length)]!.id,
    })),
    { slotId: 'voice', clipId: plan.voices![below(plan.voices!.length)]!.id },
    { slotId: 'music', clipId: plan.music![below(plan.music!.length)]!.id },
  ];
}

const WORDS = '早上咖啡排队每天时间试试冷萃三秒好喝上班通勤野餐随时现在下单半价拍两件';

/** Small mixes of which every set of videos can be tried; of how many the planner finds fewer than there are. */
export function missedOnSmall(mixes: number): number {
  const below = generator(7);
  let missed = 0;
  for (let n = 0; n < mixes; n += 1) {
    const plan = smallPlan(below);
    const all = everyVideo(plan);
    const predictor = createPredictor(plan.weights);
    const foretell = forecaster(plan);
    const outlooks = all.map((video) => predictor.read(foretell(video)));
    const limit = plan.maxSharePercent / 100 + 1e-9;
    const fits = outlooks.map((a) => outlooks.map((b) => predictor.likeness(a, b) <= limit));
    if (planCandidates(plan, { count: 50 }).length < largestSet(fits)) missed += 1;
  }
  return missed;
}

function smallPlan(below: Below): MixPlan {
  const line = () => Array.from({ length: 10 }, () => WORDS[below(WORDS.length)]!).join('');
  const list = <T>(most: number, make: (n: number) => T) => Array.from({ length: 1 + below(most) }, (_, n) => make(n));
  return {
    shootings: Array.from({ length: 3 }, (_, shot) => ({
      id: `s${shot}`,
      duration: { rule: 'narration' as const },
      clips: list(2, (n) => ({ id: `s${shot}c${n}`, content: `s${shot}c${n}`, startSeconds: 0, endSeconds: 4 })),
      scripts: list(2, (n) => ({ id: `s${shot}t${n}`, text: line(), seconds: 3, spokenSeconds: 2.8 })).slice(
        0,
        1 + (shot % 2),
      ),
    })),
    voices: list(2, (n) => ({ id: `v${n}` })),
    music: list(1, (n) => ({ id: `m${n}`, content: `m${n}`, startSeconds: 0, underSpeech: 21 })),
    maxSharePercent: [30, 45, 60][below(3)]!,
  };
}

function everyVideo({ shootings, voices, music }: MixPlan): Combination[] {
  let all: Combination[] = [[]];
  for (const { id, clips, scripts } of shootings) {
    const picks = clips.flatMap((clip) =>
      scripts!.map((script) => ({ slotId: id, clipId: clip.id, scriptId: script.id })),
    );
    all = all.flatMap((start) => picks.map((pick) => [...start, pick]));
  }
  all = all.flatMap((start) => voices!.map(({ id }) => [...start, { slotId: 'voice', clipId: id }]));
  return all.flatMap((start) => music!.map(({ id }) => [...start, { slotId: 'music', clipId: id }]));
}

function largestSet(fits: boolean[][]): number {
  let best = 0;
  const grow = (size: number, rest: number[]): void => {
    best = Math.max(best, size);
    for (const [n, next] of rest.entries()) {
      if (size + rest.length - n <= best) return;
      grow(
        size + 1,
        rest.slice(n + 1).filter((other) => fits[next]![other]),
      );
    }
  };
  grow(0, [...fits.keys()]);
  return best;
}
