import { z } from 'zod';
import { get, post, TOKEN_SCOPES, type TokenScope } from './endpoint.ts';
import { Done, Id, Name, Nothing, Time } from './wire.ts';

export const SCOPE_WORDS: Record<TokenScope, { name: string; hint: string }> = {
  read: { name: '查看', hint: '搜索和读取素材、故事板、混剪、成片和任务' },
  edit: { name: '修改', hint: '新建和修改故事板、混剪和素材' },
  produce: { name: '制作', hint: '导出成片、合成配音等要花时间或费用的任务' },
};
export const TOKENS_MAX = 50;
export const TOKEN_DAYS = [7, 30, 90, 365] as const;

/** A key with which a program works in the name of a person, in one space. */
export const PersonalToken = z.object({
  token_id: Id,
  token_name: z.string(),
  /** Its last characters, to tell it from others. */
  token_hint: z.string(),
  /** Empty: the personal space. */
  team_id: z.string(),
  team_name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  created_at: Time,
  expires_at: Time,
  last_used_at: Time.nullable(),
});
export type PersonalToken = z.infer<typeof PersonalToken>;

export const token = {
  list: get('/api/user/token/list', {
    summary: '我的访问令牌',
    input: Nothing,
    output: z.object({ tokens: z.array(PersonalToken) }),
    access: 'session',
  }),
  add: post('/api/user/token/add', {
    summary: '新建访问令牌',
    details: '令牌只在这一次回答里出现；空间里的权限不会多于本人',
    input: z.object({
      token_name: Name.max(50, '最多 50 个字'),
      team_id: z.string().max(40),
      scopes: z.array(z.enum(TOKEN_SCOPES)).min(1, '至少给一种权限').max(TOKEN_SCOPES.length),
      days: z.int().min(1, '至少 1 天').max(365, '最多 365 天'),
    }),
    output: z.object({ token: z.string(), personal_token: PersonalToken }),
    access: 'session',
    secret: true,
    per_minute: 30,
  }),
  revoke: post('/api/user/token/revoke', {
    summary: '吊销访问令牌',
    details: '立刻失效，正在进行的调用也不再继续',
    input: z.object({ token_id: Id }),
    output: Done,
    access: 'session',
  }),
};
