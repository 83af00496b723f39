import { expect, test } from 'vitest';
import { z } from 'zod';
import { compare, planDifference } from './difference.ts';
import { describe, type Kind, refuseAll } from './kind.ts';
import { applyAll, type Operation, type State } from './operation.ts';
import { placeActs } from './order.ts';

const BOARD: Kind = {
  kind: 'board',
  noun: '故事板',
  tables: {
    row: {
      noun: '镜头',
      record: z.object({
        line: z.string().max(5, '最多 5 个字'),
        place: z.string(),
        config: z.object({ rate: z.number().optional() }),
      }),
      texts: ['line'],
      fields: { line: '台词', config: '设置', 'config.rate': '语速' },
      nameOf: ({ line }) => line as string,
      most: 2,
      place: ['place'],
    },
    board: { noun: '整板', record: z.object({ name: z.string() }), fields: { name: '名称' }, isFixed: true },
  },
};
const RECORD = { line: '你好', place: 'a', config: {} };
const STATE: State = { row: { r: RECORD, s: { ...RECORD, line: '再见' } } };
const on = { table: 'row', id: 'r' };
const refused = (operation: Operation) => refuseAll(BOARD, STATE, [operation]);
const words = (...operations: Operation[]) => describe(BOARD, STATE, operations);

test('what does not fit the kind is refused in words', () => {
  expect(refused({ ...on, do: 'type', path: ['line'], edit: ['大家'] })).toBeNull();
  expect(refused({ ...on, do: 'type', path: ['line'], edit: ['各位朋友'] })).toBe('台词：最多 5 个字');
  expect(refused({ ...on, do: 'set', path: ['line'], value: 'x' })).toContain('不能这样修改');
  expect(refused({ ...on, do: 'set', path: ['config', 'rate'], value: 'fast' })).toContain('语速');
  expect(refused({ ...on, do: 'set', path: ['__proto__'], value: {} })).toContain('没有「__proto__」');
  expect(refused({ ...on, table: 'constructor', do: 'remove' })).toContain('没有「constructor」');
  expect(refused({ ...on, id: 'third', do: 'add', record: RECORD })).toBe('最多 2 个镜头，请先删除一些');
  expect(refused({ ...on, do: 'add', record: { ...RECORD, more: 1 } })).toContain('镜头的内容不对');
  expect(refused({ ...on, do: 'set', path: ['config', 'more'], value: 1 })).toBe('设置：格式不对');
  expect(refused({ table: 'board', id: 'b', do: 'remove' })).toContain('不能添加或删除');
});

test('an act is called what a person would call it', () => {
  expect(words({ ...on, do: 'remove' })).toBe('删除镜头「你好」');
  expect(words({ ...on, do: 'remove' }, { ...on, id: 's', do: 'remove' })).toBe('删除 2 个镜头');
  expect(words({ ...on, do: 'set', path: ['place'], value: 'b' })).toBe('移动镜头「你好」');
  expect(words({ ...on, do: 'set', path: ['config', 'rate'], value: 2 })).toBe('修改镜头「你好」的语速');
});

test('the way from one state to another is found, and told record by record', () => {
  const to: State = { row: { r: { ...RECORD, line: '你们好', place: 'z' }, t: RECORD } };
  const operations = planDifference(BOARD, STATE, to);
  expect(applyAll(STATE, operations)).toEqual(to);
  expect(operations).toContainEqual({ ...on, do: 'type', path: ['line'], edit: [1, '们'] });
  expect(compare(BOARD, STATE, to).map(({ words: said }) => said)).toEqual([
    '删除镜头「再见」',
    '修改镜头「你好」的台词等 2 项',
    '添加镜头「你好」',
  ]);
});

test('what comes or goes with the record it belongs to is not told by itself', () => {
  const note = { noun: '备注', record: z.object({ row_id: z.string() }), fields: {} };
  const kind: Kind = {
    ...BOARD,
    tables: { ...BOARD.tables, note: { ...note, parent: { table: 'row', field: 'row_id' } } },
  };
  const from: State = { ...STATE, note: { n: { row_id: 'r' }, m: { row_id: 's' } } };
  const { r: _gone, ...rest } = from['row'] ?? {};
  const to: State = { row: rest, note: {} };
  expect(compare(kind, from, to).map(({ words: said }) => said)).toEqual(['删除镜头「你好」', '删除备注']);
});

test('every cell of the longest board is changed at once, also while somebody else does the same', () => {
  const ids = Array.from({ length: 500 }, (_, n) => `row ${n}`);
  const long = JSON.parse(JSON.stringify({ row: Object.fromEntries(ids.map((id) => [id, RECORD])) })) as State;
  const all = (path: string[], value: string | number) =>
    Array.from({ length: 8000 }, (_, n): Operation => ({ do: 'set', table: 'row', id: ids[n % 500]!, path, value }));
  const theirs = all(['config', 'rate'], 2);
  const request = { sequence: 0, acts: [{ act_id: 'mine', operations: all(['place'], 'b') }] };
  const began = process.threadCpuUsage().user;
  const since = [{ act_id: 'theirs', sequence: 1, operations: theirs }];
  const placed = placeActs(applyAll(long, theirs), request, since, (before, operations, after) =>
    refuseAll(BOARD, before, operations, after),
  );
  // Meanwhile the server answers nobody.
  expect((process.threadCpuUsage().user - began) / 1000).toBeLessThan(1500);
  expect(placed.refused).toBeNull();
  expect(placed.state['row']!['row 7']).toEqual({ ...RECORD, place: 'b', config: { rate: 2 } });
});
