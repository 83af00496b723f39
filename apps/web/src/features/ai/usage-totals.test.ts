import { expect, test } from 'vitest';
import { amountText, usageTotals } from './usage-totals.ts';

function usageOf(day: string, space_name: string, engine: string, calls: number, ability = 'speech') {
  const amounts = { cache_hits: 1, amount: 100, unit: '字', cpu_seconds: 20, failures: 0, cost: 0.5 };
  return { day, space_name, engine, engine_name: engine, ability, ability_name: ability, calls, ...amounts };
}

test('days are added up by ability, and below it by space and engine, the most used first', () => {
  const totals = usageTotals([
    usageOf('2026-01-01', '甲组', 'builtin', 2),
    usageOf('2026-01-02', '甲组', 'builtin', 3),
    usageOf('2026-01-02', '甲组', 'azure', 1),
    usageOf('2026-01-02', '乙组', 'builtin', 9),
    usageOf('2026-01-02', '乙组', 'cloud', 40, 'text'),
  ]);
  expect(totals.map(({ ability, calls, amount, cost }) => [ability, calls, amount, cost])).toEqual([
    ['text', 40, 100, 0.5],
    ['speech', 15, 400, 2],
  ]);
  expect(totals[1]?.parts.map(({ space_name, engine, calls, cost }) => [space_name, engine, calls, cost])).toEqual([
    ['乙组', 'builtin', 9, 0.5],
    ['甲组', 'builtin', 5, 1],
    ['甲组', 'azure', 1, 0.5],
  ]);
});

test('an amount is told in its unit, sound in minutes', () => {
  expect(amountText({ amount: 1234, unit: '词元' }, String)).toBe('1234 词元');
  expect(amountText({ amount: 630, unit: '秒' }, String)).toBe('11 分钟');
  expect(amountText({ amount: 0, unit: '字' }, String)).toBe('—');
});
