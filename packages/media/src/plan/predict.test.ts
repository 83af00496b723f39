import { expect, test } from 'vitest';
import { adviseMix } from '#plan/advise.ts';
import { planCandidates } from '#plan/candidates.ts';
import { likeness } from '#plan/likeness.ts';
import { reportLimits } from '#plan/limits.ts';
import type { Combination, MixPlan, PlanShooting } from '#plan/mix.ts';
import { plainPlan } from '#plan/random-plans.ts';

const LINES = ['早上起不来咖啡店还要排长队', '每天一杯时间都花在路上了吗', '又困又赶哪里有空等店里那杯'];

/** Five shots of four clips; each line in as many wordings, none of which has anything in common with another. */
function spoken(wordings: number, { voices = 1, music = 1, maxSharePercent = 100 } = {}): MixPlan {
  const plain = plainPlan([4, 4, 4, 4, 4], maxSharePercent);
  const shootings = plain.shootings.map((shooting, shot): PlanShooting => ({
    ...shooting,
    duration: { rule: 'narration' },
    scripts: LINES.slice(0, wordings).map((text, n) => ({
      id: `s${shot}t${n}`,
      text: Array.from(text, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 40 * shot)).join(''),
      seconds: 3,
      spokenSeconds: 2.8,
    })),
  }));
  return {
    ...plain,
    shootings,
    voices: Array.from({ length: voices }, (_, n) => ({ id: `v${n}` })),
    music: Array.from({ length: music }, (_, n) => ({
      id: `m${n}`,
      content: `m${n}`,
      startSeconds: 0,
      underSpeech: 21,
    })),
  };
}

function video(clip: number, wording: number, factors: { voice?: number; music?: number } = {}): Combination {
  return [
    ...[0, 1, 2, 3, 4].map((shot) => ({
      slotId: `s${shot}`,
      clipId: `s${shot}c${clip}`,
      scriptId: `s${shot}t${wording}`,
    })),
    ...(factors.voice ? [{ slotId: 'voice', clipId: `v${factors.voice}` }] : []),
    ...(factors.music ? [{ slotId: 'music', clipId: `m${factors.music}` }] : []),
  ];
}

test('other pictures with the same words in the same voice are alike by what sound and words count', () => {
  const plan = spoken(2, { voices: 2, music: 2 });
  const first = video(0, 0);
  expect(likeness(plan, first, first)).toBeCloseTo(1);
  expect(likeness(plan, first, video(1, 0))).toBeCloseTo(0.4, 1);
  expect(likeness(plan, first, video(1, 0, { voice: 1 }))).toBeCloseTo(0.2, 1);
  expect(likeness(plan, first, video(1, 1))).toBeLessThan(0.03);
  expect(likeness(plan, first, video(0, 1, { voice: 1 }))).toBeCloseTo(0.6, 1);
});

test('other music under the same voice makes little difference, and more the louder it is', () => {
  const plan = spoken(1, { music: 2 });
  const quiet = likeness(plan, video(1, 0), video(0, 0, { music: 1 }));
  const loud = { ...plan, music: plan.music!.map((piece) => ({ ...piece, underSpeech: 9 })) };
  expect(quiet).toBeGreaterThan(0.33);
  expect(quiet).toBeLessThan(0.38);
  expect(likeness(loud, video(1, 0), video(0, 0, { music: 1 }))).toBeLessThan(0.28);
});

test('a space that looks at pictures alone has them counted alone', () => {
  const plan = { ...spoken(2), weights: { picture: 1, sound: 0, text: 0 } };
  expect(likeness(plan, video(0, 0), video(1, 0))).toBe(0);
  expect(likeness(plan, video(0, 0), video(0, 1))).toBe(1);
});

test('twelve videos below L3 come of voices and wordings, where pictures alone give none', () => {
  const rich = planCandidates(spoken(3, { voices: 4, music: 3, maxSharePercent: 29 }), { count: 12 });
  expect(rich).toHaveLength(12);
  expect(Math.max(...rich.map(({ mostLikeness }) => mostLikeness))).toBeLessThan(0.3);
  const poor = planCandidates(spoken(1, { maxSharePercent: 29 }), { count: 12 });
  expect(poor).toHaveLength(1);
});

test('voices, pieces of music and wordings are used evenly', () => {
  const plan = spoken(2, { voices: 3, music: 3 });
  const chosen = planCandidates(plan, { count: 36 }).map(({ picks }) => picks);
  for (const kind of ['voice', 'music']) {
    const uses = Map.groupBy(chosen, (picks) => picks.find(({ slotId }) => slotId === kind)?.clipId ?? 'own');
    expect(uses.size).toBe(3);
    for (const those of uses.values()) expect(those.length).toBeGreaterThanOrEqual(8);
  }
  const firsts = chosen.filter((picks) => picks[0]!.scriptId === 's0t0').length;
  expect(Math.abs(firsts - 18)).toBeLessThanOrEqual(4);
});

test('asked for more than fit, the ways to as many are said, the cheapest first, and each keeps its promise', () => {
  const plan = spoken(1, { voices: 1, maxSharePercent: 45 });
  const { room, ways } = adviseMix(plan, { wanted: 12, spare: { voices: 3, music: [] } });
  expect(planCandidates(plan, { count: 12 })).toHaveLength(room);
  expect(room).toBeLessThan(12);
  expect(ways.length).toBeGreaterThanOrEqual(2);
  expect(ways[0]).toMatchObject({ kind: 'voice' });
  expect(ways[0]?.sentence).toMatch(/^加 [23] 种声音，能到 \d+ 条/);
  const voices = Array.from({ length: 1 + ways[0]!.steps }, (_, n) => ({ id: `v${n}` }));
  expect(planCandidates({ ...plan, voices }, { count: 12 })).toHaveLength(12);
  expect(adviseMix(plan, { wanted: room }).ways).toEqual([]);
});

test('where words and voice alone are too much, that is what is said', () => {
  expect(reportLimits(spoken(1, { maxSharePercent: 29 })).limits[0]?.sentence).toBe(
    '台词和声音相同，重复度就已经 40%，超过 29%：只能出 1 条。',
  );
});

test('without speech another piece of music is advised where it brings more, and brings what was said', () => {
  const pieces = ['m0', 'm1'].map((id) => ({ id, content: id, startSeconds: 0, underSpeech: 0 }));
  const plan = { ...plainPlan([3, 3, 3], 60), music: pieces.slice(0, 1) };
  const { room, advice } = adviseMix(plan, { spare: { voices: 0, music: pieces.slice(1) } });
  const more = advice.find(({ kind }) => kind === 'music');
  expect(more).toMatchObject({ has: 1, steps: 1, sentence: `加 1 首音乐，能到 ${more?.reaches} 条` });
  expect(more!.reaches).toBeGreaterThan(room);
  expect(planCandidates({ ...plan, music: pieces }, { count: 30 }).length).toBeGreaterThanOrEqual(more!.reaches);
});
