import { expect, test } from 'vitest';
import { turnsOf } from './agent-row.ts';

const BRIEF = {
  voice_ids: ['甲', '乙'],
  ratios: ['9:16' as const, '1:1' as const],
  music_ids: ['a', 'b', 'c'],
};

function tally(all: unknown[][]): Record<string, number> {
  const groups = Map.groupBy(all, (one) => one.join(' '));
  return Object.fromEntries(Array.from(groups, ([key, own]) => [key, own.length]));
}

test('every voice comes in every ratio, and both with all music', () => {
  const rows = Array.from({ length: 12 }, (_, n) => turnsOf(BRIEF, n));
  const each = tally(rows.map(({ voice_id, ratio }) => [voice_id, ratio]));
  expect(each).toEqual({ '甲 9:16': 3, '乙 9:16': 3, '甲 1:1': 3, '乙 1:1': 3 });
  const played = tally(rows.map(({ voice_id, ratio, music_id }) => [voice_id, ratio, music_id]));
  expect(Object.values(played)).toEqual(Array(12).fill(1));
});
