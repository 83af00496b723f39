import { expect, test } from 'vitest';
import { shortNames } from './short-names.ts';

test('what all names begin with is left out, and figures stay whole', () => {
  expect(shortNames(['夏日上新-11', '夏日上新-12', '夏日上新-1'])).toEqual(['…11', '…12', '…1']);
});

test('names that are told apart early, or one alone, stay as they are', () => {
  expect(shortNames(['开箱-01', '试用-01'])).toEqual(['开箱-01', '试用-01']);
  expect(shortNames(['夏日上新-11'])).toEqual(['夏日上新-11']);
  expect(shortNames(['夏日上新-', '夏日上新-1'])).toEqual(['夏日上新-', '夏日上新-1']);
});
