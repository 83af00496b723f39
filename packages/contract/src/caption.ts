import { z } from 'zod';
import { get, plain, post, query } from './endpoint.ts';
import { CaptionPosition, CaptionStyle, MixConfig, RATIOS, SAFE_PLATFORMS } from './mix-config.ts';
import { Id, InSpace } from './wire.ts';

/** A font that captions may use. */
export const Font = z.object({
  font_id: z.string(),
  font_name: z.string(),
  family: z.string(),
  weight: z.int(),
  /** Characters it has. */
  charset_count: z.int(),
  licence: z.string(),
  file_url: z.string(),
});
export type Font = z.infer<typeof Font>;

export const CaptionPreset = z.object({
  preset_key: z.string(),
  preset_name: z.string(),
  group: z.string(),
  style: CaptionStyle,
});
export type CaptionPreset = z.infer<typeof CaptionPreset>;

/** A colour filter; `sprite_index` is its place in the picture of thumbnails. */
export const LookFilter = z.object({
  filter_key: z.string(),
  filter_name: z.string(),
  group: z.string(),
  default_strength: z.number(),
  sprite_index: z.int(),
});
export type LookFilter = z.infer<typeof LookFilter>;

const Rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/**
 * A caption placed by the renderer, in pixels of the canvas. Drawn from back to front: boxes, shadow, outlines from the
 * widest inwards (round joins, strokes of twice their reach), letters; each run at its x on the line's baseline.
 */
export const CaptionLayout = z.object({
  canvas: z.object({ width: z.number(), height: z.number() }),
  start_seconds: z.number(),
  end_seconds: z.number(),
  font_size: z.number(),
  bounds: Rect,
  lines: z.array(
    z.object({
      text: z.string(),
      baseline: z.number(),
      runs: z.array(
        z.object({
          text: z.string(),
          x: z.number(),
          width: z.number(),
          font_id: z.string(),
          start_seconds: z.number().nullable(),
          end_seconds: z.number().nullable(),
        }),
      ),
    }),
  ),
  colour: z.string(),
  outlines: z.array(z.object({ colour: z.string(), width: z.number() })),
  shadow: z.object({ colour: z.string(), x: z.number(), y: z.number(), blur: z.number() }).nullable(),
  boxes: z.array(Rect.extend({ radius: z.number(), colour: z.string() })),
  highlight: z.object({ colour: z.string(), stays: z.boolean() }).nullable(),
  overflows: z.boolean(),
  shrink: z.number(),
});
export type CaptionLayout = z.infer<typeof CaptionLayout>;

/** A place for captions that people named, besides the presets. */
export const NamedPosition = z.object({
  position_id: z.string(),
  position_name: z.string(),
  is_own: z.boolean(),
  position: CaptionPosition,
});
export type NamedPosition = z.infer<typeof NamedPosition>;

const ratio = z.enum(Object.keys(RATIOS) as [keyof typeof RATIOS]);
const platform = z.enum(Object.keys(SAFE_PLATFORMS) as [keyof typeof SAFE_PLATFORMS]);
const OneMix = z.object({ mproject_id: Id });

export const caption = {
  fonts: get('/api/shooting_captions/font/', {
    summary: '字体',
    input: z.object({}),
    output: z.object({ fonts: z.array(Font), presets: z.array(CaptionPreset) }),
  }),
  analyze: get('/api/shooting_captions/analyze/', {
    summary: '检查一句字幕',
    details: '断行、缺字、阅读速度、是否放得下、广告法禁用词',
    input: InSpace.extend({
      text: z.string().min(1).max(1000),
      font_id: z.string().max(40).default('hei-bold'),
      size: z.coerce.number().min(16).max(240).default(64),
      ratio: ratio.default('9:16'),
      platform: platform.default('none'),
      seconds: z.coerce.number().min(0.1).max(600).optional(),
    }),
    output: z.object({
      lines: z.array(z.string()),
      chars: z.int(),
      missing_glyphs: z.array(z.string()),
      /** Characters a second; null without a length. */
      read_cps: z.number().nullable(),
      is_too_fast: z.boolean(),
      overflow: z.boolean(),
      forbidden_words: z.array(z.object({ word: z.string(), reason: z.string(), suggestion: z.string() })),
    }),
    space: { by: 'team_id', role: 'viewer' },
  }),
  layout: query('/api/shooting_captions/layout', {
    summary: '字幕的排版',
    details: '与成片同一个排版，编辑画面据此绘制',
    input: z.object({
      ratio,
      platform,
      captions: z
        .array(
          z.object({
            text: z.string().max(1000),
            style: CaptionStyle,
            position: CaptionPosition,
            line_chars: z.int().min(0).max(40).default(0),
            max_lines: z.int().min(1).max(4).default(2),
            start_seconds: z.number().min(0).default(0),
            end_seconds: z.number().min(0).default(1),
            /** A whole line, of which the first caption is shown: as it is cut for the finished video. */
            is_line: z.boolean().default(false),
            /** A box that the words fill, in pixels: as large as they fit, standing still in its middle. */
            room: z.object({ width: z.int().min(2).max(8192), height: z.int().min(2).max(8192) }).nullish(),
          }),
        )
        .max(20),
      /** What else lies over the picture. Given, all of it is moved apart as in the finished video. */
      beside: z
        .object({
          title: MixConfig.shape.title.pick({ text: true, style: true, position: true }).nullable(),
          /** `shape` is its height over its width. */
          logo: MixConfig.shape.logo
            .pick({ x: true, y: true, width: true })
            .extend({ shape: z.number().min(0.01).max(100) })
            .nullable(),
        })
        .optional(),
    }),
    output: z.object({
      layouts: z.array(CaptionLayout),
      title: CaptionLayout.nullable(),
      pictures: z.array(Rect),
      /** What the platform's interface leaves free. */
      safe: Rect,
    }),
  }),
  font: plain('GET', '/mix/font/:font_id', { summary: '字体文件' }),
  filters: get('/api/mproject_config/filter/', {
    summary: '滤镜',
    details: '带一张缩略图拼图；给 video_clip_id 时用这个片段的画面',
    input: z.object({ mproject_id: Id, video_clip_id: Id.optional() }),
    output: z.object({
      filters: z.array(LookFilter),
      sprite: z.object({ url: z.string(), columns: z.int(), rows: z.int(), width: z.int(), height: z.int() }),
    }),
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  looks: plain('GET', '/mix/looks/:token', { summary: '滤镜缩略图拼图' }),
  positions: get('/api/mproject_config/positon/list', {
    summary: '字幕位置',
    details: '预设与自己保存的',
    input: OneMix,
    output: z.object({ positions: z.array(NamedPosition) }),
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  savePositions: post('/api/mproject_config/positon/update', {
    summary: '保存字幕位置',
    details: '整体替换本混剪自己保存的位置',
    input: OneMix.extend({
      items: z
        .array(
          z.object({
            position_id: Id.optional(),
            position_name: z.string().trim().min(1, '请填写名称').max(20, '名称最多 20 字'),
            position: CaptionPosition,
          }),
        )
        .max(50),
    }),
    output: z.object({ positions: z.array(NamedPosition) }),
    space: { by: 'mproject_id', role: 'editor' },
  }),
};
