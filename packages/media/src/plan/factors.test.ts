import { expect, test } from 'vitest';
import { canMake, planCandidates } from '#plan/candidates.ts';
import { costOf, PICTURE_COST, SPEECH_COST } from '#plan/cost.ts';
import { countCombinations } from '#plan/count.ts';
import { combinationOf, draftOf } from '#plan/draft.ts';
import { forecaster } from '#plan/forecast.ts';
import { gatherDrafts } from '#plan/gather.ts';
import { likeness, mostLikeness } from '#plan/likeness.ts';
import { reportLimits } from '#plan/limits.ts';
import type { Combination, MixPlan, PlanShooting } from '#plan/mix.ts';
import { plainPlan } from '#plan/random-plans.ts';
import { createRandom } from '#plan/random.ts';
import { createSearch } from '#plan/search.ts';
import { signatureOf } from '#plan/signature.ts';
import { buildSpace } from '#plan/space.ts';
import { saveWork } from '#plan/thrift.ts';

const WORDS = [
  '甲乙丙丁戊己',
  '子丑寅卯辰巳',
  '天地玄黄宇宙',
  '春夏秋冬晨昏',
  '东南西北中外',
  '金木水火土石',
  '红橙黄绿青蓝',
  '琴棋书画诗酒',
];

/** Shots of three clips in which somebody says one of so many lines, over music. */
function spokenPlan(shots: number, { clips = 3, wordings = 1, limit = 100 } = {}): MixPlan {
  const plan = plainPlan(
    Array.from({ length: shots }, () => clips),
    limit,
  );
  const shootings = plan.shootings.map((one, shot): PlanShooting => ({
    ...one,
    duration: { rule: 'narration' },
    scripts: Array.from({ length: wordings }, (_, n) => {
      const text = WORDS[shot * wordings + n]!;
      return { id: `t${shot} ${n}`, text, seconds: 3, spokenSeconds: 2.8 };
    }),
  }));
  const music = [{ id: 'm', content: 'm', startSeconds: 0, underSpeech: 21 }];
  return { ...plan, shootings, voices: [{ id: 'v' }], music };
}

const placesOf = (video: Combination) => video.filter(({ slotId }) => slotId.startsWith('s') && slotId !== 'style');
const rowOf = (video: Combination) =>
  placesOf(video)
    .map(({ slotId }) => slotId)
    .join(' ');

test('shootings that may move come in every order that is allowed, and in no other', () => {
  const orders = [
    ['s0', 's1', 's2', 's3'],
    ['s0', 's2', 's1', 's3'],
  ];
  const plan = { ...spokenPlan(4), orders };
  const chosen = planCandidates(plan, { count: 12 }).map(({ picks }) => picks);
  expect(new Set(chosen.map(rowOf))).toEqual(new Set(orders.map((row) => row.join(' '))));
  expect(countCombinations(buildSpace(plan)).combinations).toBe(162n);
  const [own, moved] = orders.map((row) =>
    row.map((slotId) => placesOf(chosen[0]!).find((one) => one.slotId === slotId)!),
  );
  expect(canMake(plan, moved!)).toBe(true);
  expect(canMake(spokenPlan(4), moved!)).toBe(false);
  expect(canMake(plan, [own![3]!, ...own!.slice(0, 3)])).toBe(false);
  // The same pictures and words, somewhere else: what the judge says is a little less, and no more than that.
  const alike = likeness(plan, own!, moved!);
  expect(alike).toBeLessThan(0.96);
  expect(alike).toBeGreaterThan(0.75);
});

test('a shooting that may be left out is in some videos and not in others, and each video is counted once', () => {
  const plan = { ...spokenPlan(3), gaps: [[], ['s1']] };
  const space = buildSpace(plan);
  expect(countCombinations(space)).toEqual({ combinations: 27n + 9n, isExact: true });
  const chosen = planCandidates(plan, { count: 12 });
  const rows = chosen.map(({ picks }) => rowOf(picks));
  expect(new Set(rows)).toEqual(new Set(['s0 s1 s2', 's0 s2']));
  expect(new Set(chosen.map(({ signature }) => signature)).size).toBe(12);
  const short = chosen.find(({ picks }) => placesOf(picks).length === 2)!;
  expect(short.seconds).toBe(6);
  expect(combinationOf(space, draftOf(space, short.picks)!)).toEqual(short.picks);
  const strict = { ...plan, maxSharePercent: 40 };
  expect(planCandidates(strict, { count: 50 }).length).toBeLessThanOrEqual(Number(reportLimits(strict).ceiling));
});

test('what is said at another pace takes another time and is hardly another sound; words and pictures stay', () => {
  const plan = {
    ...spokenPlan(2),
    paces: [
      { id: '1', rate: 1 },
      { id: '1.1', rate: 1.1 },
    ],
  };
  const [video] = planCandidates(spokenPlan(2), { count: 1 }).map(({ picks }) => picks);
  const hurried = [...video!, { slotId: 'pace', clipId: '1.1' }];
  const [one, other] = [video!, hurried].map(forecaster(plan));
  expect(one!.shown[0]!.seconds).toBeCloseTo(3);
  expect(other!.shown[0]!.seconds).toBeCloseTo(0.2 + 2.8 / 1.1);
  expect(other!.text).toBe(one!.text);
  expect(likeness(plan, video!, hurried)).toBeGreaterThan(0.93);
  expect(likeness(plan, video!, hurried)).toBeLessThan(0.99);
  const used = planCandidates(plan, { count: 8 }).map(({ picks }) => picks.some(({ slotId }) => slotId === 'pace'));
  expect(new Set(used).size).toBe(2);
});

test('how captions look changes nothing that is measured, and makes no more videos', () => {
  const plan = { ...spokenPlan(2, { limit: 60 }), styles: [{ id: '' }, { id: 'yellow' }, { id: 'heavy' }] };
  expect(reportLimits(plan)).toEqual(reportLimits(spokenPlan(2, { limit: 60 })));
  const chosen = planCandidates(plan, { count: 9 });
  expect(chosen).toHaveLength(planCandidates(spokenPlan(2, { limit: 60 }), { count: 9 }).length);
  const [{ picks }] = chosen as [(typeof chosen)[number]];
  const plain = picks.filter(({ slotId }) => slotId !== 'style');
  expect(likeness(plan, plain, [...plain, { slotId: 'style', clipId: 'heavy' }])).toBe(1);
  const styles = chosen.map((one) => one.picks.find(({ slotId }) => slotId === 'style')?.clipId ?? '');
  expect(new Set(styles).size).toBeGreaterThan(1);
});

const from = (startSeconds: number) => ({ id: `m@${startSeconds}`, content: 'm', startSeconds, underSpeech: 21 });

test('a piece of music from elsewhere is another one as far as both do not play the same of it', () => {
  const silent = plainPlan([2, 2]);
  const plan = { ...silent, music: [from(0), from(3), from(60)] };
  const [first] = planCandidates(plan, { count: 1 });
  const plain = first!.picks.filter(({ slotId }) => slotId !== 'music');
  const withMusic = (id: string) => likeness(plan, plain, [...plain, { slotId: 'music', clipId: id }]);
  expect(withMusic('m@0')).toBeCloseTo(1);
  // Six seconds of which three are the same; then none.
  expect(withMusic('m@3')).toBeCloseTo(0.6 / 0.8 + (0.2 / 0.8) * 0.5);
  expect(withMusic('m@60')).toBeCloseTo(0.6 / 0.8);
});

test('parts are shared as far as no pair becomes more alike for it, and everything is used as often as before', () => {
  const plan = {
    ...spokenPlan(4, { clips: 4, wordings: 2, limit: 45 }),
    voices: [{ id: 'v' }, { id: 'w' }, { id: 'x' }],
    styles: [{ id: '' }, { id: 'yellow' }],
  };
  const space = buildSpace(plan);
  const gathering = { target: 14, kept: [], avoid: [], maxShare: 0.45, random: createRandom(3) };
  const drafts = gatherDrafts(space, gathering);
  const search = createSearch(space, createRandom(3));
  for (const draft of drafts) search.add(draft);
  const uses = () => search.uses.map((row) => [...row].toSorted((a, b) => a - b));
  const usedBefore = uses();
  saveWork(space, search, gathering);
  const [before, after] = [drafts, search.drafts].map((set) => set.map((draft) => combinationOf(space, draft)));
  const cost = (set: Combination[]) => {
    const { pictureSeconds, speechSeconds } = costOf(plan, set);
    return pictureSeconds * PICTURE_COST + speechSeconds * SPEECH_COST;
  };
  expect(cost(after!)).toBeLessThan(cost(before!) * 0.95);
  expect(mostLikeness(plan, after!)).toBeLessThanOrEqual(Math.max(0.45, mostLikeness(plan, before!)) + 1e-6);
  expect(uses()).toEqual(usedBefore);
  expect(new Set(after!.map(signatureOf)).size).toBe(after!.length);
});

const clip = (n: number) => ({ slotId: 's0', clipId: `s0c${n}`, scriptId: 't0 0' });

test('what a voice has said already costs nothing, and a line is spoken once for all who say it', () => {
  const plan = { ...spokenPlan(1, { clips: 2 }), voices: [{ id: 'v' }, { id: 'w' }] };
  const inOther = { slotId: 'voice', clipId: 'w' };
  expect(costOf(plan, [[clip(0)], [clip(1)]])).toEqual({ shots: 2, pictureSeconds: 6, speechSeconds: 2.8 });
  expect(costOf(plan, [[clip(0)], [clip(0), inOther]])).toEqual({ shots: 1, pictureSeconds: 3, speechSeconds: 5.6 });
  plan.shootings[0]!.scripts![0]!.spokenIn = ['v'];
  expect(costOf(plan, [[clip(0)], [clip(0), inOther]]).speechSeconds).toBe(2.8);
});

test('of few videos in other voices one gets the voice of the mix, which is spoken in any case', () => {
  const plan = { ...spokenPlan(2, { clips: 2 }), voices: ['v', 'w', 'x'].map((id) => ({ id })) };
  const space = buildSpace(plan);
  const voice = space.axes.findIndex(({ kind }) => kind === 'voice');
  const random = createRandom(1);
  const search = createSearch(space, random);
  for (const own of [1, 2]) search.add(new Int16Array(space.axes.length).fill(own - 1).with(voice, own));
  saveWork(space, search, { target: 2, kept: [], avoid: [], maxShare: 1, random });
  expect(new Set(search.drafts.map((draft) => draft[voice]))).toEqual(new Set([0, 2]));
});

test('no video comes twice, though some ways to leave something out lead to the same one', () => {
  const orders = [
    ['s0', 's1', 's2', 's3'],
    ['s0', 's2', 's1', 's3'],
  ];
  const plan: MixPlan = {
    ...spokenPlan(4, { clips: 2 }),
    excludedClipIds: ['s0c0'],
    orders,
    gaps: [[], ['s2']],
    titles: ['甲', '乙'].map((text) => ({ id: text, text })),
    paces: [1, 1.1].map((rate) => ({ id: String(rate), rate })),
    styles: [{ id: '' }, { id: 'yellow' }],
  };
  // Left out, what moved is nowhere: of two orders one is left.
  expect(countCombinations(buildSpace(plan)).isExact).toBe(false);
  const chosen = planCandidates(plan, { count: 60 });
  expect(chosen.length).toBeGreaterThan(50);
  expect(new Set(chosen.map(({ signature }) => signature)).size).toBe(chosen.length);
});

test('two videos that fit are found where only one line between two others differs', () => {
  const plan = spokenPlan(3, { clips: 2, limit: 45 });
  plan.excludedClipIds = ['s1c1'];
  const [own] = plan.shootings[1]!.scripts!;
  plan.shootings[1]!.scripts!.push({ ...own!, id: 'other', text: WORDS[7]! });
  expect(reportLimits(plan).ceiling).toBeGreaterThanOrEqual(2n);
  expect(planCandidates(plan, { count: 4 })).toHaveLength(2);
});
