import type { ARRANGED_TABLES } from '@mixreel/contract';
import { useEffect, useMemo, useState } from 'react';
import { call } from '#lib/call.ts';
import { logProblem } from '#lib/log.ts';
import { useSession } from '#lib/session.ts';
import { debounce } from '#lib/timing.ts';
import type { GridColumn } from './column.ts';

type ArrangedTable = (typeof ARRANGED_TABLES)[number];
/** How somebody left the columns of a table. */
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

/**
 * The columns of a table as this person left them, on whatever computer. The browser remembers them as well, so that
 * they do not jump when the table opens and nothing is lost while the server cannot be reached.
 */
export function useKeptColumns<Row>(table_name: ArrangedTable, columns: readonly GridColumn<Row>[]) {
  const user_uid = useSession((state) => state.user_info?.user_uid ?? '');
  const place = `${table_name}-columns ${user_uid}`;
  const [kept, setKept] = useState(() => read(place));
  const [sender] = useState(() => debounce((layout: Kept) => void send(table_name, place, layout)));
  useEffect(() => {
    const stop = new AbortController();
    void meet(table_name, place, stop.signal).then((layout) => layout && setKept(layout), logAway);
    return () => stop.abort();
  }, [table_name, place]);
  return useMemo(() => {
    const keep = (next: Kept) => {
      setKept(next);
      remember(place, next, { is_sent: false });
      sender(next);
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
  }, [place, columns, kept, sender]);
}

export type KeptColumns<Row> = ReturnType<typeof useKeptColumns<Row>>;

/** What the account has; null when it is what is shown already. What was changed here and never arrived there, goes there. */
async function meet(table_name: ArrangedTable, place: string, signal: AbortSignal): Promise<Kept | null> {
  if (isUnsent(place)) {
    await send(table_name, place, read(place));
    return null;
  }
  const { layout } = await call('account.columns', { table_name }, { is_quiet: true, signal });
  // Changed in the meantime: that is newer.
  if (signal.aborted || isUnsent(place)) return null;
  const kept = layout
    ? { ...layout, widths: Object.fromEntries(layout.widths.map(({ key, width }) => [key, width])) }
    : NONE;
  if (JSON.stringify(kept) === JSON.stringify(read(place))) return null;
  remember(place, kept, { is_sent: true });
  return kept;
}

async function send(table_name: ArrangedTable, place: string, { order, hidden, widths }: Kept): Promise<void> {
  const sizes = Object.entries(widths).map(([key, width]) => ({ key, width }));
  const isUsual = order.length + hidden.length + sizes.length === 0;
  const layout = isUsual ? null : { order, hidden, widths: sizes };
  try {
    await call('account.setColumns', { table_name, layout }, { is_quiet: true });
    const now = read(place);
    if (JSON.stringify(now) === JSON.stringify({ order, hidden, widths })) remember(place, now, { is_sent: true });
  } catch (error) {
    logAway(error);
  }
}

/** They are kept here, and sent when the table is opened next. */
function logAway(error: unknown): void {
  logProblem('columns', error);
}

function remember(place: string, kept: Kept, { is_sent }: { is_sent: boolean }): void {
  localStorage.setItem(place, JSON.stringify({ ...kept, is_sent }));
}

/** Whether this browser has what the account does not; also what was kept before accounts did. */
function isUnsent(place: string): boolean {
  const stored = localStorage.getItem(place);
  return stored !== null && !stored.includes('"is_sent":true');
}

function read(place: string): Kept {
  try {
    const { order, hidden, widths } = JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Kept>;
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
