import type { Usage } from '@mixreel/contract';

export type UsageTotal = Omit<Usage, 'day'> & { key: string };

/** Days added up by space, engine and ability, the most used first. */
export function usageTotals(days: Usage[]): UsageTotal[] {
  const totals = new Map<string, UsageTotal>();
  for (const { day: _day, ...one } of days) {
    const key = `${one.space_name}\n${one.engine}\n${one.ability}`;
    const before = totals.get(key);
    totals.set(
      key,
      before
        ? {
            ...before,
            calls: before.calls + one.calls,
            cache_hits: before.cache_hits + one.cache_hits,
            characters: before.characters + one.characters,
            seconds: before.seconds + one.seconds,
            cpu_seconds: before.cpu_seconds + one.cpu_seconds,
            failures: before.failures + one.failures,
            cost: before.cost + one.cost,
          }
        : { ...one, key },
    );
  }
  return [...totals.values()].toSorted((a, b) => b.calls - a.calls);
}
