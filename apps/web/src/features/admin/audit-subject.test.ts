import { expect, test } from 'vitest';
import { subjectOf } from './audit-subject.ts';

test('an entry of the audit log says what it was about, in words that people use', () => {
  expect(subjectOf({ project_name: '防晒霜', description: '…' })).toBe('「防晒霜」');
  expect(subjectOf({ user_uid: '01h', status: 'disabled' })).toBe('已停用');
  expect(subjectOf({ user_uid: '01h', user_privilege: false })).toBe('关闭权限');
  expect(subjectOf({ team_id: '01h', user_uid: '01j', role: 'viewer' })).toBe('查看者');
  expect(subjectOf({ note: '', max_uses: 1, role: 'member', user_privilege: true })).toBe('成员 开通权限');
  expect(subjectOf({})).toBe('');
});
