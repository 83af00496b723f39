import { z } from 'zod';
import { get, post, query } from './endpoint.ts';
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
import { Done, Id, InSpace, page, PageInput } from './wire.ts';

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
    'lesson',
  ]),
  text: z.string(),
  words: z.array(z.string()),
  /** When it is said or shown, in seconds of the recording or the finished video. */
  at: z.number().optional(),
  /** What the space said before and may take back. */
  lesson_id: Id.optional(),
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

/** How a picture looks, as `search.look` answered it. */
const Look = z.string().regex(/^[A-Za-z0-9_-]{16,2800}$/, '请重新选择图片');
/** Longer sides tell the models nothing more. */
export const LOOK_SIDE_MAX = 384;

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
      /** A shot, or a material by its first shot, whose look-alikes are wanted. */
      similar_to: Id.optional(),
      /** Or those of a picture, or of a part of one. */
      look: Look.optional(),
      exclude_used_days: z.int().min(0).max(3650).optional(),
      sort: z.enum(SEARCH_SORTS).default('relevance'),
    }),
    output: page(Clip).extend({
      /** Whether there are just so many, or more behind them that nobody has counted. */
      is_total_exact: z.boolean(),
      /** How many of each kind of material a sentence found. */
      kinds: z.partialRecord(z.enum(MATERIAL_TYPES), z.int()),
      /** What was understood: the parts asked for, those that no shot has, and whether meaning could be compared. */
      understood: z.object({ words: z.array(z.string()), missing: z.array(z.string()), has_meaning: z.boolean() }),
    }),
    space: { by: 'project_id', role: 'viewer' },
  }),
  look: query('/api/search/look', {
    summary: '一张图片的样子',
    details: '图片或它的一部分，缩到 384 像素以内，逐行 RGB；得到的样子交给 search.clips 的 look',
    input: InSpace.extend({
      project_id: Id.optional(),
      width: z.int().min(16, '框得太小了').max(LOOK_SIDE_MAX),
      height: z.int().min(16, '框得太小了').max(LOOK_SIDE_MAX),
      pixels: z.base64().max(Math.ceil((LOOK_SIDE_MAX * LOOK_SIDE_MAX * 3) / 3) * 4),
    }),
    output: z.object({ look: z.string() }),
    space: { by: 'project_id', role: 'viewer' },
  }),
  notThis: post('/api/search/not-this', {
    summary: '不是这个',
    details: '这个镜头不是这句话要找的：以后在这个空间里排到后面，看起来一样的也排后一点',
    input: z.object({ shot_id: Id, q: z.string().trim().min(1).max(300) }),
    output: z.object({ lesson_id: Id }),
    space: { by: 'shot_id', role: 'editor' },
  }),
  takeBack: post('/api/search/take-back', {
    summary: '撤销「不是这个」',
    input: z.object({ project_id: Id, lesson_id: Id }),
    output: Done,
    space: { by: 'project_id', role: 'editor' },
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
