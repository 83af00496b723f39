import { expect, test } from 'vitest';
import { cleanRule, ruleWords } from './smart-rule.ts';

test('a condition that was taken away again is none', () => {
  expect(cleanRule({ keyword: '', review_state: [], days: undefined, ai_origin: false })).toEqual({ ai_origin: false });
});

test('a directory without a name is called by its conditions', () => {
  const marks = [
    { checkbox_id: 'm1', checkbox_name: '已投放' },
    { checkbox_id: 'm2', checkbox_name: '爆款' },
  ];
  const rule = { review_state: ['approved' as const], checkbox_ids: ['m2'], without_checkbox_ids: ['m1'], days: 7 };
  expect(ruleWords(rule, marks)).toBe('近 7 天 · 通过 · 爆款 · 没有已投放');
  expect(ruleWords({}, marks)).toBe('');
});
