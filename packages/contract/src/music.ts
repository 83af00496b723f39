import { z } from 'zod';
import { get, plain, post } from './endpoint.ts';
import { TARGET_PLATFORMS } from './project.ts';
import { Done, Id, InSpace, Name, page, PageInput, Time } from './wire.ts';

export const MUSIC_BYTES_MAX = 20_000_000;
export const MUSIC_LICENCES = ['cc0', 'cc_by', 'purchased', 'platform_only'] as const;

/** What may be done with a piece of music, and how one knows. */
export const MusicLicence = z.object({
  licence: z.enum(MUSIC_LICENCES),
  licence_text: z.string(),
  source: z.string(),
  /** Empty: everywhere. */
  platforms: z.array(z.enum(TARGET_PLATFORMS)),
  /** Countries in words; empty: everywhere. */
  territories: z.string(),
  expires_at: Time.nullable(),
});
export type MusicLicence = z.infer<typeof MusicLicence>;

/** A piece of music. Tempo, energy and beats were measured by us; `beats` in seconds. */
export const Music = z.object({
  music_id: Id,
  title: z.string(),
  /** As its author calls it; empty when that is its title. */
  original_title: z.string(),
  category: z.string(),
  moods: z.array(z.string()),
  duration: z.number(),
  tempo: z.number().nullable(),
  /** 0 calm to 1 driving; null until measured. */
  energy: z.number().nullable(),
  beats: z.array(z.number()),
  /** Made by a machine: said wherever it is used. */
  is_ai_made: z.boolean(),
  notice: z.string(),
  /** Uploaded by this space, rather than part of the library. */
  is_own: z.boolean(),
  licence: MusicLicence,
  audio_url: z.string(),
});
export type Music = z.infer<typeof Music>;

/** Music that lives on a platform: a link to where it is chosen, never the sound. */
export const PlatformMusic = z.object({
  platform: z.enum(TARGET_PLATFORMS),
  title: z.string(),
  url: z.string(),
  notice: z.string(),
});
export type PlatformMusic = z.infer<typeof PlatformMusic>;

export const music = {
  list: get('/api/materials/public_music_library/nolicense_music', {
    summary: '免版权音乐',
    details: '按情绪、速度、能量查找',
    input: PageInput.extend({
      ...InSpace.shape,
      keyword: z.string().trim().max(50).optional(),
      mood: z.string().max(20).optional(),
      category: z.string().max(40).optional(),
      tempo_min: z.number().min(0).max(400).optional(),
      tempo_max: z.number().min(0).max(400).optional(),
      energy_min: z.number().min(0).max(1).optional(),
      energy_max: z.number().min(0).max(1).optional(),
      is_own: z.boolean().optional(),
    }),
    output: page(Music).extend({ categories: z.array(z.string()), moods: z.array(z.string()) }),
    space: { by: 'team_id', role: 'viewer' },
  }),
  platformList: get('/api/materials/public_music_library/tiktok_music', {
    summary: '平台音乐入口',
    details: '只有链接：这些音乐的授权只在各自平台内有效',
    input: PageInput.extend({ platform: z.enum(TARGET_PLATFORMS).optional() }),
    output: page(PlatformMusic),
  }),
  add: post('/api/materials/public_music_library/add', {
    summary: '上传自有音乐',
    details: '连同授权记录；最大 20 MB',
    input: InSpace.extend({
      title: Name,
      moods: z.array(z.string().trim().min(1).max(10)).max(5).default([]),
      is_ai_made: z.boolean().default(false),
      licence: MusicLicence.extend({
        licence: z.enum(MUSIC_LICENCES),
        licence_text: z.string().trim().min(1, '请写明授权内容').max(500),
        source: z.string().trim().min(1, '请写明来源（购买单号、合同或网址）').max(500),
        territories: z.string().trim().max(200).default(''),
        platforms: z.array(z.enum(TARGET_PLATFORMS)).max(TARGET_PLATFORMS.length).default([]),
        expires_at: Time.nullable().default(null),
      }),
      file_name: z.string().min(1).max(255),
      content_base64: z.base64('文件内容应为 base64').max(Math.ceil(MUSIC_BYTES_MAX / 3) * 4, '音乐最大 20 MB'),
    }),
    output: Music,
    space: { by: 'team_id', role: 'editor' },
    body_max: 28 * 1024 * 1024,
  }),
  delete: post('/api/materials/public_music_library/delete', {
    summary: '删除自有音乐',
    input: InSpace.extend({ music_id: Id }),
    output: Done,
    space: { by: 'team_id', role: 'editor' },
  }),
  content: plain('GET', '/music/:music_id', { summary: '音乐库的声音，支持分段', per_minute: 6000 }),
};
