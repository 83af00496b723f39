import type { z } from 'zod';
import { apply, type Fields, type Operation, type State } from './operation.ts';

type Table = {
  /** What one record is called. */
  noun: string;
  record: z.ZodObject;
  /** Fields that several people may write in at once, as paths joined by dots. */
  texts?: readonly string[];
  /** Words for fields, by path joined by dots; a path without words is called by the nearest one above it. */
  fields: Readonly<Record<string, string>>;
  /** What people call one record: the name of its material, its first words. */
  nameOf?: (record: Fields, state: State) => string;
  most?: number;
  /** Where the record stands; changing it is called moving. */
  place?: string;
  /** What a single record cannot tell about itself. */
  check?: (record: Fields, state: State) => string | null;
};

/** Everything there is to know about one kind of document: page and server run the same. */
export type Kind = { kind: string; noun: string; tables: Readonly<Record<string, Table>> };

/** Why an operation may not be, in words that say what to do; null when it may. */
export function refuse(kind: Kind, state: State, operation: Operation): string | null {
  const table = Object.hasOwn(kind.tables, operation.table) ? kind.tables[operation.table] : undefined;
  if (!table) return `没有「${operation.table}」这种内容，请刷新页面`;
  const { noun, record: shape, most, texts = [], check } = table;
  if (operation.do === 'remove') return null;
  if (operation.do === 'add') {
    const read = shape.strict().safeParse(operation.record);
    if (!read.success) return `${noun}的内容不对：${firstIssue(read.error)}`;
    const count = Object.keys(state[operation.table] ?? {}).length;
    if (most && count >= most && !state[operation.table]?.[operation.id]) return `最多 ${most} 个${noun}，请先删除一些`;
    return check?.(operation.record, state) ?? null;
  }
  const isText = texts.includes(operation.path.join('.'));
  if (isText !== (operation.do === 'type')) return `${noun}的这一项不能这样修改，请刷新页面`;
  const [field = ''] = operation.path;
  const schema = Object.hasOwn(shape.shape, field) ? (shape.shape[field] as z.ZodType) : null;
  if (!schema) return `${noun}没有「${field}」这一项，请刷新页面`;
  const next = apply(state, operation)[operation.table]?.[operation.id];
  if (!next) return null;
  const read = schema.safeParse(next[field]);
  if (!read.success) return `${wordsOf(table, operation.path)}：${firstIssue(read.error)}`;
  return check?.(next, state) ?? null;
}

/** An act in words, as history and undo name it: 删除片段「冷萃.mp4」. */
export function describe(kind: Kind, before: State, operations: readonly Operation[]): string {
  const [first, ...others] = operations;
  const table = first && kind.tables[first.table];
  if (!first || !table) return `修改${kind.noun}`;
  const isAlike = others.every((one) => one.table === first.table && one.do === first.do);
  const ids = new Set(operations.map(({ table: of, id }) => `${of} ${id}`));
  const record = first.do === 'add' ? first.record : before[first.table]?.[first.id];
  const name = ids.size === 1 && record ? (table.nameOf?.(record, before) ?? '') : '';
  const what = name ? `${table.noun}「${name}」` : table.noun;
  const many = ids.size > 1 ? ` ${ids.size} 个${table.noun}` : what;
  if (isAlike && first.do === 'add') return `添加${many}`;
  if (isAlike && first.do === 'remove') return `删除${many}`;
  const isMoved = (one: Operation) => one.do === 'set' && table.place !== undefined && one.path[0] === table.place;
  if (isAlike && operations.every(isMoved)) return `移动${many}`;
  if (!('path' in first)) return ids.size > 1 ? `修改${many}` : `修改${what}`;
  const fields = new Set(operations.flatMap((one) => ('path' in one ? [wordsOf(table, one.path)] : [])));
  const which = fields.size === 1 ? [...fields][0] : `${[...fields][0]}等 ${fields.size} 项`;
  return ids.size > 1 ? `修改${many}的${which}` : `修改${name ? `${what}的` : ''}${which}`;
}

function wordsOf({ fields, noun }: Table, path: readonly string[]): string {
  for (let length = path.length; length > 0; length -= 1) {
    const words = fields[path.slice(0, length).join('.')];
    if (words) return words;
  }
  return noun;
}

function firstIssue(error: z.ZodError): string {
  return error.issues[0]?.message ?? '格式不对';
}
