import { z } from 'zod';
import { get, post, query, stream } from './endpoint.ts';
import { Box, MATERIAL_TYPES, Sprite } from './material.ts';
import {
  FITS,
  MixConfig,
  MixConfigChange,
  MixOverrides,
  RATIOS,
  ShootingConfigChange,
  ShootingOverrides,
} from './mix-config.ts';
import { SpokenWord } from './voice.ts';
import { Done, Id, Name, PageInput, Time, page } from './wire.ts';

export const MIX_STATUSES = ['draft', 'producing', 'done'] as const;
export const SHOOTINGS_MAX = 60;
export const CLIPS_MAX = 200;
export const SCRIPTS_MAX = 20;
export const LINE_CHARACTERS_MAX = 1000;
/** Where clips stand that belong to no shooting. */
export const CLIP_POOLS = ['shooting', 'header', 'footer'] as const;

/** One caption as a person typed it, in milliseconds of the shot. */
export const TypedCaption = z
  .object({
    text: z.string().trim().min(1, '字幕不能为空').max(200, '一条字幕最多 200 字'),
    start_ms: z.int().min(0),
    end_ms: z.int().min(1),
  })
  .refine(({ start_ms, end_ms }) => end_ms > start_ms, '结束要晚于开始');
export type TypedCaption = z.infer<typeof TypedCaption>;

/** One wording of a shooting: what is said, by whom, and its captions when they were typed. */
export const Script = z.object({
  script_id: Id,
  text: z.string().max(LINE_CHARACTERS_MAX, '一句台词最多 1000 字'),
  /** An audio material that is heard instead of a made voice. */
  recording_material_id: Id.nullable(),
  /** Null: made from the line. */
  captions: z.array(TypedCaption).max(100).nullable(),
});
export type Script = z.infer<typeof Script>;

/** How long a wording is spoken; an estimate until it was. */
export const Narration = z.object({
  script_id: Id,
  duration: z.number(),
  is_estimate: z.boolean(),
  /** Why it can't be spoken; null when it can. */
  problem: z.string().nullable(),
  words: z.array(SpokenWord),
  peaks: z.array(z.int()),
  audio_url: z.string().nullable(),
});
export type Narration = z.infer<typeof Narration>;

/** What of a clip a person sets. Times are milliseconds of the source. */
const ClipSettings = z.object({
  start_ms: z.int().min(0),
  end_ms: z.int().min(1),
  speed: z.number().min(0.25, '最慢 0.25 倍').max(4, '最快 4 倍'),
  /** Of its own sound, on top of what is set for the shooting. */
  volume: z.number().min(0).max(2, '音量最大 200%'),
  /** Null: as the shooting. */
  fit: z.enum(Object.keys(FITS) as [keyof typeof FITS]).nullable(),
  /** The part of the picture that is used; null: all of it. */
  crop: Box.nullable(),
  is_mirrored: z.boolean(),
  /** A place with pinned clips uses only those. */
  is_pinned: z.boolean(),
  is_excluded: z.boolean(),
  note: z.string().max(200),
});

/** One candidate of a place in the video: a range of a material. */
export const VideoClip = ClipSettings.extend({
  video_clip_id: Id,
  mproject_id: Id,
  shooting_id: Id.nullable(),
  pool: z.enum(CLIP_POOLS),
  position: z.int(),
  revision: z.int(),
  material_id: Id,
  shot_id: Id.nullable(),
  material_name: z.string(),
  material_type: z.enum(MATERIAL_TYPES),
  /** Of the range, where a cover of its shot is known. */
  cover_url: z.string().nullable(),
  preview_url: z.string().nullable(),
  sprite: Sprite.nullable(),
  /** Length of the whole material; 0 for a picture. */
  source_ms: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  fps: z.number().nullable(),
  has_sound: z.boolean(),
  ai_origin: z.boolean(),
  /** Why it can't be used, in words; null when it can. */
  problem: z.string().nullable(),
});
export type VideoClip = z.infer<typeof VideoClip>;

export const Shooting = z.object({
  shooting_id: Id,
  mproject_id: Id,
  position: z.int(),
  shooting_name: z.string(),
  scripts: z.array(Script),
  config: ShootingOverrides,
  revision: z.int(),
  clips: z.array(VideoClip),
  narrations: z.array(Narration),
});
export type Shooting = z.infer<typeof Shooting>;

/** A plan from which many videos are made, whole. */
export const MixProject = z.object({
  mproject_id: Id,
  project_id: Id,
  mproject_name: z.string(),
  status: z.enum(MIX_STATUSES),
  /** What the mix sets itself; `template_config` lies below it. */
  config: MixOverrides,
  template_name: z.string().nullable(),
  template_config: MixOverrides.nullable(),
  revision: z.int(),
  shootings: z.array(Shooting),
  header: z.array(VideoClip),
  footer: z.array(VideoClip),
  is_demo: z.boolean(),
  creator_name: z.string(),
  created_at: Time,
  updated_at: Time,
});
export type MixProject = z.infer<typeof MixProject>;

export const MixCard = MixProject.pick({
  mproject_id: true,
  project_id: true,
  mproject_name: true,
  status: true,
  is_demo: true,
  creator_name: true,
  created_at: true,
  updated_at: true,
}).extend({
  ratio: z.enum(Object.keys(RATIOS) as [keyof typeof RATIOS]),
  cover_url: z.string().nullable(),
  shooting_count: z.int(),
  clip_count: z.int(),
  candidate_count: z.int(),
  exported_count: z.int(),
  /** Of what is being made now, 0 to 100; null when nothing is. */
  progress: z.number().nullable(),
});
export type MixCard = z.infer<typeof MixCard>;

/** Something about a mix is new: who looks at it reads that part again. */
export const MixChange = z.object({
  mproject_id: Id,
  part: z.enum(['mproject', 'shootings', 'narrations', 'candidates', 'exports', 'segments']),
  /** Who did it; null for the machine. */
  user_uid: Id.nullable(),
  user_name: z.string(),
});
export type MixChange = z.infer<typeof MixChange>;

const OneMix = z.object({ mproject_id: Id });
const OneShooting = z.object({ shooting_id: Id });
const Revision = z.int().min(1);
const Line = z.string().max(LINE_CHARACTERS_MAX, '一句台词最多 1000 字');
const Lines = z.array(Line).max(SHOOTINGS_MAX, `最多 ${SHOOTINGS_MAX} 个镜头`);
const ShootingContent = z.object({
  shooting_name: z.string().trim().max(50, '名称最多 50 字'),
  scripts: z.array(Script).min(1, '至少保留一个台词版本').max(SCRIPTS_MAX, `最多 ${SCRIPTS_MAX} 个台词版本`),
});

export const mix = {
  add: post('/api/mproject/add', {
    summary: '新建混剪',
    details: '可以带台词（每句一个镜头）、模板，或复制另一个混剪（copy_of）',
    input: z.object({
      project_id: Id,
      mproject_name: Name,
      lines: Lines.default([]),
      template_id: Id.optional(),
      copy_of: Id.optional(),
      config: MixOverrides.default({}),
    }),
    output: MixProject,
    space: { by: 'project_id', role: 'editor' },
  }),
  reinit: post('/api/mproject/reinit', {
    summary: '重新初始化混剪',
    details: '用给出的台词重建镜头；不带台词则清空。原来的镜头可以用 shooting.restore 找回',
    input: OneMix.extend({ lines: Lines.default([]), keep_config: z.boolean().default(true) }),
    output: MixProject,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  update: post('/api/mproject/update', {
    summary: '修改混剪',
    details: '改名、套用模板；revision 不是最新时得到冲突与最新内容',
    input: OneMix.extend({
      revision: Revision,
      mproject_name: Name.optional(),
      /** Null takes the template off. */
      template_id: Id.nullable().optional(),
    }),
    output: MixProject,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  updateConfig: post('/api/mproject/config/update', {
    summary: '修改混剪设置',
    details: '只改给出的项；null 表示恢复为模板或默认值',
    input: OneMix.extend({ revision: Revision, config: MixConfigChange }),
    output: MixProject,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  detail: get('/api/mproject/detail', {
    summary: '混剪详情',
    input: OneMix,
    output: MixProject,
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  list: get('/api/mproject/list', {
    summary: '混剪列表',
    input: PageInput.extend({
      project_id: Id,
      keyword: z.string().trim().max(100).optional(),
      is_deleted: z.boolean().optional(),
    }),
    output: page(MixCard),
    space: { by: 'project_id', role: 'viewer' },
  }),
  delete: post('/api/mproject/delete', {
    summary: '删除混剪',
    details: '30 天内可恢复；已导出的成片不受影响',
    input: OneMix,
    output: Done,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  restore: post('/api/mproject/restore', {
    summary: '恢复混剪',
    input: OneMix,
    output: MixProject,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  genCaptions: post('/api/mproject_config/gen_captions', {
    summary: '为全部镜头生成字幕',
    details: '按台词与配音逐字时间断句；已经手工写过的镜头只在 is_forced 时重做',
    input: OneMix.extend({ is_forced: z.boolean().default(false) }),
    output: MixProject,
    space: { by: 'mproject_id', role: 'editor' },
    loading: true,
  }),
  changes: stream('/api/mproject/changes', {
    summary: '混剪的变化',
    details: '他人的修改、配音、候选与导出进度；收到后重新读取对应部分',
    input: OneMix,
    output: MixChange,
    space: { by: 'mproject_id', role: 'viewer' },
  }),
};

export const shooting = {
  add: post('/api/shooting/add', {
    summary: '添加镜头',
    details: '一次可以添加多句台词，每句一个镜头',
    input: OneMix.extend({
      lines: Lines.min(1),
      /** Where the first of them goes; at the end when left out. */
      position: z.int().min(0).optional(),
    }),
    output: z.object({ shootings: z.array(Shooting) }),
    space: { by: 'mproject_id', role: 'editor' },
  }),
  order: post('/api/shooting/order', {
    summary: '调整镜头顺序',
    input: OneMix.extend({ shooting_ids: z.array(Id).min(1).max(SHOOTINGS_MAX) }),
    output: MixProject,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  list: query('/api/shooting/list', {
    summary: '镜头列表',
    input: OneMix,
    output: z.object({ shootings: z.array(Shooting) }),
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  update: post('/api/shooting/update', {
    summary: '修改镜头',
    details: '名称与台词版本；revision 不是最新时得到冲突与最新内容',
    input: OneShooting.extend({ revision: Revision, ...ShootingContent.partial().shape }),
    output: Shooting,
    space: { by: 'shooting_id', role: 'editor' },
  }),
  delete: post('/api/shooting/delete', {
    summary: '删除镜头',
    details: '连同片段；可以恢复',
    input: z.object({ shooting_ids: z.array(Id).min(1).max(SHOOTINGS_MAX) }),
    output: Done,
    space: { by: 'shooting_ids', role: 'editor' },
  }),
  restore: post('/api/shooting/restore', {
    summary: '恢复镜头',
    details: '回到原来的位置，连同片段',
    input: z.object({ shooting_ids: z.array(Id).min(1).max(SHOOTINGS_MAX) }),
    output: z.object({ shootings: z.array(Shooting) }),
    space: { by: 'shooting_ids', role: 'editor' },
  }),
  lines: get('/api/shooting/lines', {
    summary: '混剪的全部台词',
    details: '按镜头顺序，每个版本一行，带时长；给提词、校对与导出用',
    input: OneMix,
    output: z.object({
      lines: z.array(
        z.object({
          shooting_id: Id,
          script_id: Id,
          shooting_name: z.string(),
          text: z.string(),
          duration: z.number(),
          is_estimate: z.boolean(),
        }),
      ),
    }),
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  updateConfig: post('/api/shooting_config/update', {
    summary: '修改镜头设置',
    details: '只改给出的项；null 表示恢复为继承',
    input: OneShooting.extend({ revision: Revision, config: ShootingConfigChange }),
    output: Shooting,
    space: { by: 'shooting_id', role: 'editor' },
  }),
  loadConfig: query('/api/shooting_config/load', {
    summary: '镜头生效的设置',
    details: '每一项的值与来源（镜头、混剪、模板、默认）',
    input: OneShooting,
    output: z.object({
      config: MixConfig,
      /** `group.field` → where it comes from. */
      origins: z.record(z.string(), z.enum(['default', 'template', 'project', 'shooting'])),
    }),
    space: { by: 'shooting_id', role: 'viewer' },
  }),
  genCaptions: post('/api/shooting_config/gen_captions', {
    summary: '为镜头生成字幕',
    details: 'from 为 line：按台词与配音时间；为 speech：按指定片段里的话（video_clip_id）',
    input: OneShooting.extend({
      from: z.enum(['line', 'speech']).default('line'),
      script_id: Id.optional(),
      video_clip_id: Id.optional(),
    }),
    output: Shooting,
    space: { by: 'shooting_id', role: 'editor' },
    loading: true,
  }),
};

const Place = z.object({
  mproject_id: Id,
  pool: z.enum(CLIP_POOLS).default('shooting'),
  /** With the pool `shooting`. */
  shooting_id: Id.optional(),
  position: z.int().min(0).optional(),
});
const ClipIds = z.array(Id).min(1).max(CLIPS_MAX);

export const clip = {
  add: post('/api/video_clip/add', {
    summary: '添加候选片段',
    details: '素材的一段；不带时间时取整个镜头（shot_id）或整个素材，图片取 3 秒',
    input: Place.extend({
      clips: z
        .array(
          z.object({
            material_id: Id,
            shot_id: Id.optional(),
            start_ms: z.int().min(0).optional(),
            end_ms: z.int().min(1).optional(),
          }),
        )
        .min(1)
        .max(CLIPS_MAX, `一次最多 ${CLIPS_MAX} 个片段`),
    }),
    output: z.object({
      clips: z.array(VideoClip),
      /** What was left out and why, in words. */
      notices: z.array(z.string()),
    }),
    space: { by: 'mproject_id', role: 'editor' },
  }),
  update: post('/api/video_clip/update', {
    summary: '修改片段',
    details: 'revision 不是最新时得到冲突与最新内容',
    input: z.object({ video_clip_id: Id, revision: Revision, ...ClipSettings.partial().shape }),
    output: VideoClip,
    space: { by: 'video_clip_id', role: 'editor' },
  }),
  split: post('/api/video_clip/split', {
    summary: '把片段切成两个',
    input: z.object({ video_clip_id: Id, at_ms: z.int().min(1) }),
    output: z.object({ clips: z.array(VideoClip) }),
    space: { by: 'video_clip_id', role: 'editor' },
  }),
  move: post('/api/video_clip/move', {
    summary: '移动片段',
    details: '到另一个镜头、片头或片尾；position 是移走后的序号',
    input: Place.extend({ video_clip_ids: ClipIds }),
    output: z.object({ clips: z.array(VideoClip) }),
    space: { by: 'mproject_id', role: 'editor' },
  }),
  delete: post('/api/video_clip/delete', {
    summary: '删除片段',
    details: '可以恢复；素材不受影响',
    input: z.object({ video_clip_ids: ClipIds }),
    output: Done,
    space: { by: 'video_clip_ids', role: 'editor' },
  }),
  restore: post('/api/video_clip/restore', {
    summary: '恢复片段',
    input: z.object({ video_clip_ids: ClipIds }),
    output: z.object({ clips: z.array(VideoClip) }),
    space: { by: 'video_clip_ids', role: 'editor' },
  }),
};
