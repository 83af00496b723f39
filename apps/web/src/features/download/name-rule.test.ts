import { expect, test } from 'vitest';
import { exampleNames } from './name-rule.ts';

const video = {
  artwork_name: '夏季 01',
  mix_name: '夏季上新',
  dir_name: '已过审',
  duration: 14.6,
  created_at: new Date(2026, 6, 9, 8, 5).toISOString(),
};

test('a rule is filled with what is known of each video', () => {
  expect(exampleNames('{dir}_{mix}_{name}_{date}_{n}_{seconds}s', [video], 120)).toEqual([
    '已过审_夏季上新_夏季 01_20260709_001_15s',
  ]);
});

test('two files never get the same name, nor one that only differs in case', () => {
  const again = { ...video, artwork_name: 'A' };
  expect(exampleNames('{name}', [again, { ...video, artwork_name: 'a' }, again], 3)).toEqual(['A', 'a_02', 'A_03']);
});

test('what file systems refuse is replaced, and a name of nothing is its number', () => {
  expect(exampleNames('{name}/?x', [video], 1)).toEqual(['夏季 01_x']);
  expect(exampleNames('{mix}', [{ ...video, mix_name: '' }], 1)).toEqual(['01']);
});
