import { SpeechSettings } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { fitOf, fitText, planRate } from './fit.ts';

test('a line fits its shot when it ends with it or leaves a little silence', () => {
  expect([3, 3.09, 2.3, 2.25].map((seconds) => fitOf(seconds, 3000).state)).toEqual(['fits', 'fits', 'fits', 'fits']);
  expect(fitText(fitOf(4.2, 3000))).toBe('偏长 1.2 s');
  expect(fitText(fitOf(1.5, 3000))).toBe('偏短 1.5 s');
  expect(fitText(fitOf(8, 10_000))).toBe('合适');
  expect(fitText(fitOf(7, 10_000))).toBe('偏短 3.0 s');
});

test('the rate that fits is rounded up to a step, so that the last word is not cut off', () => {
  expect(planRate({ rate: 1, spoken_s: 3.3, shot_ms: 3000 })).toEqual({ rate: 1.1, warning: null });
  expect(planRate({ rate: 1, spoken_s: 3.31, shot_ms: 3000 })).toEqual({ rate: 1.15, warning: null });
  expect(planRate({ rate: 1.5, spoken_s: 2, shot_ms: 3000 })).toEqual({ rate: 1, warning: null });
});

test('a rate over 1.2 is said to sound rushed, and one that cannot be reached is said to be out of reach', () => {
  expect(planRate({ rate: 1, spoken_s: 3.9, shot_ms: 3000 })).toEqual({
    rate: 1.3,
    warning: '1.3 倍听起来会赶，删几个字会更自然',
  });
  expect(planRate({ rate: 1, spoken_s: 9, shot_ms: 3000 })).toEqual({
    rate: 2,
    warning: '调到最快仍会超出约 1.5 秒，请删减文字',
  });
  expect(planRate({ rate: 1, spoken_s: 1, shot_ms: 3000 }).rate).toBe(0.5);
  expect(planRate({ rate: 1, spoken_s: 1, shot_ms: 3000 }).warning).toMatch(/填不满/);
});

test('whatever the lengths, the planned rate is one that the contract takes', () => {
  for (const spoken_s of [0.05, 0.5, 1, 2.7, 10, 600]) {
    for (const shot_ms of [100, 1000, 3333, 600_000]) {
      const { rate } = planRate({ rate: 1, spoken_s, shot_ms });
      expect(SpeechSettings.shape.rate.parse(rate)).toBe(rate);
    }
  }
});
