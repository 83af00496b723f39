import { type Fields, isEqual, type Kind, type Operation, readAt, type State } from '@mixreel/document';

/** Whoever did something this long ago has not looked away yet. */
const JUST_NOW_MS = 20_000;

/** What was done here just now: when somebody else sets the same, or removes it, that is told. */
export function rememberMine(kind: Kind) {
  const recent = new Map<string, { operation: Operation; at: number }>();

  /** The record that another one belongs to. */
  const parentOf = (state: State, { table, id }: Operation) => {
    const { parent } = kind.tables[table] ?? {};
    const record = state[table]?.[id];
    return parent && record ? { table: parent.table, id: record[parent.field] } : null;
  };
  const isGone = (state: State, one: Operation) => {
    const parent = parentOf(state, one);
    if (!state[one.table]?.[one.id]) return true;
    return typeof parent?.id === 'string' && !state[parent.table]?.[parent.id];
  };
  const isOver = (state: State, theirs: Operation, mine: Operation) => {
    if (theirs.do === 'remove') {
      const parent = parentOf(state, mine);
      const isIts = (one: { table: string; id: unknown }) => one.table === theirs.table && one.id === theirs.id;
      return (isIts(mine) || (parent !== null && isIts(parent))) && isGone(state, mine);
    }
    if (theirs.do !== 'set' || mine.do !== 'set' || theirs.table !== mine.table || theirs.id !== mine.id) return false;
    const record: Fields = state[mine.table]?.[mine.id] ?? {};
    return theirs.path.join(' ') === mine.path.join(' ') && !isEqual(readAt(record, mine.path), mine.value);
  };
  return {
    note(operations: readonly Operation[]): void {
      const at = Date.now();
      for (const [key, one] of recent) if (at - one.at > JUST_NOW_MS) recent.delete(key);
      for (const operation of operations) {
        if (operation.do === 'remove') continue;
        const path = operation.do === 'set' ? operation.path : [];
        recent.set([operation.table, operation.id, ...path].join(' '), { operation, at });
      }
    },
    forget: () => recent.clear(),
    isGone,
    /** What of it does not hold any more in the state that these led to; forgotten with that. */
    takeOver(operations: readonly Operation[], state: State): Operation[] {
      return [...recent].flatMap(([key, { operation, at }]) => {
        if (!operations.some((theirs) => isOver(state, theirs, operation))) return [];
        recent.delete(key);
        return Date.now() - at > JUST_NOW_MS ? [] : [operation];
      });
    },
  };
}
