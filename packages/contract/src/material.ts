import { z } from 'zod';
import { get, plain, post, query } from './endpoint.ts';
import { SpokenWord } from './voice.ts';
import { Done, Id, InSpace, Name, page, PageInput, Time } from './wire.ts';

export const MATERIAL_TYPES = ['video', 'image', 'audio', 'ai_image'] as const;
export type MaterialType = (typeof MATERIAL_TYPES)[number];
export const MATERIAL_SUB_TYPES = [
  'shot_video',
  'inspiration_video',
  'header_video',
  'footer_video',
  'ai_video',
] as const;
export type MaterialSubType = (typeof MATERIAL_SUB_TYPES)[number];
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
export const ANALYSIS_STATUSES = ['waiting', 'running', 'done', 'stopped', 'failed'] as const;
export type AnalysisStatus = (typeof ANALYSIS_STATUSES)[number];
export const ORIENTATIONS = ['portrait', 'landscape', 'square'] as const;
export const MATERIAL_SORTS = ['newest', 'oldest', 'name', 'longest', 'largest', 'most_used', 'best'] as const;
export const RIGHTS_LICENCES = ['own', 'licensed', 'public', 'unknown'] as const;
/** What keeps a material from being used, or soon will: somebody in it did not agree, or its licence runs out. */
export const RIGHTS_PROBLEMS = ['no_consent', 'over', 'soon'] as const;
export type RightsProblem = (typeof RIGHTS_PROBLEMS)[number];
export const RIGHTS_SOON_DAYS = 7;
/** What a deleted material is kept for, in days. */
export const RECYCLE_DAYS = 30;
/** How long the disk keeps what nobody refers to any more, so that work which has just opened it can finish. */
export const DISK_KEEPS_HOURS = 24;
export const MATERIALS_AT_ONCE_MAX = 1000;
export const MATERIALS_MOVED_MAX = 10_000;
/** Their ids stand in the address of the archive. */
export const ZIP_ITEMS_MAX = 200;

/** The kinds of tags, with what people call them. */
export const TAG_TYPES = {
  scene: '场景',
  object: '物体',
  product: '商品',
  person: '人物',
  clothes: '衣着',
  action: '动作',
  count: '数量',
  shot_size: '景别',
  motion: '运动',
  camera: '运镜',
  colour: '色彩',
  light: '光线',
  text: '画面文字',
  sound: '声音',
  quality: '画质',
  orientation: '横竖',
  duration: '时长',
  semantic: '语义段落',
  custom: '自定义',
} as const;
export type TagType = keyof typeof TAG_TYPES;
const TagTypeField = z.enum(Object.keys(TAG_TYPES) as [TagType, ...TagType[]]);

/** `score` is how sure a machine was, 0 to 1; null for a tag given by hand. */
export const Tag = z.object({
  tag_type: TagTypeField,
  name: z.string(),
  source: z.enum(['ai', 'user']),
  score: z.number().nullable(),
});
export type Tag = z.infer<typeof Tag>;

/** `object:杯子`: a tag as filters name it. */
export const TagKey = z
  .string()
  .max(60)
  .regex(/^[a-z_]+:[^\p{Cc}]+$/u, '标签格式不正确');

/** One way to say which tag is meant, in columns, filters and addresses. */
export function tagKey({ tag_type, name }: Pick<Tag, 'tag_type' | 'name'>): string {
  return `${tag_type}:${name}`;
}

/** May it be used, and until when. */
export const Rights = z.object({
  licence: z.enum(RIGHTS_LICENCES),
  /** Whether the people in it agreed to be shown. */
  consent: z.enum(['given', 'missing', 'not_needed', 'unknown']),
  region: z.string().max(100),
  expires_at: Time.nullable(),
  note: z.string().max(500),
});
export type Rights = z.infer<typeof Rights>;

/** Small pictures in one large one, left to right, top to bottom, one every `step` seconds. */
export const Sprite = z.object({
  url: z.string(),
  columns: z.int(),
  rows: z.int(),
  width: z.int(),
  height: z.int(),
  step: z.number(),
});
export type Sprite = z.infer<typeof Sprite>;

/** One source file of the library, as a card shows it. */
export const Material = z.object({
  material_id: Id,
  project_id: Id.nullable(),
  /** The folder it lies in; null for none. */
  dir_id: Id.nullable(),
  material_name: z.string(),
  material_type: z.enum(MATERIAL_TYPES),
  material_sub_type: z.enum(MATERIAL_SUB_TYPES).nullable(),
  material_source: z.enum(MATERIAL_SOURCES),
  vlc_id: Id.nullable(),
  /** The file itself. */
  cdn_url: z.string().nullable(),
  cover_url: z.string().nullable(),
  /** A small copy that every browser plays. */
  preview_url: z.string().nullable(),
  sprite: Sprite.nullable(),
  source_info: z.object({
    duration: z.number().nullable(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    bytes: z.int().nullable(),
    fps: z.number().nullable(),
  }),
  analysis_status: z.enum(ANALYSIS_STATUSES),
  /** Why the analysis failed, in words. */
  analysis_message: z.string().nullable(),
  tags: z.array(Tag),
  shots_count: z.int(),
  /** 0 to 100; null until analysed. */
  quality: z.number().nullable(),
  has_speech: z.boolean().nullable(),
  ai_origin: z.boolean(),
  like_count: z.int(),
  liked: z.boolean(),
  used_count: z.int(),
  rights_expires_at: Time.nullable(),
  rights_consent: Rights.shape.consent,
  created_at: Time,
  deleted_at: Time.nullable(),
});
export type Material = z.infer<typeof Material>;

/** Where something is in a picture, in fractions of it. */
export const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Box = z.infer<typeof Box>;

/** A piece of a video between two cuts: the unit of search. A picture or a sound has one. */
export const Shot = z.object({
  shot_id: Id,
  material_id: Id,
  index: z.int(),
  start_ms: z.int(),
  end_ms: z.int(),
  cover_url: z.string().nullable(),
  caption: z.string(),
  tags: z.array(Tag),
  quality: z.number().nullable(),
  motion: z.number().nullable(),
  sharpness: z.number().nullable(),
  brightness: z.number().nullable(),
  /** The main colours, `#rrggbb`, the largest first. */
  colours: z.array(z.string()),
  faces: z.array(z.object({ person_id: Id.nullable(), person_name: z.string(), box: Box })),
  ocr_text: z.string(),
  speech_text: z.string(),
  has_speech: z.boolean().nullable(),
  /** What was set by hand and stays when it is analysed again. */
  corrected: z.array(z.string()),
});
export type Shot = z.infer<typeof Shot>;

const Seconds = z.object({ start: z.number(), end: z.number() });

const MATERIAL_USES = ['mix', 'artwork', 'share', 'sku', 'audio'] as const;

/** Something that uses a material. */
export const MaterialUse = z.object({
  kind: z.enum(MATERIAL_USES),
  id: Id,
  name: z.string(),
  project_id: Id.nullable(),
  used_at: Time,
});
export type MaterialUse = z.infer<typeof MaterialUse>;

export const MaterialDetail = Material.extend({
  shots: z.array(Shot),
  words: z.array(SpokenWord),
  /** Waveform at even distances, 0 to 100: 50 values a second, of long sounds 6,000 in all. */
  peaks: z.array(z.int()),
  /** Where the picture is black, frozen, blurred, shaky or broken, in seconds. */
  marks: z.object({
    black: z.array(Seconds),
    frozen: z.array(Seconds),
    blurred: z.array(Seconds),
    shaky: z.array(Seconds),
    damaged: z.array(Seconds),
  }),
  facts: z.object({
    format: z.string(),
    codec: z.string().nullable(),
    audio_codec: z.string().nullable(),
    audio_tracks: z.int(),
    rotation: z.int(),
    hdr: z.string(),
    is_variable_rate: z.boolean(),
    loudness: z.number().nullable(),
    sha256: z.string().nullable(),
    origin_url: z.string().nullable(),
  }),
  /** What a tool made it of; null also once that is gone. */
  made_of: z.object({ material_id: Id, material_name: z.string() }).nullable(),
  rights: Rights,
  /** Why it can neither be watched nor leave; null when it can. */
  withheld: z.string().nullable(),
  note: z.string(),
  uses: z.array(MaterialUse),
  creator_name: z.string(),
});
export type MaterialDetail = z.infer<typeof MaterialDetail>;

/** In which folder to look, and whether in those below it as well. Below none and in none: what lies in no folder. */
export const InDir = z.object({ dir_id: Id.optional(), with_subdirs: z.boolean().default(true) });

/** What narrows a list of materials; all of it must be true. */
export const MaterialFilter = InSpace.extend({
  project_id: Id.optional(),
  ...InDir.shape,
  material_source: z.enum(MATERIAL_SOURCES).optional(),
  material_type: z.enum(MATERIAL_TYPES).optional(),
  material_sub_type: z.enum(MATERIAL_SUB_TYPES).optional(),
  keyword: z.string().trim().max(100).optional(),
  tags: z.array(TagKey).max(20).optional(),
  orientation: z.enum(ORIENTATIONS).optional(),
  duration_min: z.number().min(0).optional(),
  duration_max: z.number().min(0).optional(),
  has_speech: z.boolean().optional(),
  quality_min: z.number().min(0).max(100).optional(),
  analysis_status: z.enum(ANALYSIS_STATUSES).optional(),
  liked: z.boolean().optional(),
  unused: z.boolean().optional(),
  rights_problem: z.enum(RIGHTS_PROBLEMS).optional(),
  /** In the recycle bin, rather than in the library. */
  is_deleted: z.boolean().optional(),
});
export type MaterialFilter = z.input<typeof MaterialFilter>;

const Ids = z.array(Id).min(1).max(MATERIALS_AT_ONCE_MAX, '一次最多 1000 个素材');
const OneMaterial = z.object({ material_id: Id });
const Several = z.object({ material_ids: Ids });
const TagName = z
  .string()
  .trim()
  .min(1, '标签不能为空')
  .max(20, '标签最多 20 个字')
  .regex(/^[^\p{Cc}:]*$/u, '标签不能包含冒号或换行');
export const HandTag = z.object({ tag_type: TagTypeField.default('custom'), name: TagName });

/** A file name without what file systems refuse. */
export const MaterialName = Name.regex(/^[^\\/:*?"<>|]*$/, '名称不能包含 \\ / : * ? " < > |');

export const material = {
  list: query('/api/v2/materials/list', {
    summary: '素材列表',
    details: '总数在十万以内是精确的；更大时先给出估计（is_total_exact 为假）',
    input: PageInput.extend({ ...MaterialFilter.shape, sort: z.enum(MATERIAL_SORTS).default('newest') }),
    output: page(Material).extend({ is_total_exact: z.boolean() }),
    space: { by: 'project_id', role: 'viewer' },
  }),
  ids: query('/api/materials/ids', {
    summary: '符合条件的全部素材编号',
    details: '全选用，最多 1000 个',
    input: MaterialFilter,
    output: z.object({ material_ids: z.array(Id), total: z.int() }),
    space: { by: 'project_id', role: 'viewer' },
  }),
  detail: get('/api/materials/detail', {
    summary: '素材详情',
    input: OneMaterial,
    output: MaterialDetail,
    space: { by: 'material_id', role: 'viewer' },
  }),
  update: post('/api/materials/update', {
    summary: '修改素材',
    details: '改名、分类、备注、授权',
    input: OneMaterial.extend({
      project_id: Id.optional(),
      vlc_id: Id.optional(),
      material_name: MaterialName.optional(),
      material_sub_type: z.enum(MATERIAL_SUB_TYPES).optional(),
      note: z.string().trim().max(1000).optional(),
      rights: Rights.optional(),
      /** Into a folder of its project; null: into none. */
      dir_id: Id.nullable().optional(),
    }),
    output: Material,
    space: { by: 'material_id', role: 'editor' },
  }),
  sameNames: query('/api/materials/same_name/list', {
    summary: '同名素材',
    details: '同一个文件夹里的才算；names 可以带相对路径，从 dir_id 算起（不给时从最上层）',
    input: z.object({
      project_id: Id,
      material_type: z.enum(MATERIAL_TYPES).optional(),
      material_sub_type: z.enum(MATERIAL_SUB_TYPES).optional(),
      dir_id: Id.optional(),
      names: z.array(z.string().min(1).max(1000)).min(1).max(MATERIALS_AT_ONCE_MAX),
    }),
    output: z.object({
      items: z.array(
        z.object({
          name: z.string(),
          exists: z.array(
            z.object({
              material_id: Id,
              bytes: z.int().nullable(),
              sha256: z.string().nullable(),
              cover_url: z.string().nullable(),
              created_at: Time,
            }),
          ),
        }),
      ),
    }),
    space: { by: 'project_id', role: 'viewer' },
  }),
  like: post('/api/materials/like', {
    summary: '收藏素材',
    input: OneMaterial.extend({ like: z.boolean().default(true) }),
    output: z.object({ liked: z.boolean(), like_count: z.int() }),
    space: { by: 'material_id', role: 'viewer' },
  }),
  tagTypes: get('/api/materials/filter-tag-type-enum', {
    summary: '可筛选的标签',
    details: '每种标签的取值与数量',
    input: InSpace.extend({
      project_id: Id.optional(),
      material_type: z.enum(MATERIAL_TYPES).optional(),
    }),
    output: z.object({
      items: z.array(
        z.object({
          type: TagTypeField,
          label: z.string(),
          multi: z.boolean(),
          values: z.array(z.object({ value: TagKey, label: z.string(), count: z.int() })),
        }),
      ),
    }),
    space: { by: 'project_id', role: 'viewer' },
  }),
  mixesOf: query('/api/materials/mixes', {
    summary: '用着这些素材的混剪',
    details: '删除之前问：最近的五个，以及一共几个',
    input: Several,
    output: z.object({ mixes: z.array(z.object({ mproject_id: Id, mproject_name: z.string() })), total: z.int() }),
    space: { by: 'material_ids', role: 'viewer' },
  }),
  delete: post('/api/materials/delete', {
    summary: '删除素材',
    details: '进入回收站，30 天内可恢复；is_final 时立即彻底删除回收站里的素材',
    input: Several.extend({ is_final: z.boolean().default(false) }),
    output: z.object({ deleted: z.int() }),
    space: { by: 'material_ids', role: 'editor' },
  }),
  restore: post('/api/materials/restore', {
    summary: '从回收站恢复素材',
    input: Several,
    output: z.object({ restored: z.int() }),
    space: { by: 'material_ids', role: 'editor' },
  }),
  move: post('/api/materials/move', {
    summary: '移动素材',
    details: '移到同一空间的另一个项目、放进文件夹（null 为移出文件夹），或改视频分类',
    input: z.object({
      material_ids: z.array(Id).min(1).max(MATERIALS_MOVED_MAX, `一次最多移动 ${MATERIALS_MOVED_MAX} 个素材`),
      project_id: Id.optional(),
      dir_id: Id.nullable().optional(),
      material_sub_type: z.enum(MATERIAL_SUB_TYPES).optional(),
    }),
    output: z.object({
      moved: z.int(),
      /** Where they were, for who wants them back there. */
      moved_from: z.array(z.object({ dir_id: Id.nullable(), material_ids: z.array(Id) })),
    }),
    space: { by: 'material_ids', role: 'editor' },
  }),
  batchTag: post('/api/materials/batch_tag', {
    summary: '批量打标',
    input: Several.extend({
      add: z.array(HandTag).max(20).default([]),
      remove: z.array(TagKey).max(20).default([]),
    }),
    output: z.object({ changed: z.int() }),
    space: { by: 'material_ids', role: 'editor' },
  }),
  download: query('/api/materials/download', {
    summary: '打包下载素材',
    details: '得到边打包边下载的 zip 链接，一小时有效',
    input: z.object({ material_ids: z.array(Id).min(1).max(ZIP_ITEMS_MAX, `一次最多打包 ${ZIP_ITEMS_MAX} 个素材`) }),
    output: z.object({ url: z.string(), file_name: z.string(), expires_at: Time }),
    space: { by: 'material_ids', role: 'viewer' },
  }),
  zip: plain('GET', '/materials/zip', { summary: '素材打包下载', per_minute: 60 }),
  emptyBin: post('/api/materials/recycle/empty', {
    summary: '清空回收站',
    input: z.object({ project_id: Id }),
    output: Done,
    space: { by: 'project_id', role: 'owner' },
  }),
};
