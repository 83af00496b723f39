import { expect, test } from 'vitest';
import { readJsonIn, readPartialJson } from './json-text.ts';

test('the JSON of an answer is found between fences, talk and thoughts; half of one is none', () => {
  const value = { a: ['x}"', { b: 1 }] };
  const json = JSON.stringify(value);
  for (const text of [
    json,
    `好的：\n\`\`\`json\n${json}\n\`\`\`\n完`,
    `<think>{"a":0}</think>${json}`,
    `答：${json} 就这样`,
  ]) {
    expect(readJsonIn(text)).toEqual(value);
  }
  for (const text of [json.slice(0, -3), '没有', '42', '']) expect(readJsonIn(text)).toBeUndefined();
});

test('of an answer that is being written, what is whole can be read', () => {
  const text = '{"lines":[{"n":1,"text":"早上好"},{"n":2,"text":"再';
  expect(readPartialJson(text)).toEqual({ lines: [{ n: 1, text: '早上好' }, { n: 2 }] });
  for (let at = 1; at <= text.length; at += 1) expect(typeof readPartialJson(text.slice(0, at))).toBe('object');
  expect(readPartialJson('好的')).toBeUndefined();
});
