import { z } from 'zod';
import { get, plain } from './endpoint.ts';
import { TARGET_PLATFORMS } from './project.ts';
import { Id, PageInput, page } from './wire.ts';

export const MUSIC_LICENCES = ['cc0', 'cc_by', 'purchased', 'platform_only'] as const;

/** What may be done with a piece of music, and how one knows. */
export const MusicLicence = z.object({
  licence: z.enum(MUSIC_LICENCES),
  licence_text: z.string(),
  source: z.string(),
  /** Empty: everywhere. */
  platforms: z.array(z.enum(TARGET_PLATFORMS)),
  expires_at: z.string().nullable(),
});
export type MusicLicence = z.infer<typeof MusicLicence>;

/** A piece of music. Tempo, energy and beats were measured by us; `beats` in seconds. */
export const Music = z.object({
  music_id: Id,
  title: z.string(),
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
      keyword: z.string().trim().max(50).optional(),
      mood: z.string().max(20).optional(),
      category: z.string().max(40).optional(),
      tempo_min: z.number().min(0).max(400).optional(),
      tempo_max: z.number().min(0).max(400).optional(),
      energy_min: z.number().min(0).max(1).optional(),
      energy_max: z.number().min(0).max(1).optional(),
    }),
    output: page(Music).extend({ categories: z.array(z.string()), moods: z.array(z.string()) }),
    space: { by: 'current', role: 'viewer' },
  }),
  platformList: get('/api/materials/public_music_library/tiktok_music', {
    summary: '平台音乐入口',
    details: '只有链接：这些音乐的授权只在各自平台内有效',
    input: PageInput.extend({ platform: z.enum(TARGET_PLATFORMS).optional() }),
    output: page(PlatformMusic),
  }),
  content: plain('GET', '/music/:music_id', { summary: '音乐库的声音，支持分段', per_minute: 6000 }),
};
