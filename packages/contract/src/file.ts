import { z } from 'zod';
import { get, plain } from './endpoint.ts';
import { Id, InSpace, Time } from './wire.ts';

export const file = {
  verifyUser: get('/api/vlc_file/verify_user', {
    summary: '文件服务与容量',
    details: '能否使用文件服务，已用与剩余容量',
    input: InSpace,
    output: z.object({ allowed: z.boolean(), used_bytes: z.int(), quota_bytes: z.int(), left_bytes: z.int() }),
    space: { by: 'team_id', role: 'viewer' },
  }),
  storage: get('/api/vlc_file/storage', {
    summary: '空间容量的构成',
    details: '文件占用的和总容量，以及历史版本占用的；历史版本不计入容量',
    input: InSpace,
    output: z.object({ used_bytes: z.int(), quota_bytes: z.int(), history_bytes: z.int() }),
    space: { by: 'team_id', role: 'owner' },
    per_minute: 60,
  }),
  jumpLink: get('/api/vlc_file/jump_link', {
    summary: '文件的短时签名链接',
    input: z.object({ vlc_id: Id }),
    output: z.object({ url: z.string(), expires_at: Time }),
    space: { by: 'vlc_id', role: 'viewer' },
  }),
  // A grid of covers is a hundred requests at once, for everyone in an office behind one address.
  content: plain('GET', '/files/:vlc_id', { summary: '按签名链接读取文件，支持分段', per_minute: 60_000 }),
};
