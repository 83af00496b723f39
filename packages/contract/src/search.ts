import { z } from 'zod';
import { get, post } from './endpoint.ts';
import {
  InDir,
  MATERIAL_SUB_TYPES,
  MATERIAL_TYPES,
  Material,
  ORIENTATIONS,
  Shot,
  Sprite,
  TAG_TYPES,
  TagKey,
  type TagType,
} from './material.ts';
import { Id, InSpace, page, PageInput } from './wire.ts';

export const SEARCH_SORTS = ['relevance', 'newest', 'quality', 'least_used'] as const;

/** Why a shot was found: `kind` names the evidence, `text` says it in a few words, `words` are marked in it. */
export const SearchReason = z.object({
  kind: z.enum([
    'name',
    'tag',
    'caption',
    'text',
    'speech',
    'meaning',
    'person',
    'look',
    'length',
    'quality',
    'unused',
  ]),
  text: z.string(),
  words: z.array(z.string()),
});
export type SearchReason = z.infer<typeof SearchReason>;

/** A shot that was found, with what a card needs of its material. */
export const Clip = Shot.extend({
  material_name: z.string(),
  material_type: z.enum(MATERIAL_TYPES),
  preview_url: z.string().nullable(),
  sprite: Sprite.nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  used_count: z.int(),
  rights_expires_at: Material.shape.rights_expires_at,
  rights_consent: Material.shape.rights_consent,
  /** 0 to 1, comparable within one answer. */
  score: z.number(),
  reasons: z.array(SearchReason),
});
export type Clip = z.infer<typeof Clip>;

const ClipFilter = InSpace.extend({
  project_id: Id.optional(),
  ...InDir.shape,
  tags: z.array(TagKey).max(20).optional(),
  material_type: z.enum(MATERIAL_TYPES).optional(),
  material_sub_type: z.enum(MATERIAL_SUB_TYPES).optional(),
  duration_min: z.number().min(0).optional(),
  duration_max: z.number().min(0).optional(),
  orientation: z.enum(ORIENTATIONS).optional(),
  has_speech: z.boolean().optional(),
  quality_min: z.number().min(0).max(100).optional(),
  person_id: Id.optional(),
});

export const search = {
  tags: get('/api/search/tags', {
    summary: '标签与数量',
    input: InSpace.extend({
      project_id: Id.optional(),
      material_type: z.enum(MATERIAL_TYPES).optional(),
      keyword: z.string().trim().max(50).optional(),
    }),
    output: z.object({
      items: z.array(
        z.object({
          tag_type: z.enum(Object.keys(TAG_TYPES) as [TagType, ...TagType[]]),
          label: z.string(),
          tags: z.array(z.object({ key: TagKey, name: z.string(), count: z.int() })),
        }),
      ),
    }),
    space: { by: 'project_id', role: 'viewer' },
  }),
  clips: get('/api/search/clips', {
    summary: '搜索镜头',
    details: '一句话、标签、人物、相似画面，可以合用',
    input: PageInput.extend({
      ...ClipFilter.shape,
      q: z.string().trim().max(300).optional(),
      /** A shot whose look-alikes are wanted. */
      similar_to: Id.optional(),
      exclude_used_days: z.int().min(0).max(3650).optional(),
      sort: z.enum(SEARCH_SORTS).default('relevance'),
    }),
    output: page(Clip).extend({
      /** How many of each kind of material a sentence found. */
      kinds: z.partialRecord(z.enum(MATERIAL_TYPES), z.int()),
      /** What was understood: the parts asked for, those that no shot has, and whether meaning could be compared. */
      understood: z.object({ words: z.array(z.string()), missing: z.array(z.string()), has_meaning: z.boolean() }),
    }),
    space: { by: 'project_id', role: 'viewer' },
  }),
  recommend: post('/api/search/recommend', {
    summary: '为一句台词推荐镜头',
    details: '优先没用过、长度合适、清晰的镜头，并说明理由',
    input: ClipFilter.extend({
      text: z.string().trim().min(1, '请填写台词').max(1000),
      exclude_ids: z.array(Id).max(1000).default([]),
      min_duration: z.number().min(0).max(600).optional(),
      limit: z.int().min(1).max(50).default(12),
    }),
    output: z.object({ items: z.array(Clip) }),
    space: { by: 'project_id', role: 'viewer' },
  }),
};
