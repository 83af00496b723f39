import type { PhoneRow, ShootState } from '@mixreel/contract';

export type RowSort = 'scene' | 'most';
/** A row with its place on the board. */
export type NumberedRow = PhoneRow & { number: number };
export type RowGroup = { title: string; rows: NumberedRow[] };

const OPEN = new Set<ShootState>(['todo', 'again']);

/** What is still to be shot by scene, in the order in which scenes come, or what brings most first; then what is over. */
export function groupRows(rows: readonly PhoneRow[], sort: RowSort, order: readonly string[]): RowGroup[] {
  const numbered = rows.map((row, n) => ({ ...row, number: n + 1 }));
  const open = numbered.filter(({ state }) => OPEN.has(state));
  const groups =
    sort === 'scene'
      ? [...Map.groupBy(open, ({ scene }) => scene.trim())].map(([title, those]) => ({ title, rows: those }))
      : [{ title: '最能多出片的在前', rows: open.toSorted((a, b) => placeOf(order, a) - placeOf(order, b)) }];
  const ended = (state: ShootState, title: string) => ({
    title,
    rows: numbered.filter((row) => row.state === state),
  });
  return [...groups, ended('done', '拍好了'), ended('dropped', '不拍了')].filter((group) => group.rows.length > 0);
}

function placeOf(order: readonly string[], { row_id }: PhoneRow): number {
  const at = order.indexOf(row_id);
  return at === -1 ? order.length : at;
}

/** What to shoot after this one: the next of the scenes, or what brings most. */
export function nextOpen(groups: readonly RowGroup[], sort: RowSort, row_id: string): NumberedRow | null {
  const open = groups.flatMap((group) => group.rows).filter(({ state }) => OPEN.has(state));
  const at = open.findIndex((row) => row.row_id === row_id);
  return (sort === 'scene' && open[at + 1]) || (open.find((row) => row.row_id !== row_id) ?? null);
}
