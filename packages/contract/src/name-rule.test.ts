import { expect, test } from 'vitest';
import { namesByRule } from './name-rule.ts';

const video = (number: number, words: Record<string, string> = {}) => ({ number, seconds: 12.4, words });

test('two things never get the same name, nor one that is there already', () => {
  expect(namesByRule('夏', [video(1), video(2), video(3)])).toEqual(['夏', '夏_02', '夏_03']);
  expect(namesByRule('夏_{n}', [video(1), video(2)], { taken: ['夏_01'] })).toEqual(['夏_01_01', '夏_02']);
  expect(namesByRule('{name}', [video(1, { name: 'A' }), video(2, { name: 'a' })])).toEqual(['A', 'a_02']);
  const same = Array.from({ length: 3 }, () => video(1));
  expect(new Set(namesByRule('x', same)).size).toBe(3);
});

test('a pattern names what it knows and leaves the rest, without what file systems refuse', () => {
  const at = new Date(2026, 0, 5, 9, 3);
  const words = { mix: 'a/b', dir: '广告' };
  const [name] = namesByRule('{mix}-{dir}-{date}-{time}-{n}-{seconds}s-{what}', [{ ...video(7, words), at }]);
  expect(name).toBe('a_b-广告-20260105-0903-07-12s-{what}');
  expect(namesByRule('{name}/?x', [video(1, { name: '夏季 01' })])).toEqual(['夏季 01_x']);
  expect(namesByRule(' {name} ', [video(100, { name: '' })])).toEqual(['100']);
});

test('the first of many is written as it will be among them', () => {
  expect(namesByRule('{n}_{seconds}s', [video(7)], { most: 200 })).toEqual(['007_12s']);
});

test('a name is cut between characters', () => {
  const [long] = namesByRule('{name}', [video(1, { name: `${'长'.repeat(99)}😀` })]);
  expect(long).toBe('长'.repeat(99));
});
