import { z } from 'zod';
import { query } from './endpoint.ts';
import { Id, PageInput, Time, page } from './wire.ts';

export const MATERIAL_TYPES = ['video', 'image', 'audio', 'ai_image'] as const;
export const MATERIAL_SUB_TYPES = [
  'shot_video',
  'inspiration_video',
  'header_video',
  'footer_video',
  'ai_video',
] as const;
export const MATERIAL_SOURCES = [
  'user_upload',
  'link_import',
  'ai_generate',
  'mix_export',
  'clip_split',
  'system_library',
  'vlc_push',
  'share_save',
  'face_swap',
  'text_mark_remove',
  'dedup',
] as const;

/** One source file of the library. */
export const Material = z.object({
  material_id: Id,
  project_id: Id.nullable(),
  material_name: z.string(),
  material_type: z.enum(MATERIAL_TYPES),
  material_sub_type: z.enum(MATERIAL_SUB_TYPES).nullable(),
  material_source: z.enum(MATERIAL_SOURCES),
  vlc_id: Id.nullable(),
  cdn_url: z.string().nullable(),
  source_info: z.object({
    duration: z.number().nullable(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    bytes: z.int().nullable(),
  }),
  created_at: Time,
});
export type Material = z.infer<typeof Material>;

export const material = {
  list: query('/api/v2/materials/list', {
    summary: '素材列表',
    input: PageInput.extend({
      project_id: Id.optional(),
      material_source: z.enum(MATERIAL_SOURCES).optional(),
      material_type: z.enum(MATERIAL_TYPES).optional(),
      material_sub_type: z.enum(MATERIAL_SUB_TYPES).optional(),
    }),
    output: page(Material),
    space: { by: 'project_id', role: 'viewer' },
  }),
};
