import { expect, test } from 'vitest';
import { planCandidates } from '#plan/candidates.ts';
import { likeness } from '#plan/likeness.ts';
import { mendVideos, replaceAt } from '#plan/mend.ts';
import type { Combination } from '#plan/mix.ts';
import { plainPlan } from '#plan/random-plans.ts';

const plan = plainPlan([4, 4, 4], 40);
const chosen = planCandidates(plan, { count: 8 }).map(({ picks }) => picks);

const video = (...clips: number[]) => clips.map((clip, shot) => ({ slotId: `s${shot}`, clipId: `s${shot}c${clip}` }));

function most(videos: Combination[]): number {
  return Math.max(...videos.flatMap((a, i) => videos.slice(0, i).map((b) => likeness(plan, a, b))));
}

test('one video that is too like another is changed, and no other', () => {
  expect(most(chosen)).toBeLessThan(0.4);
  const spoilt = chosen.with(5, [...chosen[2]!.slice(0, 2), chosen[5]![2]!]);
  expect(most(spoilt)).toBeGreaterThan(0.6);
  const mended = mendVideos(plan, spoilt, { limit: 0.4 });
  expect(mended).toHaveLength(1);
  const [{ index, picks }] = mended as [(typeof mended)[number]];
  expect([2, 5]).toContain(index);
  expect(most(spoilt.with(index, picks))).toBeLessThan(0.4);
  // Of those two the one of which there is a file stays.
  expect(mendVideos(plan, spoilt, { limit: 0.4, made: [5] })[0]?.index).toBe(2);
  expect(mendVideos(plan, chosen, { limit: 0.4 })).toEqual([]);
});

test('of one that is too like several others that one is changed, and none of the others', () => {
  const long = plainPlan([4, 4, 4, 4], 40);
  const [a, b, ...rest] = planCandidates(long, { count: 6 }).map(({ picks }) => picks);
  const between = [...a!.slice(0, 2), ...b!.slice(2)];
  expect(mendVideos(long, [a!, b!, between, ...rest], { limit: 0.4 }).map(({ index }) => index)).toEqual([2]);
});

test('where nothing helps nothing is changed', () => {
  const poor = plainPlan([1, 2], 100);
  const both = planCandidates(poor, { count: 2 }).map(({ picks }) => picks);
  expect(mendVideos(poor, both, { limit: 0.3 })).toEqual([]);
});

test('another clip at one place is the one least like the others, and never one that is not wanted', () => {
  const now = replaceAt(plan, chosen, { index: 0, slotId: 's1' })!;
  expect(now.picks[0]).toEqual(chosen[0]![0]);
  expect(now.picks[1]!.clipId).not.toBe(chosen[0]![1]!.clipId);
  const again = replaceAt(plan, chosen, { index: 0, slotId: 's1', avoid: [now.picks] })!;
  expect(again.picks[1]!.clipId).not.toBe(now.picks[1]!.clipId);
  const three = [video(0, 0, 0), video(0, 1, 1), video(1, 2, 0)];
  expect(replaceAt(plan, three, { index: 0, slotId: 's1' })!.picks).toEqual(video(0, 3, 0));
  expect(replaceAt(plainPlan([1, 2]), [chosen[0]!.slice(0, 1)], { index: 0, slotId: 's0' })).toBeNull();
});

test('another picture comes with the words that suit it, never other words over the same picture', () => {
  const spoken = {
    ...plan,
    shootings: plan.shootings.map((one) => ({ ...one, scripts: ['甲乙丙丁戊', '子丑寅卯辰'].map(said) })),
  };
  const videos = planCandidates({ ...spoken, maxSharePercent: 100 }, { count: 6 }).map(({ picks }) => picks);
  const { picks } = replaceAt(spoken, videos, { index: 2, slotId: 's0' })!;
  expect(picks[0]!.clipId).not.toBe(videos[2]![0]!.clipId);
});

function said(text: string) {
  return { id: text, text, seconds: 3, spokenSeconds: 2.5 };
}

test('what is just below the level stays, and what is changed comes well below it where it can', () => {
  const other = likeness(plan, chosen[0]!, chosen[1]!);
  const [one, two] = [chosen[0]!, [chosen[0]![0]!, ...chosen[1]!.slice(1)]];
  const near = likeness(plan, one, two);
  expect(near).toBeGreaterThan(other);
  expect(mendVideos(plan, [one, two], { limit: near + 0.001, margin: 0.01 })).toEqual([]);
  const [changed] = mendVideos(plan, [one, two], { limit: near, margin: 0.01 });
  expect(likeness(plan, changed!.index === 0 ? two : one, changed!.picks)).toBeLessThan(near - 0.01);
  // Where nothing is well below, what is just below does; where something is, one change more is made.
  const poor = plainPlan([1, 2, 2], 100);
  const both = [0, 1].map((n) => [
    { slotId: 's0', clipId: 's0c0' },
    { slotId: 's1', clipId: 's1c0' },
    { slotId: 's2', clipId: `s2c${n}` },
  ]);
  const least = 1 / 3;
  expect(likeness(poor, both[0]!, both[1]!)).toBeCloseTo(2 / 3);
  expect(mendVideos(poor, both, { limit: least + 0.005, margin: 0.01 })).toHaveLength(1);
  const rich = plainPlan([2, 2, 2], 100);
  const [moved] = mendVideos(rich, both, { limit: least + 0.005, margin: 0.01 });
  expect(likeness(rich, both[1 - moved!.index]!, moved!.picks)).toBe(0);
});
