import { z } from 'zod';
import { get, getThatWrites, post, query } from './endpoint.ts';
import { Done, Id, Nothing, Time } from './wire.ts';

export const UserInfo = z.object({
  user_uid: Id,
  name: z.string(),
  avatar: z.string().nullable(),
  role: z.enum(['admin', 'member']),
  status: z.enum(['active', 'disabled']),
  user_privilege: z.boolean(),
});
export type UserInfo = z.infer<typeof UserInfo>;

/** What the browser keeps of a sign-in. Both tokens are opaque and stored hashed on the server. */
export const Session = z.object({
  access_token: z.string(),
  expires_at: Time,
  refresh_token: z.string(),
  refresh_expires_at: Time,
  user_info: UserInfo,
});
export type Session = z.infer<typeof Session>;

const Secret = z.string().min(1).max(200);
const Leaving = z.object({ user_uid: Id.optional() });

export const auth = {
  login: post('/api/user/login', {
    summary: '用授权码登录',
    input: z.object({ code: Secret, redirect_uri: z.string().max(2000).optional() }),
    output: Session,
    access: 'public',
    loading: true,
    per_minute: 20,
  }),
  refreshToken: post('/api/user/refreshToken', {
    summary: '换新的登录凭证；旧的随即失效，被重复使用时整个登录作废',
    input: z.object({ refresh_token: Secret }),
    output: Session,
    access: 'public',
    per_minute: 60,
  }),
  logout: post('/api/user/logout', { summary: '退出登录', input: Leaving, output: Done, access: 'session' }),
  leave: getThatWrites('/api/auth/logout/', { summary: '退出登录', input: Leaving, output: Done, access: 'session' }),
  info: get('/api/user/info', { summary: '当前用户', input: Nothing, output: UserInfo, access: 'session' }),
  streamTicket: query('/api/auth/stream_ticket', {
    summary: '领取事件流的短时凭证（60 秒内有效）',
    input: Nothing,
    output: z.object({ ticket: z.string(), expires_at: Time }),
    access: 'session',
  }),
};
