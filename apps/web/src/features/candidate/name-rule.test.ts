import { expect, test } from 'vitest';
import { exampleName, ruleProblem } from './name-rule.ts';

const now = new Date(2026, 10, 5);

test('a rule becomes a name', () => {
  expect(exampleName('{mix}_{date}_{n}', { mix: '双十一', number: 7, count: 50, now })).toBe('双十一_20261105_07');
  expect(exampleName('{n}', { mix: '', number: 7, count: 200, now })).toBe('007');
});

test('rules that would give two files one name, or none at all, are told', () => {
  expect(ruleProblem('{mix}_{n}', 50)).toBeNull();
  expect(ruleProblem('{mix}', 1)).toBeNull();
  expect(ruleProblem('{mix}', 2)).toContain('序号');
  expect(ruleProblem('{what}_{n}', 2)).toContain('{what}');
  expect(ruleProblem('a/b_{n}', 2)).toContain('文件名');
  expect(ruleProblem('  ', 1)).not.toBeNull();
});
