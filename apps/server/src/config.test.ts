import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Environment, readConfig } from './config.ts';

test('the README lists exactly the settings there are, with their defaults', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const table = readme.slice(readme.indexOf('## Settings'), readme.indexOf('## More than one machine'));
  const listed = [...table.matchAll(/^\| (`[A-Z0-9_`, ]+`) \|/gm)].flatMap(([, names]) =>
    [...(names ?? '').matchAll(/[A-Z0-9_]{2,}/g)].map(([name]) => name),
  );
  expect(listed.toSorted()).toEqual(Object.keys(Environment.shape).toSorted());
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, database: { url: null } });
});

test('half of a setting is refused by name', () => {
  expect(() => readConfig({ S3_ENDPOINT: 'http://localhost:1' })).toThrow('设置了 S3_ENDPOINT 但没有设置 S3_BUCKET');
});

test('proxies are told by number or by address, and nobody else is believed', () => {
  expect([believed('false'), believed('true'), believed('2')]).toEqual([false, 1, 2]);
  expect(believed('10.0.0.0/8, ::1')).toEqual(['10.0.0.0/8', '::1']);
  for (const wrong of ['yes', '10.0.0.0/33', '10.0.0', '*', '1,true']) {
    expect(() => believed(wrong)).toThrow('TRUST_PROXY');
  }
});

test('a service is checked by the ability that it is for, and its key is in no complaint', () => {
  const words = { ability: 'text', kind: 'openai', engine: 'words', name: '文案', url: 'https://a.cn/v1/', model: 'm' };
  expect(services({ ...words, key: 'k' })).toMatchObject([{ url: 'https://a.cn/v1', price: 0, at_once: 4 }]);
  for (const [entry, told] of [
    [{ ...words, ability: 'dance' }, '0.ability 应为 speech、transcription、text'],
    [{ ...words, kind: 'azure' }, '0.kind 应为 openai 之一'],
    [{ ...words, model: '' }, '0.model 请填写模型名'],
    [{ ...words, ability: 'speech' }, '0.voices'],
    [{ ...words, engine: 'builtin' }, '内置引擎'],
    [{ ...words, key: 12_345_678 }, '0.key'],
  ] as const) {
    expect(() => services(entry)).toThrow(told);
    expect(() => services(entry)).not.toThrow('12345678');
  }
  expect(() => services(words, words)).toThrow('text words 出现了两次');
});

test('arguments win over the environment', () => {
  expect(readConfig({ ROLE: 'api', PORT: '1' }, ['--role', 'worker', '--port=9000'])).toMatchObject({
    role: 'worker',
    port: 9000,
  });
  expect(() => readConfig({}, ['--rolle', 'worker'])).toThrow('不认识的参数 --rolle');
});

function services(...entries: object[]) {
  return readConfig({ AI_PROVIDERS: JSON.stringify(entries) }).providers;
}

function believed(TRUST_PROXY: string) {
  return readConfig({ TRUST_PROXY }).trustProxy;
}
