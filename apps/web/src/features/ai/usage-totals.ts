import type { Usage } from '@mixreel/contract';

export type UsageTotal = Omit<Usage, 'day'> & { key: string };
/** What all spaces used of an ability together, and what each of them used of which engine. */
export type AbilityTotal = Pick<
  Usage,
  'ability' | 'ability_name' | 'unit' | 'calls' | 'amount' | 'failures' | 'cost'
> & {
  parts: UsageTotal[];
};

/** Days added up by space and engine, for each ability; the most used first. */
export function usageTotals(days: Usage[]): AbilityTotal[] {
  const totals = new Map<string, UsageTotal>();
  for (const { day: _day, ...one } of days) {
    const key = `${one.space_name}\n${one.engine}\n${one.ability}`;
    const before = totals.get(key);
    totals.set(key, before ? { ...before, ...sumOf([before, one]) } : { ...one, key });
  }
  const parts = [...totals.values()].toSorted((a, b) => b.calls - a.calls);
  const abilities = Map.groupBy(parts, ({ ability }) => ability);
  return [...abilities.values()]
    .flatMap((own) => (own[0] ? [{ ...namesOf(own[0]), ...sumOf(own), parts: own }] : []))
    .toSorted((a, b) => b.calls - a.calls);
}

function namesOf({ ability, ability_name, unit }: UsageTotal) {
  return { ability, ability_name, unit };
}

const SUMS = ['calls', 'cache_hits', 'amount', 'cpu_seconds', 'failures', 'cost'] as const;
type Sums = Pick<Usage, (typeof SUMS)[number]>;

function sumOf(rows: Sums[]): Sums {
  const sum = { calls: 0, cache_hits: 0, amount: 0, cpu_seconds: 0, failures: 0, cost: 0 };
  for (const row of rows) for (const name of SUMS) sum[name] += row[name];
  return sum;
}

/** `1.2万字`, `12 分钟`: seconds are read in minutes. */
export function amountText(
  { amount, unit }: Pick<Usage, 'amount' | 'unit'>,
  format: (count: number) => string,
): string {
  if (amount === 0) return '—';
  return unit === '秒'
    ? `${format(Math.max(1, Math.round(amount / 60)))} 分钟`
    : `${format(Math.round(amount))} ${unit}`;
}
