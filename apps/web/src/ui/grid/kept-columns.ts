import { useMemo, useState } from 'react';
import type { GridColumn } from './column.ts';

/** How somebody left the columns of a table, on this computer; the name says who. */
type Kept = { order: string[]; hidden: string[]; widths: Record<string, number> };

const NONE: Kept = { order: [], hidden: [], widths: {} };

/** Columns as chosen, ordered and sized here; new ones come where they first stand. */
export function arrange<C extends { key: string; width: number }>(columns: readonly C[], kept: Kept): C[] {
  const placeOf = (key: string) => (kept.order.includes(key) ? kept.order.indexOf(key) : Infinity);
  const first = new Map(columns.map(({ key }, n) => [key, n]));
  return columns
    .toSorted((a, b) =>
      placeOf(a.key) === placeOf(b.key)
        ? (first.get(a.key) ?? 0) - (first.get(b.key) ?? 0)
        : placeOf(a.key) - placeOf(b.key),
    )
    .map((column) => ({ ...column, width: kept.widths[column.key] ?? column.width }));
}

export function useKeptColumns<Row>(name: string, columns: readonly GridColumn<Row>[]) {
  const [kept, setKept] = useState(() => read(name));
  return useMemo(() => {
    const keep = (next: Kept) => {
      setKept(next);
      localStorage.setItem(name, JSON.stringify(next));
    };
    const all = arrange(columns, kept);
    const shown = all.filter(({ key }) => !kept.hidden.includes(key));
    return {
      all,
      shown,
      isShown: (key: string) => !kept.hidden.includes(key),
      show: (key: string, is_on: boolean) =>
        keep({ ...kept, hidden: is_on ? kept.hidden.filter((one) => one !== key) : [...kept.hidden, key] }),
      setWidth: (key: string, width: number) => keep({ ...kept, widths: { ...kept.widths, [key]: width } }),
      move(key: string, by: -1 | 1) {
        const order = all.map((column) => column.key);
        const at = order.indexOf(key);
        const to = at + by;
        if (to < 0 || to >= order.length) return;
        keep({ ...kept, order: order.toSpliced(at, 1).toSpliced(to, 0, key) });
      },
      reset: () => keep(NONE),
    };
  }, [name, columns, kept]);
}

export type KeptColumns<Row> = ReturnType<typeof useKeptColumns<Row>>;

function read(name: string): Kept {
  try {
    const { order, hidden, widths } = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Kept>;
    const isWords = (value: unknown): value is string[] =>
      Array.isArray(value) && value.every((one) => typeof one === 'string');
    const sizes = Object.entries(widths ?? {}).filter(([, width]) => width > 20 && width < 2000);
    return {
      order: isWords(order) ? order : [],
      hidden: isWords(hidden) ? hidden : [],
      widths: Object.fromEntries(sizes),
    };
  } catch {
    // Somebody else's value: the usual columns hold.
    return NONE;
  }
}
