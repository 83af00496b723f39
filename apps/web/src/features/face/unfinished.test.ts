import { expect, test } from 'vitest';
import { unfinished } from './unfinished.ts';

test('where nobody looked to the end it is not said that nobody is there', () => {
  expect(unfinished({ status: 'canceled', error: null })).toContain('取消');
  expect(unfinished({ status: 'failed', error: { message: '空间不够', can_retry: true } })).toBe('空间不够');
  expect(unfinished({ status: 'succeeded', error: null })).toBeNull();
});
