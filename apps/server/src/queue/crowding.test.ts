import { expect, test } from 'vitest';
import { aloneShare, watchCrowding } from './crowding.ts';

const none = { busy: 0, idle: 0, own: 0, at: 0 };

test('on a machine with room to spare, time is time', () => {
  expect(aloneShare(none, { busy: 60, idle: 60, own: 40, at: 60 })).toBe(1);
  expect(aloneShare(none, none)).toBe(1);
});

test('on a full machine only what the work itself took counts', () => {
  expect(aloneShare(none, { busy: 120, idle: 0, own: 120, at: 60 })).toBe(1);
  expect(aloneShare(none, { busy: 120, idle: 0, own: 30, at: 60 })).toBe(0.25);
});

test('work that waits for a network or a disk is not made faster by others leaving', () => {
  expect(aloneShare(none, { busy: 120, idle: 0, own: 5, at: 60 })).toBe(1);
});

test('a real measurement lies between', () => {
  const share = watchCrowding();
  for (let n = 0, sum = 0; n < 1e6; n += 1) sum += n;
  expect(share()).toBeGreaterThan(0);
  expect(share()).toBeLessThanOrEqual(1);
});
