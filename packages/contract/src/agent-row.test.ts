import { expect, test } from 'vitest';
import { type AgentRow, EMPTY_AGENT_ROW, turnsOf, withFound } from './agent-row.ts';

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

const shot = (wish: string, material_id: string): AgentRow['shots'][number] => ({
  wish,
  material_id,
  shot_id: null,
  start_ms: 0,
  end_ms: 2000,
  material_name: `${material_id}.mp4`,
  why: '',
  is_guess: false,
});
const idsOf = (row: AgentRow) => row.shots.map((one) => one?.material_id);

test('a shot that somebody picks while others are looked for stays, the others are those that were found', () => {
  const asked = { ...EMPTY_AGENT_ROW, row_id: 'a', hook: '早上', lines: '中午\n晚上', shots: [shot('早上', '旧')] };
  const found = { shots: [shot('早上', '一'), shot('中午', '二'), shot('晚上', '三')] };
  expect(idsOf(withFound(asked, asked, found))).toEqual(['一', '二', '三']);
  const picked = { ...asked, shots: [shot('早上', '旧'), shot('中午', '手选')] };
  expect(idsOf(withFound(picked, asked, found))).toEqual(['一', '手选', '三']);
  // As many as there are lines by now.
  expect(idsOf(withFound({ ...picked, lines: '中午' }, asked, found))).toEqual(['一', '手选']);
});
