import { z } from 'zod';
import { get, getThatWrites } from './endpoint.ts';
import { Id, Nothing, TeamId } from './wire.ts';

/** The space a person works in. Of the personal one `team_id` is empty. */
export const SpaceInfo = z.object({
  space_type: z.enum(['PRIVATE', 'TEAM']),
  team_id: TeamId,
  team_name: z.string(),
  group_id: z.union([z.literal(''), Id]),
  group_name: z.string(),
});
export type SpaceInfo = z.infer<typeof SpaceInfo>;

export const TeamInfo = SpaceInfo.extend({ role: z.enum(['viewer', 'editor', 'owner']) });
export type TeamInfo = z.infer<typeof TeamInfo>;

export const team = {
  list: get('/api/team/list/', {
    summary: '我的空间',
    details: '个人空间与所在的团队',
    input: Nothing,
    output: z.array(TeamInfo),
  }),
  switch: getThatWrites('/api/team/switch/', {
    summary: '切换空间',
    details: '个人空间的 team_id 为空。之后没有写明 team_id 的调用都在这个空间，新打开的页面也从这里开始',
    input: z.object({ space_type: z.enum(['PRIVATE', 'TEAM']), team_id: TeamId.default('') }),
    output: z.object({ cur_group_team_info: SpaceInfo }),
    loading: true,
  }),
  permissions: get('/api/perm/user/', {
    summary: '当前用户的权限与所在空间',
    input: Nothing,
    output: z.object({
      cur_group_team_info: SpaceInfo,
      role: z.enum(['admin', 'member']),
      user_privilege: z.boolean(),
      roles: z.array(z.object({ team_id: z.string(), role: z.enum(['viewer', 'editor', 'owner']) })),
    }),
    access: 'session',
  }),
};
