import { expect, test } from 'vitest';
import { explainPair } from '#plan/explain-pair.ts';
import { likeness } from '#plan/likeness.ts';
import type { Combination, MixPlan } from '#plan/mix.ts';
import { plainPlan } from '#plan/random-plans.ts';

const LINES = ['甲乙丙丁戊己', '子丑寅卯辰巳', '天地玄黄宇宙'];
const PIECES = [0, 2, 60].map((startSeconds) => ({
  id: `m@${startSeconds}`,
  content: 'm',
  startSeconds,
  underSpeech: 21,
}));
const plan: MixPlan = {
  ...plainPlan([2, 2], 100),
  shootings: plainPlan([2, 2]).shootings.map((one, shot) => ({
    ...one,
    duration: { rule: 'narration' },
    scripts: [LINES[shot]!, LINES[2]!].map((text, n) => ({ id: `t${n}`, text, seconds: 3, spokenSeconds: 2.8 })),
  })),
  voices: [{ id: 'v' }, { id: 'w' }],
  paces: [
    { id: '1', rate: 1 },
    { id: '1.1', rate: 1.1 },
  ],
  music: PIECES,
};

const place = (shot: number, clip: number, wording: number) => {
  return { slotId: `s${shot}`, clipId: `s${shot}c${clip}`, scriptId: `t${wording}` };
};
const own: Combination = [place(0, 0, 0), place(1, 0, 0)];

test('two videos are explained place by place: what is seen, said and heard of the first in the second', () => {
  const other = [place(0, 0, 1), place(1, 1, 0)];
  const found = explainPair(plan, own, other);
  expect(found.likeness).toBe(likeness(plan, own, other));
  expect(found.places.map(({ slotId, picture, text, isSameSound }) => [slotId, picture, text, isSameSound])).toEqual([
    ['s0', 1, 0, false],
    ['s1', 0, 1, true],
  ]);
  expect(found).toMatchObject({ isSameVoice: true, isSameMusic: true });
});

const withFactor = (slotId: string, clipId: string) => explainPair(plan, own, [...own, { slotId, clipId }]);

test('another voice, another pace or another part of a piece is not the same sound', () => {
  expect(withFactor('voice', 'w')).toMatchObject({ isSameVoice: false, places: [{ isSameSound: false }, {}] });
  expect(withFactor('pace', '1.1')).toMatchObject({ isSameVoice: true, places: [{ isSameSound: false }, {}] });
  expect(withFactor('music', 'm@2').isSameMusic).toBe(true);
  expect(withFactor('music', 'm@60').isSameMusic).toBe(false);
});
