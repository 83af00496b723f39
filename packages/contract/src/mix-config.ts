import { z } from 'zod';
import { DEFAULT_VARY, TitleText, VarySettings } from './mix-vary.ts';
import { SpeechSettings } from './voice.ts';
import { Id } from './wire.ts';

/** The shapes a video can have, with the pixels of each. */
export const RATIOS = {
  '9:16': { width: 1080, height: 1920 },
  '16:9': { width: 1920, height: 1080 },
  '1:1': { width: 1080, height: 1080 },
  '4:5': { width: 1080, height: 1350 },
  '3:4': { width: 1080, height: 1440 },
} as const;
export type Ratio = keyof typeof RATIOS;
export const FRAME_RATES = [24, 25, 30, 60] as const;
export const FITS = { cover: '铺满裁切', contain: '完整显示', blur: '模糊背景' } as const;
export const QUALITIES = { standard: '标准', high: '高清', small: '小文件' } as const;
/** Whose interface covers the edges of the picture. */
export const SAFE_PLATFORMS = {
  none: '不限平台',
  douyin: '抖音',
  kuaishou: '快手',
  xiaohongshu: '小红书',
  channels: '视频号',
  tiktok: 'TikTok',
  reels: 'Reels',
  shorts: 'Shorts',
} as const;
export const DURATION_RULES = { narration: '跟随配音', clip: '跟随片段', fixed: '固定时长' } as const;
export const CAPTION_SOURCES = { line: '台词', speech: '片段里的话', none: '不加字幕' } as const;
export const CAPTION_ANIMATIONS = { none: '无', fade: '淡入', pop: '弹出', karaoke: '逐词高亮' } as const;
export const POSITION_PRESETS = {
  top: '顶部',
  upper: '上三分之一',
  centre: '正中',
  lower: '下三分之一',
  bottom: '底部',
} as const;
export const TRANSITIONS = {
  none: '无转场',
  fade: '叠化',
  dissolve: '颗粒溶解',
  'slide-left': '向左滑动',
  'slide-right': '向右滑动',
  'slide-up': '向上滑动',
  'slide-down': '向下滑动',
  'wipe-left': '向左擦除',
  'wipe-right': '向右擦除',
  'wipe-up': '向上擦除',
  'wipe-down': '向下擦除',
  zoom: '推近',
  circle: '圆形展开',
} as const;
export const CANDIDATES_MAX = 1000;

const keysOf = <T extends object>(table: T) =>
  z.enum(Object.keys(table) as [keyof T & string, ...(keyof T & string)[]]);
const Colour = z.string().regex(/^#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$/, '颜色应为 #RRGGBB');
const Share = z.number().min(0).max(1);
const Slider = z.number().min(-100).max(100);

/** How a caption looks. Lengths are pixels on a canvas whose shorter side is 1080. */
export const CaptionStyle = z.object({
  font_id: z.string().max(40),
  size: z.number().min(16, '字号最小 16').max(240, '字号最大 240'),
  colour: Colour,
  is_bold: z.boolean(),
  line_height: z.number().min(0.8).max(3),
  /** From the text outwards. */
  outlines: z.array(z.object({ colour: Colour, width: z.number().min(0).max(40) })).max(3),
  shadow: z
    .object({
      colour: Colour,
      x: z.number().min(-40).max(40),
      y: z.number().min(-40).max(40),
      blur: z.number().min(0).max(60),
    })
    .nullable(),
  box: z
    .object({
      colour: Colour,
      padding_x: z.number().min(0).max(120),
      padding_y: z.number().min(0).max(120),
      radius: z.number().min(0).max(120),
      shape: z.enum(['block', 'lines']),
    })
    .nullable(),
  animation: keysOf(CAPTION_ANIMATIONS),
  /** The colour of a word while it is spoken, and whether it keeps it afterwards. */
  highlight: z.object({ colour: Colour, stays: z.boolean() }),
});
export type CaptionStyle = z.infer<typeof CaptionStyle>;

/** Where a caption stands: a named height, a cell of the nine-part grid (numbered like a number pad), or its middle. */
export const CaptionPosition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('preset'), preset: keysOf(POSITION_PRESETS) }),
  z.object({ kind: z.literal('grid'), cell: z.int().min(1).max(9) }),
  z.object({ kind: z.literal('free'), x_percent: z.number().min(0).max(100), y_percent: z.number().min(0).max(100) }),
]);
export type CaptionPosition = z.infer<typeof CaptionPosition>;

/** The settings of a mix, by group. Nothing here is ever null: null in a change means "as inherited". */
export const MixConfig = z.object({
  picture: z.object({
    ratio: keysOf(RATIOS),
    fps: z.union([z.literal(24), z.literal(25), z.literal(30), z.literal(60)]),
    quality: keysOf(QUALITIES),
    platform: keysOf(SAFE_PLATFORMS),
    fit: keysOf(FITS),
    /** Behind a picture that does not fill the canvas. */
    background: Colour,
  }),
  caption: z.object({
    source: keysOf(CAPTION_SOURCES),
    style: CaptionStyle,
    position: CaptionPosition,
    /** Chinese characters a line; 0: as many as fit. */
    line_chars: z.int().min(0).max(40),
    max_lines: z.int().min(1).max(4),
  }),
  voice: z.object({
    is_on: z.boolean(),
    voice_id: SpeechSettings.shape.voice_id,
    rate: z.number().min(0.5, '语速最慢 0.5 倍').max(2, '语速最快 2 倍'),
    pitch: z.number().min(-12).max(12),
    volume: z.number().min(0).max(2),
    /** Empty: as the voice speaks by itself. */
    emotion: z.string().max(40),
    /** Silence after the line. */
    pause_ms: z.int().min(0).max(5000),
  }),
  duration: z.object({
    rule: keysOf(DURATION_RULES),
    fixed_ms: z.int().min(200, '最短 0.2 秒').max(120_000, '最长 2 分钟'),
    /** A shot that follows its line lasts at least so long: the pause behind the line grows. */
    least_ms: z.int().min(0).max(120_000, '最长 2 分钟'),
  }),
  sound: z.object({
    /** Of the clips' own sound; `auto` mutes it where somebody narrates. */
    own_volume: z.union([z.literal('auto'), z.number().min(0).max(2)]),
    target_lufs: z.number().min(-30).max(-5),
  }),
  music: z.object({
    /** A piece of the music library, or else an audio material; both empty: no music. */
    music_id: z.union([Id, z.literal('')]),
    material_id: z.union([Id, z.literal('')]),
    volume: z.number().min(0).max(2),
    fade_in_ms: z.int().min(0).max(20_000),
    fade_out_ms: z.int().min(0).max(20_000),
    duck_db: z.number().min(0).max(40),
    start_ms: z.int().min(0).max(3_600_000),
    /** Cuts move to the nearest beat. */
    is_beat_snapped: z.boolean(),
  }),
  filter: z.object({
    /** Empty: none. */
    filter_key: z.string().max(40),
    strength: z.number().min(0).max(100),
    brightness: Slider,
    contrast: Slider,
    saturation: Slider,
    temperature: Slider,
    sharpness: Slider,
  }),
  transition: z.object({ kind: keysOf(TRANSITIONS), ms: z.int().min(200).max(1000) }),
  title: z.object({
    /** Empty: no title. */
    text: TitleText,
    style: CaptionStyle,
    position: CaptionPosition,
    /** How long it stays from the start; 0: to the end. */
    ms: z.int().min(0).max(600_000),
  }),
  logo: z.object({
    /** A picture of the library; empty: none. */
    material_id: z.union([Id, z.literal('')]),
    x: Share,
    y: Share,
    width: z.number().min(0.02).max(1),
    opacity: Share,
  }),
  /** Where the notice stands that machines made parts of the video: a corner, as on a number pad. */
  ai_mark: z.object({ cell: z.union([z.literal(1), z.literal(3), z.literal(7), z.literal(9)]) }),
  combine: z.object({
    count: z.int().min(1, '至少 1 条').max(CANDIDATES_MAX, `最多 ${CANDIDATES_MAX} 条`),
    /** The most that any two videos may be alike: pictures, sound and words, as they are judged afterwards. */
    max_share_percent: z.int().min(0).max(100),
    seed: z.int().min(0).max(1_000_000),
    /** Whether one video may show the same pictures twice. */
    allow_repeats: z.boolean(),
    /** Ids of two clips that never appear in the same video. */
    forbidden_pairs: z.array(z.tuple([Id, Id])).max(500),
  }),
  vary: VarySettings,
  output: z.object({
    name_rule: z.string().max(100).regex(/\S/, '请填写命名规则'),
    /** The directory of finished videos; empty: one named after the mix. */
    dir_id: z.union([Id, z.literal('')]),
  }),
});
export type MixConfig = z.infer<typeof MixConfig>;

const shape = MixConfig.shape;

/** What a project, or a template, sets of it. */
export const MixOverrides = z.object({
  picture: shape.picture.partial().optional(),
  caption: shape.caption.partial().optional(),
  voice: shape.voice.partial().optional(),
  duration: shape.duration.partial().optional(),
  sound: shape.sound.partial().optional(),
  music: shape.music.partial().optional(),
  filter: shape.filter.partial().optional(),
  transition: shape.transition.partial().optional(),
  title: shape.title.partial().optional(),
  logo: shape.logo.partial().optional(),
  ai_mark: shape.ai_mark.partial().optional(),
  combine: shape.combine.partial().optional(),
  vary: shape.vary.partial().optional(),
  output: shape.output.partial().optional(),
});
export type MixOverrides = z.infer<typeof MixOverrides>;

/** What one shooting can set for itself. */
export const ShootingOverrides = z.object({
  picture: shape.picture.pick({ fit: true, background: true }).partial().optional(),
  caption: shape.caption.partial().optional(),
  voice: shape.voice.partial().optional(),
  duration: shape.duration.partial().optional(),
  sound: shape.sound.pick({ own_volume: true }).partial().optional(),
  filter: shape.filter.partial().optional(),
  transition: shape.transition.partial().optional(),
});
export type ShootingOverrides = z.infer<typeof ShootingOverrides>;

type Nullable<T> = { [G in keyof T]?: { [F in keyof NonNullable<T[G]>]?: NonNullable<T[G]>[F] | null | undefined } };
/** Fields to set; null takes a field back to what is inherited. What is not named stays. */
export type MixConfigChange = Nullable<MixOverrides>;
export type ShootingConfigChange = Nullable<ShootingOverrides>;
export const MixConfigChange = withNulls(MixOverrides) as unknown as z.ZodType<MixConfigChange>;
export const ShootingConfigChange = withNulls(ShootingOverrides) as unknown as z.ZodType<ShootingConfigChange>;

function withNulls(overrides: z.ZodObject) {
  const groups = Object.entries(overrides.shape).map(([name, group]) => {
    const fields = ((group as z.ZodOptional).unwrap() as z.ZodObject).shape;
    const nullable = Object.entries(fields).map(([field, type]) => [
      field,
      ((type as z.ZodOptional).unwrap() as z.ZodType).nullable().optional(),
    ]);
    return [name, z.object(Object.fromEntries(nullable)).optional()];
  });
  return z.object(Object.fromEntries(groups));
}

/** White letters with a black rim, in the lower third. */
export const DEFAULT_CAPTION_STYLE: CaptionStyle = {
  font_id: 'hei-bold',
  size: 64,
  colour: '#FFFFFF',
  is_bold: false,
  line_height: 1.32,
  outlines: [{ colour: '#000000', width: 5 }],
  shadow: null,
  box: null,
  animation: 'none',
  highlight: { colour: '#FFD400', stays: false },
};

/** What holds where nobody has set anything. */
export const DEFAULT_MIX_CONFIG: MixConfig = {
  picture: {
    ratio: '9:16',
    fps: 30,
    quality: 'standard',
    platform: 'douyin',
    fit: 'cover',
    background: '#000000',
  },
  caption: {
    source: 'line',
    style: DEFAULT_CAPTION_STYLE,
    position: { kind: 'preset', preset: 'lower' },
    line_chars: 0,
    max_lines: 2,
  },
  voice: { is_on: true, voice_id: 'builtin:zf_xiaoxiao', rate: 1, pitch: 0, volume: 1, emotion: '', pause_ms: 200 },
  duration: { rule: 'narration', fixed_ms: 3000, least_ms: 0 },
  sound: { own_volume: 'auto', target_lufs: -14 },
  music: {
    music_id: '',
    material_id: '',
    volume: 0.35,
    fade_in_ms: 500,
    fade_out_ms: 1500,
    duck_db: 12,
    start_ms: 0,
    is_beat_snapped: false,
  },
  filter: { filter_key: '', strength: 80, brightness: 0, contrast: 0, saturation: 0, temperature: 0, sharpness: 0 },
  transition: { kind: 'none', ms: 400 },
  title: {
    text: '',
    style: { ...DEFAULT_CAPTION_STYLE, font_id: 'hei-black', size: 84 },
    position: { kind: 'preset', preset: 'top' },
    ms: 0,
  },
  logo: { material_id: '', x: 0.06, y: 0.06, width: 0.16, opacity: 1 },
  ai_mark: { cell: 7 },
  combine: { count: 20, max_share_percent: 60, seed: 1, allow_repeats: false, forbidden_pairs: [] },
  vary: DEFAULT_VARY,
  output: { name_rule: '{mix}_{date}_{n}', dir_id: '' },
};

/** Where the value of a field comes from. */
export type ConfigOrigin = 'default' | 'template' | 'project' | 'shooting';
/** `video` is what one video has of its own; a shooting that sets something itself has it in all of them. */
export type ConfigLayers = {
  template?: MixOverrides | null;
  project?: MixOverrides;
  video?: MixOverrides;
  shooting?: ShootingOverrides;
};

/** The settings that hold: shooting over video over project over template over default. */
export function resolveConfig({ template, project, video, shooting }: ConfigLayers): MixConfig {
  const groups = Object.entries(DEFAULT_MIX_CONFIG).map(([name, fields]) => {
    const layers = [template, project, video, shooting].map(
      (layer) => (layer as Record<string, object> | null)?.[name],
    );
    return [name, Object.assign({}, fields, ...layers)];
  });
  return Object.fromEntries(groups) as MixConfig;
}

/** Which layer a field has its value from. */
export function originOf(layers: ConfigLayers, group: keyof MixConfig, field: string): ConfigOrigin {
  for (const origin of ['shooting', 'project', 'template'] as const) {
    const fields = (layers[origin] as Record<string, object> | null | undefined)?.[group];
    if (fields && field in fields) return origin;
  }
  return 'default';
}

/** Overrides after a change; groups that set nothing any more are gone. */
export function applyChange<T extends MixOverrides | ShootingOverrides>(
  overrides: T,
  change: MixConfigChange | ShootingConfigChange,
): T {
  const next: Record<string, Record<string, unknown>> = structuredClone(overrides);
  for (const [group, fields] of Object.entries(change)) {
    const merged = { ...next[group], ...fields } as Record<string, unknown>;
    const kept = Object.entries(merged).filter(([, value]) => value !== null && value !== undefined);
    if (kept.length > 0) next[group] = Object.fromEntries(kept);
    else delete next[group];
  }
  return next as T;
}

/** The change that takes `to` back to `from`: what undo sends. */
export function inverseChange(
  overrides: MixOverrides | ShootingOverrides,
  change: MixConfigChange | ShootingConfigChange,
): MixConfigChange {
  const before = overrides as Record<string, Record<string, unknown> | undefined>;
  const groups = Object.entries(change).map(([group, fields]) => [
    group,
    Object.fromEntries(Object.keys(fields ?? {}).map((field) => [field, before[group]?.[field] ?? null])),
  ]);
  return Object.fromEntries(groups) as MixConfigChange;
}
