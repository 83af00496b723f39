import { z } from 'zod';
import { Invitation } from './admin.ts';
import { SignInLink, WebAddress } from './auth.ts';
import { ROLES, get, post } from './endpoint.ts';
import { TeamInfo } from './team.ts';
import { Id, Name } from './wire.ts';

/** What people do about their own teams, without being administrators. */
export const member = {
  addTeam: post('/api/team/add', {
    summary: '新建团队',
    details: '新建的人是所有者',
    input: z.object({ team_name: Name.max(50, '最多 50 个字') }),
    output: TeamInfo,
    per_minute: 20,
  }),
  invite: post('/api/team/invitation/add', {
    summary: '邀请加入团队',
    details: '链接里的授权码只在这里显示一次；打开的人进到这个团队，写了项目就进到这个项目',
    input: z.object({
      team_id: Id,
      team_role: z.enum(ROLES).default('editor'),
      target_project_id: Id.nullable().default(null),
      note: z.string().trim().max(100).default(''),
      valid_hours: z
        .int()
        .min(1)
        .max(24 * 30)
        .default(72),
      max_uses: z.int().min(1).max(100).default(1),
      origin: WebAddress.optional(),
    }),
    output: z.object({ invitation: Invitation, path: z.string(), ...SignInLink.pick({ code: true, url: true }).shape }),
    space: { by: 'team_id', role: 'owner' },
    secret: true,
    per_minute: 30,
  }),
  invitations: get('/api/team/invitation/list', {
    summary: '团队还有效的邀请',
    input: z.object({ team_id: Id }),
    output: z.array(Invitation),
    space: { by: 'team_id', role: 'owner' },
  }),
  revokeInvitation: post('/api/team/invitation/revoke', {
    summary: '作废团队的邀请',
    input: z.object({ team_id: Id, invitation_id: Id }),
    output: Invitation,
    space: { by: 'team_id', role: 'owner' },
  }),
};
