import { expect, test } from 'vitest';
import { adviseMix } from '#plan/advise.ts';
import { formatCount } from '#plan/figures.ts';
import { likeness } from '#plan/likeness.ts';
import { reportLimits } from '#plan/limits.ts';
import type { MixPlan } from '#plan/mix.ts';
import { everyCombination, plainClip, plainPlan, randomPlan } from '#plan/random-plans.ts';
import { createRandom } from '#plan/random.ts';

test('no set of videos within the share is larger than the ceiling', () => {
  let compared = 0;
  for (let seed = 0; seed < 400; seed++) {
    const plan = { ...randomPlan(seed), allowRepeats: true };
    const { length } = everyCombination(plan);
    if (length === 0 || length > 18) continue;
    expect(mostVideos(plan)).toBeLessThanOrEqual(Number(reportLimits(plan).ceiling));
    compared++;
  }
  expect(compared).toBeGreaterThan(100);
});

test('the report names the shots that allow too few combinations', () => {
  expect(reportLimits(plainPlan([2, 3, 4]))).toEqual({
    combinations: 24n,
    isExact: true,
    ceiling: 6n,
    limits: [
      {
        kind: 'share',
        slotIds: ['s0', 's1'],
        videos: 6n,
        sentence:
          '任意两条重复度最多 60% 时，「镜头 1」「镜头 2」的画面（2 × 3）的搭配不能重复，再怎么挑也不会超过 6 条。',
      },
    ],
  });
});

test('a shot without clips, and one whose clips are all excluded, are told apart', () => {
  const plan = { ...plainPlan([0, 2, 3]), excludedClipIds: ['s1c0', 's1c1'] };
  expect(reportLimits(plan)).toMatchObject({
    combinations: 0n,
    ceiling: 0n,
    limits: [
      { kind: 'empty', slotIds: ['s0'], sentence: '「镜头 1」还没有片段，添加后才能组合。' },
      { kind: 'empty', slotIds: ['s1'], sentence: '「镜头 2」的 2 个片段都被排除了，请恢复至少一个。' },
    ],
  });
});

test('forbidden pairs that leave nothing are named as the reason', () => {
  const plan = { ...plainPlan([1, 1]), forbiddenPairs: [['s0c0', 's1c0']] as [string, string][] };
  expect(reportLimits(plan).limits[0]).toMatchObject({ kind: 'conflict', slotIds: ['s0', 's1'] });
  expect(reportLimits(plan).limits[0]?.sentence).toContain('禁止搭配');
});

test('fixed clips that may not appear together are named as the reason, before anything is planned', () => {
  const plan: MixPlan = {
    ...plainPlan([2, 2, 2]),
    pinnedClipIds: ['s0c0', 's1c1'],
    forbiddenPairs: [['s0c0', 's1c1']],
  };
  const { combinations, limits } = reportLimits(plan);
  expect(combinations).toBe(0n);
  expect(limits[0]).toMatchObject({ kind: 'conflict', slotIds: ['s0', 's1'] });
  expect(limits[0]?.sentence).toBe(
    '「镜头 1」「镜头 2」固定了片段，这些片段又不许一起出现，任何组合都不成立：请取消一处固定，或放开那一对。',
  );
});

function line(id: string, text: string) {
  return { id, seconds: 1, text };
}

test('one clip a shot, and lines that all say the same, are told in a sentence each', () => {
  const [first, second] = plainPlan([1, 1]).shootings;
  const scripted = [
    { ...first!, scripts: [line('a', '好用，真的好用')] },
    { ...second!, scripts: [line('b', '好用真的好用！')] },
  ];
  const sentences = reportLimits({ ...plainPlan([1, 1]), shootings: scripted }).limits.map(({ sentence }) => sentence);
  expect(sentences).toEqual([
    '每个镜头都只有 1 个画面，条条画面都一样：给任意一个镜头加片段，才有不一样的画面。',
    '2 个镜头的台词都一样，每条视频都会反复说同一句：请改一改台词。',
  ]);
  const double = [
    { ...first!, scripts: [line('a', '早上用'), line('b', '早上用。')] },
    { ...second!, scripts: [] },
  ];
  const { limits } = reportLimits({ ...plainPlan([1, 1]), shootings: double });
  expect(limits.at(-1)).toMatchObject({ kind: 'same', slotIds: ['s0'] });
});

test('where only the same pictures are left, nobody is told to lift a pair', () => {
  const [first, second] = plainPlan([1, 1]).shootings;
  const same = { ...second!, clips: first!.clips.map((clip) => ({ ...clip, id: 's1c0' })) };
  const plan = { ...plainPlan([1, 1]), allowRepeats: false, shootings: [first!, same] };
  expect(reportLimits(plan).limits[0]).toMatchObject({ kind: 'conflict', slotIds: ['s0', 's1'] });
  expect(reportLimits(plan).limits[0]?.sentence).toContain('只有同样的画面');
});

test('pins, exclusions and forbidden pairs each say how much they take away', () => {
  const plan = {
    ...plainPlan([4, 4, 4], 100),
    pinnedClipIds: ['s0c0', 's0c1'],
    excludedClipIds: ['s1c3'],
    forbiddenPairs: [['s0c0', 's2c0']] as [string, string][],
  };
  const { combinations, limits } = reportLimits(plan);
  expect(combinations).toBe(21n);
  expect(limits.map(({ kind, videos, slotIds }) => [kind, videos, slotIds])).toEqual([
    ['forbidden', 3n, ['s0', 's2']],
    ['pinned', 24n, ['s0']],
    ['excluded', 7n, ['s1']],
  ]);
});

test('a mix without shots gives no video and asks for them', () => {
  const { combinations, limits } = reportLimits({ shootings: [], maxSharePercent: 60 });
  expect(combinations).toBe(0n);
  expect(limits.map(({ sentence }) => sentence)).toEqual(['还没有镜头，请先添加镜头和片段。']);
});

test('the advice names the shot whose next clip brings most new videos within the share', () => {
  const { room, advice } = adviseMix(plainPlan([2, 4, 5]));
  const first = advice.find(({ slotId }) => slotId !== '');
  expect(room).toBe(8);
  expect(first).toMatchObject({ slotId: 's0', reaches: 12, moreCombinations: 20n });
  expect(first!.sentence).toBe('「镜头 1」再拍 1 个片段，能到 12 条');
});

test('what the advice promises is what one more clip really brings, and nothing promises more', () => {
  for (let seed = 0; seed < 20; seed++) {
    const random = createRandom(`advice ${seed}`);
    const sizes = Array.from({ length: 3 }, () => 1 + random.below(3));
    const plan = plainPlan(sizes, [40, 50, 60][seed % 3]);
    for (const shooting of plan.shootings) shooting.duration = { rule: 'fixed', seconds: 1 + random.below(40) / 10 };
    const videos = mostVideos(plan);
    expect(Number(reportLimits(plan).ceiling)).toBe(videos);
    const brings = new Map(
      plan.shootings.map(({ id }) => [
        id,
        mostVideos({
          ...plan,
          shootings: plan.shootings.map((one) =>
            one.id === id ? { ...one, clips: [...one.clips, plainClip('new')] } : one,
          ),
        }),
      ]),
    );
    const { room, advice } = adviseMix(plan);
    expect(room).toBe(videos);
    const places = advice.filter(({ slotId }) => slotId !== '');
    expect(places.map(({ slotId, reaches }) => [slotId, reaches])).toEqual(
      places.map(({ slotId }) => [slotId, brings.get(slotId)]),
    );
    expect(brings.get(places[0]!.slotId)).toBe(Math.max(...brings.values()));
  }
});

test('a place that uses only pinned clips is not advised for one more', () => {
  const plan = { ...plainPlan([2, 3, 3]), pinnedClipIds: ['s0c0'] };
  const { room, advice } = adviseMix(plan);
  expect(advice.at(-1)).toMatchObject({ slotId: 's0', reaches: room, moreCombinations: 0n, lessLikeness: 0 });
  expect(advice.at(-1)!.sentence).toContain('固定');
});

test('where the share limits nothing the advice goes by likeness, so long shots with few clips come first', () => {
  const plan = plainPlan([3, 3, 3], 100);
  plan.shootings[1]!.duration = { rule: 'fixed', seconds: 9 };
  plan.shootings[1]!.scripts = [];
  expect(adviseMix(plan).advice.find(({ slotId }) => slotId !== '')?.slotId).toBe('s1');
});

test.each([
  [9999n, '9999'],
  [12_000n, '1.2万'],
  [20_000n, '2万'],
  [350_000_000n, '3.5亿'],
  [10n ** 30n, '10 的 30 次方'],
])('%s reads %s', (value, text) => {
  expect(formatCount(value)).toBe(text);
});

function mostVideos(plan: MixPlan): number {
  const videos = everyCombination(plan);
  const limit = plan.maxSharePercent / 100 + 1e-9;
  return largestSet(videos.map((a) => videos.map((b) => likeness(plan, a, b) <= limit)));
}

function largestSet(fits: boolean[][]): number {
  const grow = (size: number, rest: number[]): number =>
    rest.reduce((best, next, i) => {
      if (size + rest.length - i <= best) return best;
      return Math.max(
        best,
        grow(
          size + 1,
          rest.slice(i + 1).filter((other) => fits[next]![other]),
        ),
      );
    }, size);
  return grow(0, [...fits.keys()]);
}
