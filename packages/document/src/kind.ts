import type { z } from 'zod';
import {
  applyAll,
  changeRecord,
  Draft,
  type Fields,
  isEqual,
  type Json,
  type Operation,
  readAt,
  type State,
} from './operation.ts';

type Table = {
  /** What one record is called. */
  noun: string;
  record: z.ZodObject;
  /** Fields that several people may write in at once, as paths joined by dots. */
  texts?: readonly string[];
  /** Words for fields, by path joined by dots; a path without words is called by the nearest one above it. */
  fields: Readonly<Record<string, string>>;
  /** What people call one record: the name of its material, its first words. */
  nameOf?: (record: Fields, state: State, id: string) => string;
  most?: number;
  /** Whether its records are there from the beginning to the end: none is added or removed. */
  isFixed?: boolean;
  /** How records are counted: 2 个镜头, 2 句台词. */
  measure?: string;
  /** Where the record stands; changing nothing but these is called moving. */
  place?: readonly string[];
  /** How far into a field changes go, by field: what lies deeper is set as a whole. Not named: all the way. */
  depth?: Readonly<Record<string, number>>;
  /** The record it belongs to: what happens to both in one act is told of that one. */
  parent?: { table: string; field: string };
  /** What a single record cannot tell about itself, once the act that touched it is done. */
  check?: (record: Fields, state: State, id: string) => string | null;
  /** The same of one that the act has removed. */
  checkRemoved?: (record: Fields, state: State) => string | null;
};

/** Everything there is to know about one kind of document: page and server run the same. */
export type Kind = {
  kind: string;
  noun: string;
  tables: Readonly<Record<string, Table>>;
  /** Words for acts of several operations that people have one word for; null: as usual. */
  words?: (before: State, operations: readonly Operation[]) => string | null;
};

/** Why an operation may not be, in words that say what to do; null when it may. Whether it fits the rest is not asked. */
function refuse(kind: Kind, state: State, operation: Operation): string | null {
  const table = tableOf(kind, operation);
  if (!table) return `没有「${operation.table}」这种内容，请刷新页面`;
  const { noun, record: shape, most, texts = [], depth = {}, isFixed = false, measure = '个' } = table;
  if (isFixed && !('path' in operation)) return `${noun}不能添加或删除，请刷新页面`;
  if (operation.do === 'remove') return null;
  if (operation.do === 'add') {
    const problem = problemOf(strictly(shape), operation.record);
    if (problem) return `${noun}的内容不对：${problem}`;
    if (!most || state[operation.table]?.[operation.id]) return null;
    const count = Object.keys(state[operation.table] ?? {}).length;
    return count >= most ? `最多 ${most} ${measure}${noun}，请先删除一些` : null;
  }
  const isText = texts.includes(operation.path.join('.'));
  const [field = ''] = operation.path;
  if (isText !== (operation.do === 'type') || operation.path.length > (depth[field] ?? Infinity)) {
    return `${noun}的这一项不能这样修改，请刷新页面`;
  }
  const schema = Object.hasOwn(shape.shape, field) ? (shape.shape[field] as z.ZodType) : null;
  if (!schema) return `${noun}没有「${field}」这一项，请刷新页面`;
  const next = changeRecord(state[operation.table]?.[operation.id], operation);
  if (!next) return null;
  const text = operation.do === 'type' ? readAt(next, operation.path) : '';
  if (typeof text === 'string' && !text.isWellFormed()) return `${wordsOf(table, operation.path)}：有无法保存的字符`;
  const problem = problemOf(schema, next[field] ?? null);
  return problem && `${wordsOf(table, operation.path)}：${problem}`;
}

/** Why an act may not be: each operation on the state it finds, and what they touched once all are done. */
export function refuseAll(
  kind: Kind,
  before: State,
  operations: readonly Operation[],
  after: State = applyAll(before, operations),
): string | null {
  const draft = new Draft(before);
  for (const [n, operation] of operations.entries()) {
    const message = refuse(kind, draft.state, operation);
    if (message !== null) return message;
    // Not for the last one, which is mostly the only one: it would copy a table.
    if (n < operations.length - 1) draft.apply(operation);
  }
  for (const { table, id } of operations) {
    const { check, checkRemoved } = kind.tables[table] ?? {};
    const [was, is] = [before[table]?.[id], after[table]?.[id]];
    const message = is ? check?.(is, after, id) : was && checkRemoved?.(was, after);
    if (message) return message;
  }
  return null;
}

/** An act in words, as history and undo name it: 删除片段「冷萃.mp4」. */
export function describe(kind: Kind, before: State, done: readonly Operation[]): string {
  const known = kind.words?.(before, done);
  if (known) return known;
  const operations = leading(kind, before, done);
  const touched = new Set(operations.map(keyOf));
  const whole = (one: Operation) => {
    const of = parentOf(kind, before, one);
    return of !== null && touched.has(of) ? of : keyOf(one);
  };
  const first = operations.find((one) => whole(one) === keyOf(one));
  const table = first && tableOf(kind, first);
  if (!first || !table) return `修改${kind.noun}`;
  const isAlike = operations.every((one) => one.table === first.table && one.do === first.do);
  const ids = new Set(operations.map(whole));
  const record = first.do === 'add' ? first.record : before[first.table]?.[first.id];
  const name = ids.size === 1 && record ? (table.nameOf?.(record, before, first.id) ?? '') : '';
  const what = name ? `${table.noun}「${name}」` : table.noun;
  const many = ids.size > 1 ? ` ${ids.size} ${table.measure ?? '个'}${table.noun}` : what;
  if (isAlike && first.do === 'add') return `添加${many}`;
  if (isAlike && first.do === 'remove') return `删除${many}`;
  const isMoved = (one: Operation) => one.do === 'set' && table.place?.includes(one.path[0] ?? '') === true;
  if (isAlike && operations.every(isMoved)) return `移动${many}`;
  if (!('path' in first)) return ids.size > 1 ? `修改${many}` : `修改${what}`;
  const fields = new Set(
    operations.flatMap((one) => ('path' in one ? [wordsOf(tableOf(kind, one) ?? table, one.path)] : [])),
  );
  const which = fields.size === 1 ? [...fields][0] : `${[...fields][0]}等 ${fields.size} 项`;
  return ids.size > 1 ? `修改${many}的${which}` : `修改${name ? `${what}的` : ''}${which}`;
}

/** Without what is added or removed together with the record it belongs to. */
export function leading(kind: Kind, before: State, operations: readonly Operation[]): readonly Operation[] {
  const whole = new Set(operations.flatMap((one) => ('path' in one ? [] : [keyOf(one)])));
  return operations.filter((one) => 'path' in one || !whole.has(parentOf(kind, before, one) ?? ''));
}

function keyOf({ table, id }: Operation): string {
  return `${table} ${id}`;
}

/** The record that one belongs to, by table and id. */
export function parentOf(kind: Kind, before: State, one: Operation): string | null {
  const { parent } = tableOf(kind, one) ?? {};
  const record = one.do === 'add' ? one.record : before[one.table]?.[one.id];
  const of = parent && record?.[parent.field];
  return parent && typeof of === 'string' ? `${parent.table} ${of}` : null;
}

function tableOf(kind: Kind, { table }: Operation): Table | undefined {
  return Object.hasOwn(kind.tables, table) ? kind.tables[table] : undefined;
}

/** Making one takes longer than a hundred uses of it. */
const stricts = new WeakMap<z.ZodObject, z.ZodObject>();

function strictly(shape: z.ZodObject): z.ZodObject {
  const strict = stricts.get(shape) ?? shape.strict();
  stricts.set(shape, strict);
  return strict;
}

function wordsOf({ fields, noun }: Table, path: readonly string[]): string {
  for (let length = path.length; length > 0; length -= 1) {
    const words = fields[path.slice(0, length).join('.')];
    if (words) return words;
  }
  return noun;
}

/** What is kept is exactly what the schema describes: nothing beside it, nothing left for it to fill in. */
function problemOf(schema: z.ZodType, value: Json): string | null {
  const read = schema.safeParse(value);
  if (!read.success) return read.error.issues[0]?.message ?? '格式不对';
  return isEqual(read.data as Json, value) ? null : '格式不对';
}
