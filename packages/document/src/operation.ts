import { applyText, fitsText, invertText, mergeText, type TextEdit } from './text.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Fields = { [field: string]: Json };
/** A document is tables of records; a record is fields. A nested field that is null is not there. */
export type State = { readonly [table: string]: { readonly [id: string]: Fields } };

type About = { table: string; id: string };
export type Operation =
  | (About & { do: 'add'; record: Fields })
  | (About & { do: 'remove' })
  | (About & { do: 'set'; path: string[]; value: Json })
  /** Of a text that several people may write in at once. */
  | (About & { do: 'type'; path: string[]; edit: TextEdit });

/** The state after it; the very same state when what it is about is not there. */
export function apply(state: State, operation: Operation): State {
  return applyAll(state, [operation]);
}

/** What it makes of the record that it is about, or the very same; undefined: nothing is there then. */
export function changeRecord(record: Fields | undefined, operation: Operation): Fields | undefined {
  if (operation.do === 'add') return operation.record;
  if (operation.do === 'remove' || !record) return undefined;
  if (operation.do === 'set') return setAt(record, operation.path, operation.value);
  const text = readAt(record, operation.path);
  if (typeof text !== 'string' || !fitsText(text, operation.edit)) return record;
  return setAt(record, operation.path, applyText(text, operation.edit));
}

export function applyAll(state: State, operations: readonly Operation[]): State {
  const draft = new Draft(state);
  for (const operation of operations) draft.apply(operation);
  return draft.state;
}

/** A state to which operations are done one after another. A table is copied once, however many of its records change. */
export class Draft {
  #state: { [table: string]: { readonly [id: string]: Fields } };
  readonly #begun: State;
  readonly #copies = new Map<string, { [id: string]: Fields }>();

  constructor(state: State) {
    this.#state = state;
    this.#begun = state;
  }

  /** As it is now; what is done next changes it. */
  get state(): State {
    return this.#state;
  }

  /** Does it. False when what it is about is not there, or stays the same. */
  apply(operation: Operation): boolean {
    const { table, id } = operation;
    const record = this.#state[table]?.[id];
    const next = changeRecord(record, operation);
    if (next === record) return false;
    const records = this.#copyOf(table);
    if (next) putOwn(records, id, next);
    else delete records[id];
    return true;
  }

  #copyOf(table: string): { [id: string]: Fields } {
    const known = this.#copies.get(table);
    if (known) return known;
    const copy = { ...this.#state[table] };
    this.#copies.set(table, copy);
    if (this.#state === this.#begun) this.#state = { ...this.#begun };
    putOwn(this.#state, table, copy);
    return copy;
  }
}

function putOwn<T>(into: { [key: string]: T }, key: string, value: T): void {
  // An id, too, may be what an object takes for its prototype.
  if (key !== '__proto__') into[key] = value;
  else Object.defineProperty(into, key, { value, configurable: true, enumerable: true, writable: true });
}

/** What takes an operation on this state back; null when it changes nothing. */
export function invert(state: State, operation: Operation): Operation | null {
  const { table, id } = operation;
  const record = state[table]?.[id];
  if (operation.do === 'add') return record ? { do: 'add', table, id, record } : { do: 'remove', table, id };
  if (!record) return null;
  if (operation.do === 'remove') return { do: 'add', table, id, record };
  const before = readAt(record, operation.path);
  if (operation.do === 'set') return { ...operation, value: before };
  if (typeof before !== 'string' || !fitsText(before, operation.edit)) return null;
  return { ...operation, edit: invertText(before, operation.edit) };
}

/** What takes all of them back, in the order to do it. */
export function invertAll(state: State, operations: readonly Operation[]): Operation[] {
  const back: Operation[] = [];
  const draft = new Draft(state);
  for (const operation of operations) {
    const one = invert(draft.state, operation);
    if (one) back.push(one);
    draft.apply(operation);
  }
  return back.toReversed();
}

/** Two operations on the same state, each as it is to be done after the other; null: nothing is left of it. */
type Crossed = [after: Operation | null, before: Operation | null];
type Cross = (after: Operation, before: Operation) => Crossed;

/** `before` counts first, so where both set one field `after` wins; letters of both stay. */
export const merge: Cross = (after, before) => {
  if (!isSame(after, before)) return [after, before];
  if (after.do === 'add' || before.do === 'add') return after.do === before.do ? [null, before] : [after, before];
  if (before.do === 'remove') return [null, after.do === 'remove' ? null : before];
  if (after.do === 'remove') return [after, null];
  if (!overlaps(after.path, before.path)) return [after, before];
  if (after.do === 'type' && before.do === 'type') return mergeTyping(after, before);
  if (after.do === 'type') return [null, before];
  if (before.do === 'type' || after.path.length <= before.path.length) return [after, null];
  const value = setAt({ value: before.value }, ['value', ...after.path.slice(before.path.length)], after.value);
  return [after, { ...before, value: value['value'] ?? null }];
};

/** `after` takes something back: where somebody else has gone on from it, theirs stays. */
export const spare: Cross = (after, before) => {
  if (!isSame(after, before)) return [after, before];
  if (after.do === 'type' && before.do === 'type' && overlaps(after.path, before.path)) {
    return mergeTyping(after, before);
  }
  if ('path' in after && 'path' in before && !overlaps(after.path, before.path)) return [after, before];
  return [null, before];
};

/** So many pairs are looked at one by one. */
const FEW = 64;

/** The same for rows of operations: each list as it is to be done after the whole other one. */
export function crossAll(
  after: readonly Operation[],
  before: readonly Operation[],
  cross: Cross = merge,
): { after: Operation[]; before: Operation[]; lost: Operation[] } {
  // Most acts are one operation, and most people are at different things.
  const isFew = after.length * before.length <= FEW;
  if (isFew && !after.some((mine) => before.some((theirs) => isSame(mine, theirs)))) {
    return { after: [...after], before: [...before], lost: [] };
  }
  const others: (Operation | null)[] = [...before];
  const about = new Map<string, number[]>();
  for (const [n, theirs] of before.entries()) {
    const places = about.get(keyOf(theirs));
    if (places) places.push(n);
    else about.set(keyOf(theirs), [n]);
  }
  const lost: Operation[] = [];
  const crossed = after.flatMap((mine) => {
    let now: Operation | null = mine;
    for (const n of about.get(keyOf(mine)) ?? []) {
      const theirs = others[n];
      if (!now || !theirs) continue;
      const [my, their]: Crossed = cross(now, theirs);
      now = my;
      others[n] = their;
    }
    if (!now) lost.push(mine);
    return now ? [now] : [];
  });
  return { after: crossed, before: others.filter((one) => one !== null), lost };
}

function keyOf({ table, id }: About): string {
  return `${table} ${id}`;
}

function mergeTyping(after: Operation & { do: 'type' }, before: Operation & { do: 'type' }): Crossed {
  return [
    { ...after, edit: mergeText(after.edit, before.edit) },
    { ...before, edit: mergeText(before.edit, after.edit, { isFirst: true }) },
  ];
}

function isSame(a: About, b: About): boolean {
  return a.table === b.table && a.id === b.id;
}

/** Whether one path leads to, or into, what the other one does. */
function overlaps(a: readonly string[], b: readonly string[]): boolean {
  return a.every((key, index) => index >= b.length || key === b[index]);
}

export function readAt(record: Fields, path: readonly string[]): Json {
  let value: Json = record;
  for (const key of path) {
    if (!isFields(value)) return null;
    value = Object.hasOwn(value, key) ? (value[key] ?? null) : null;
  }
  return value;
}

function setAt(record: Fields, [key, ...rest]: readonly string[], value: Json, isNested = false): Fields {
  if (key === undefined) return record;
  const inner = record[key];
  const next = rest.length > 0 ? setAt(isFields(inner ?? null) ? (inner as Fields) : {}, rest, value, true) : value;
  const isNothing = next === null || (rest.length > 0 && isFields(next) && Object.keys(next).length === 0);
  // At the top a field stays, empty or null: it belongs to the record. Below, what is not set is inherited.
  if (!isNested || !isNothing) return { ...record, [key]: next };
  const { [key]: _, ...others } = record;
  return others;
}

export function isFields(value: Json): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isEqual(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, n) => isEqual(one, b[n] ?? null))
    );
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key] ?? null, b[key] ?? null))
  );
}
