import { expect, test } from 'vitest';
import { type CallKey, calls, callOf, entries } from './index.ts';

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

test('a key that is not in the table is an error before it is a request', () => {
  expect(() => callOf('task.nothing' as CallKey)).toThrow('请求地址 key 设置错误');
});
