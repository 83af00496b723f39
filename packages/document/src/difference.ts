import { describe, type Kind, leading } from './kind.ts';
import { type Fields, isEqual, isFields, type Json, type Operation, type State } from './operation.ts';
import { diffText } from './text.ts';

/** What makes one state of another: restoring a version is this, and so is a request that says how all should be. */
export function planDifference(kind: Kind, from: State, to: State): Operation[] {
  return Object.entries(kind.tables).flatMap(([table, { texts = [], depth = {} }]) => {
    const [had, wanted] = [from[table] ?? {}, to[table] ?? {}];
    const removed = Object.keys(had).filter((id) => !wanted[id]);
    return [
      ...removed.map((id): Operation => ({ do: 'remove', table, id })),
      ...Object.entries(wanted).flatMap(([id, record]): Operation[] => {
        const before = had[id];
        if (!before) return [{ do: 'add', table, id, record }];
        return changesOf(before, record, { texts, depth }).map((change) => ({ table, id, ...change }));
      }),
    ];
  });
}

type Change = { do: 'set'; path: string[]; value: Json } | { do: 'type'; path: string[]; edit: (number | string)[] };

type Parts = { texts: readonly string[]; depth: Readonly<Record<string, number>> };

/** The smallest parts that differ, so that what others change beside them stays. */
function changesOf(before: Fields, after: Fields, table: Parts, above: string[] = []): Change[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].flatMap((field): Change[] => {
    const [old, value] = [before[field] ?? null, after[field] ?? null];
    const path = [...above, field];
    if (isEqual(old, value)) return [];
    const isWhole = path.length >= (table.depth[path[0] ?? ''] ?? Infinity);
    if (isFields(old) && isFields(value) && !isWhole) return changesOf(old, value, table, path);
    if (table.texts.includes(path.join('.')) && typeof old === 'string' && typeof value === 'string') {
      return [{ do: 'type', path, edit: diffText(old, value) }];
    }
    return [{ do: 'set', path, value }];
  });
}

/** What differs between two states, a sentence for each record. */
export function compare(kind: Kind, from: State, to: State): { table: string; id: string; words: string }[] {
  const records = new Map<string, Operation[]>();
  for (const one of leading(kind, from, planDifference(kind, from, to))) {
    const key = `${one.table} ${one.id}`;
    records.set(key, [...(records.get(key) ?? []), one]);
  }
  return [...records.values()].map((operations) => {
    const [{ table, id }] = operations as [Operation];
    return { table, id, words: describe(kind, from, operations) };
  });
}
