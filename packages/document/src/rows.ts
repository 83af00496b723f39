import type { Fields, State } from './operation.ts';
import { planRanks } from './rank.ts';

/** Rows by what they were made of, so that one that has not changed stays the same for whoever shows it. */
const known = new WeakMap<Fields, object>();

/** The records of a table that `rank` orders, as rows with their ids under a name of their own. */
export function rowsOf<Row extends object>(state: State, table: string, id_name: keyof Row & string): Row[] {
  return Object.entries(state[table] ?? {})
    .toSorted(([a, low], [b, high]) => compareText(rankOf(low), rankOf(high)) || compareText(a, b))
    .map(([id, record]) => {
      const { rank: _, ...fields } = record;
      const row = known.get(record) ?? { [id_name]: id, ...fields };
      known.set(record, row);
      return row as Row;
    });
}

/** Rows as records, by their ids; those that stand in their order already keep their ranks. */
export function recordsOf<Row extends object>(
  rows: readonly Row[],
  id_name: keyof Row & string,
  before: Record<string, Fields> = {},
): Record<string, Fields> {
  const idOf = (row: Row) => row[id_name] as string;
  const had = (id: string) => (before[id] ? rankOf(before[id]) : null);
  const ranks = planRanks(rows.map((row) => ({ id: idOf(row), rank: had(idOf(row)) })));
  return Object.fromEntries(
    rows.map((row) => {
      const { [id_name]: _, ...fields } = row;
      const id = idOf(row);
      return [id, { ...(fields as Fields), rank: ranks.get(id) ?? had(id) ?? '' }];
    }),
  );
}

function rankOf({ rank }: Fields): string {
  return rank as string;
}

/** Not by the language of whoever looks: the order is the same for all. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
