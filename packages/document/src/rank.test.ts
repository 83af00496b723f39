import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planRanks, RANK, rankBetween, ranksBetween } from './rank.ts';

test('there is always room between two neighbours, and ranks stay short', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1000 }), { maxLength: 300, size: 'max' }), (places) => {
      const ranks: string[] = [];
      for (const place of places) {
        const at = place % (ranks.length + 1);
        ranks.splice(at, 0, rankBetween(ranks[at - 1] ?? null, ranks[at] ?? null));
      }
      expect(ranks.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ranks);
      expect(new Set(ranks).size).toBe(ranks.length);
      expect(ranks.filter((rank) => !RANK.test(rank))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('five hundred lines written one after another in the middle of a piece, or pasted there, are in order', () => {
  const [first, last] = ranksBetween(null, null, 2);
  let low = first!;
  for (let n = 0; n < 500; n += 1) {
    const next = rankBetween(low, last!);
    expect(next > low && next < last!).toBe(true);
    low = next;
  }
  expect(low).toMatch(RANK);
  const pasted = ranksBetween(first!, last!, 500);
  expect([first!, ...pasted, last!].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([first, ...pasted, last]);
  expect(Math.max(...pasted.map(({ length }) => length))).toBeLessThan(30);
});

test('two people who put something at one place get two places', () => {
  expect(rankBetween('a1', 'a2')).not.toBe(rankBetween('a1', 'a2'));
});

test('an order is made by moving as few as can be', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f', 'g']), fc.nat({ max: 3 }), (order, added) => {
      const ranks = ranksBetween(null, null, 7);
      const had = new Map(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id, n) => [id, ranks[n]!]));
      const ids = [...order, ...Array.from({ length: added }, (_, n) => `new${n}`)];
      const planned = planRanks(ids.map((id) => ({ id, rank: had.get(id) ?? null })));
      const now = ids.map((id) => planned.get(id) ?? had.get(id)!);
      expect(now.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(now);
    }),
    { numRuns: 500 },
  );
  const [one, two, three] = ranksBetween(null, null, 3);
  const moved = planRanks([
    { id: 'c', rank: three! },
    { id: 'a', rank: one! },
    { id: 'b', rank: two! },
  ]);
  expect([...moved.keys()]).toEqual(['c']);
  // Ranks that clash, as those of before ranks had random ends, are told apart.
  expect(
    planRanks([
      { id: 'a', rank: 'V1' },
      { id: 'b', rank: 'V1' },
    ]).size,
  ).toBe(1);
});
