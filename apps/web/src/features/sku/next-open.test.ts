import { expect, test } from 'vitest';
import { nextOpen } from './next-open.ts';

const hit = (verdict: 'confirmed' | 'rejected' | null) => ({ verdict });

test('judging goes on with the next unjudged shot, then with those left out before', () => {
  const hits = [hit(null), hit('confirmed'), hit('rejected'), hit(null), hit('confirmed')];
  expect(nextOpen(hits, -1)).toBe(0);
  expect(nextOpen(hits, 0)).toBe(3);
  expect(nextOpen(hits, 3)).toBe(0);
  expect(nextOpen([hit('confirmed')], 0)).toBe(1);
});
