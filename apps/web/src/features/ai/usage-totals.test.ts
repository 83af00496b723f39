import { expect, test } from 'vitest';
import { usageTotals } from './usage-totals.ts';

function usageOf(day: string, space_name: string, engine: string, calls: number) {
  const amounts = { cache_hits: 1, characters: 100, seconds: 30, cpu_seconds: 20, failures: 0, cost: 0.5 };
  return { day, space_name, engine, engine_name: engine, ability: 'speech' as const, calls, ...amounts };
}

test('days are added up by space and engine, the most used first', () => {
  const totals = usageTotals([
    usageOf('2026-01-01', '甲组', 'builtin', 2),
    usageOf('2026-01-02', '甲组', 'builtin', 3),
    usageOf('2026-01-02', '甲组', 'azure', 1),
    usageOf('2026-01-02', '乙组', 'builtin', 9),
  ]);
  expect(
    totals.map(({ space_name, engine, calls, characters, cost }) => [space_name, engine, calls, characters, cost]),
  ).toEqual([
    ['乙组', 'builtin', 9, 100, 0.5],
    ['甲组', 'builtin', 5, 200, 1],
    ['甲组', 'azure', 1, 100, 0.5],
  ]);
});
