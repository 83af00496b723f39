import { z } from 'zod';
import { get, plain, post } from './endpoint.ts';
import { MATERIAL_SUB_TYPES, Material } from './material.ts';
import { Id, Name, Nothing, Time } from './wire.ts';

export const file = {
  verifyUser: get('/api/vlc_file/verify_user', {
    summary: '文件服务与容量',
    details: '能否使用文件服务，已用与剩余容量',
    input: Nothing,
    output: z.object({ allowed: z.boolean(), used_bytes: z.int(), quota_bytes: z.int(), left_bytes: z.int() }),
    space: { by: 'current', role: 'viewer' },
  }),
  jumpLink: get('/api/vlc_file/jump_link', {
    summary: '文件的短时签名链接',
    input: z.object({ vlc_id: Id }),
    output: z.object({ url: z.string(), expires_at: Time }),
    space: { by: 'vlc_id', role: 'viewer' },
  }),
  push: post('/api/vlc_file/push', {
    summary: '把文件存入素材库',
    details: '成片或生成的文件成为项目里的素材；内容不重复占用容量',
    input: z.object({
      vlc_id: Id,
      target: z.object({
        project_id: Id,
        material_name: Name.optional(),
        material_sub_type: z.enum(MATERIAL_SUB_TYPES).nullable().default(null),
      }),
    }),
    output: Material,
    space: { by: 'vlc_id', role: 'editor' },
  }),
  // A grid of covers is a hundred requests at once, for everyone in an office behind one address.
  content: plain('GET', '/files/:vlc_id', { summary: '按签名链接读取文件，支持分段', per_minute: 60_000 }),
};
