import type { Invitation, Role, UserInfo } from '@mixreel/contract';

export const TEAM_ROLES: Record<Role, string> = { viewer: '查看者', editor: '编辑者', owner: '所有者' };
export const USER_ROLES: Record<UserInfo['role'], string> = { admin: '管理员', member: '成员' };
export const USER_STATUSES: Record<UserInfo['status'], string> = { active: '正常', disabled: '已停用' };
export const INVITATION_STATUS_NAMES: Record<Invitation['status'], string> = {
  active: '可用',
  used_up: '已用完',
  expired: '已过期',
  revoked: '已作废',
};

export function optionsOf<K extends string>(names: Record<K, string>): { value: K; label: string }[] {
  return (Object.entries(names) as [K, string][]).map(([value, label]) => ({ value, label }));
}
