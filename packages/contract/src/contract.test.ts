import { expect, test } from 'vitest';
import type { z } from 'zod';
import { batchKind } from './agent-kind.ts';
import { audioKind } from './audio-document.ts';
import { type CallKey, calls, callOf, entries, ERRORS } from './index.ts';
import { mixKind } from './mix-kind.ts';
import { sheetKind } from './sheet-kind.ts';
import { storyKind } from './story-kind.ts';
import { Time } from './wire.ts';

test('what a call does is said in a few words, so that it fits a line of the audit log', () => {
  const long = calls.filter(({ summary }) => summary.length > 12).map(({ path, summary }) => `${path} ${summary}`);
  expect(long).toEqual([]);
});

test('no two entries are served at the same path by the same method', () => {
  const places = entries.map(({ method, path }) => `${method} ${path}`);
  expect(places.length).toBe(new Set(places).size);
});

test('a call that no id puts into a space can be told which one is meant', () => {
  const untold = calls.filter(({ space, input }) => {
    const decides = space && input.shape[space.by];
    const mayBeMissing = decides?.safeParse(undefined).success || decides?.safeParse([]).success;
    return mayBeMissing && !('team_id' in input.shape);
  });
  expect(untold.map(({ path }) => path)).toEqual([]);
});

test('what only editors do, or what asks a service, is not opened by a token that may only look', () => {
  const open = calls.filter(({ space, scope }) => space?.role === 'editor' && scope === 'read');
  expect(open.map(({ path }) => path)).toEqual([]);
  expect([callOf('agent.parseFile').scope, callOf('agentBatch.parseFile').scope]).toEqual(['edit', 'edit']);
});

test('every text and every list of an input has a most', () => {
  const endless = calls.flatMap(({ path, input }) => endlessIn(input, path));
  // What a browser's authenticator says is bounded by the size of a body; its library reads it.
  expect(endless).toEqual(['/api/user/login/passkey.credential.*', '/api/user/passkey/add.credential.*']);
});

test('every text and every list of a document has a most', () => {
  const kinds = [audioKind, storyKind, mixKind, sheetKind, batchKind];
  const endless = kinds.flatMap(({ kind, tables }) =>
    Object.entries(tables).flatMap(([name, { record }]) => endlessIn(record, `${kind}.${name}`)),
  );
  expect(endless).toEqual([]);
});

/** A pattern of so many characters and no more is one, too. */
function isMost({ check, format, pattern }: { check?: string; format?: string; pattern?: RegExp }): boolean {
  if (check === 'max_length' || check === 'length_equals') return true;
  return format !== undefined && format !== 'url' && /^(?!.*,\})[^*+]*\$$/.test(pattern?.source ?? '$');
}

/** Where a value that fits the schema may be as long as it likes. */
function endlessIn(schema: z.core.$ZodType, path: string): string[] {
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def'];
  const isEndless = !(def.checks ?? []).some((check) => isMost(check._zod.def));
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).flatMap(([name, field]) => endlessIn(field, `${path}.${name}`));
      return def.catchall ? [...fields, ...endlessIn(def.catchall, `${path}.*`)] : fields;
    }
    case 'string':
      return isEndless && !isMost(def as { format?: string }) ? [path] : [];
    case 'array':
      return [...(isEndless ? [path] : []), ...endlessIn(def.element, `${path}[]`)];
    case 'union':
      return def.options.flatMap((option) => endlessIn(option, path));
    case 'tuple':
      return def.items.flatMap((item) => endlessIn(item, path));
    case 'pipe':
      return endlessIn(def.in, path);
    case 'record':
    case 'any':
    case 'unknown':
      return [path];
    default:
      return 'innerType' in def ? endlessIn(def.innerType, path) : [];
  }
}

test('a time is one that a database knows, too', () => {
  const times = ['2026-11-16T08:00:00Z', '0000-01-01T00:00:00Z', `2026-11-16T08:00:00.${'1'.repeat(200)}Z`];
  expect(times.map((time) => Time.safeParse(time).success)).toEqual([true, false, false]);
});

test('a key that is not in the table is an error before it is a request', () => {
  expect(() => callOf('task.nothing' as CallKey)).toThrow('请求地址 key 设置错误');
});

test('no two errors look the same to whoever calls', () => {
  const codes = Object.values(ERRORS).map(({ code, status }) => `${code} ${status}`);
  expect(codes.filter((code, n) => codes.indexOf(code) < n)).toEqual([]);
});
