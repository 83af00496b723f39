import { z } from 'zod';
import { Box, MATERIAL_TYPES, Sprite } from './material.ts';
import { FITS, MixOverrides, ShootingOverrides } from './mix-config.ts';
import { SpokenWord } from './voice.ts';
import { Id, Time } from './wire.ts';

export const MIX_STATUSES = ['draft', 'producing', 'done'] as const;
export const SHOOTINGS_MAX = 60;
export const CLIPS_MAX = 200;
export const SCRIPTS_MAX = 20;
export const LINE_CHARACTERS_MAX = 1000;
/** Where clips stand: among the candidates of a shooting, the openings or the endings. */
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
  /** The line in another language, shown below it. */
  second_text: z.string().max(LINE_CHARACTERS_MAX, '最多 1000 字').optional(),
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
export const ClipSettings = z.object({
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

/** A range of a material. */
export const ClipSource = z.object({
  material_id: Id,
  shot_id: Id.nullable(),
  start_ms: z.int().min(0),
  end_ms: z.int().min(1),
});
export type ClipSource = z.infer<typeof ClipSource>;

/** One candidate of a place in the video: a range of a material. */
const Stretch = z.object({ start_ms: z.int(), end_ms: z.int() });
type Stretch = z.infer<typeof Stretch>;

/** Shorter than this nobody sees that a picture is broken. */
const SEEN_MS = 80;

/** The broken stretches in a range that somebody would see. */
export function damageWithin(damage: Stretch[], { start_ms, end_ms }: Stretch): Stretch[] {
  return damage
    .map((one) => ({ start_ms: Math.max(one.start_ms, start_ms), end_ms: Math.min(one.end_ms, end_ms) }))
    .filter((one) => one.end_ms - one.start_ms >= SEEN_MS);
}

/** 第 1.2 到 3.0 秒的画面损坏 */
export function damageWords([first, ...more]: Stretch[]): string | null {
  if (!first) return null;
  const [from, to] = [first.start_ms, first.end_ms].map((ms) => (ms / 1000).toFixed(1));
  const place = `第 ${from} 到 ${to} 秒`;
  return more.length > 0 ? `${place}等 ${more.length + 1} 处画面损坏` : `${place}的画面损坏`;
}

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
  /** Where the material's picture is broken, also outside of the range. */
  damage: z.array(Stretch),
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

/** What a template laid below the settings of a mix; it stays when the template goes. */
export const TemplateLayer = z.object({
  template_name: z.string().max(100).nullable(),
  template_config: MixOverrides.nullable(),
});
export type TemplateLayer = z.infer<typeof TemplateLayer>;

/** A plan from which many videos are made, whole. */
export const MixProject = TemplateLayer.extend({
  mproject_id: Id,
  project_id: Id,
  mproject_name: z.string(),
  status: z.enum(MIX_STATUSES),
  /** What the mix sets itself; `template_config` lies below it. */
  config: MixOverrides,
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

/** What the calls that edit a mix have in common. */
export const OneMix = z.object({ mproject_id: Id });
export const Revision = z.int().min(1);
const Line = z.string().max(LINE_CHARACTERS_MAX, '一句台词最多 1000 字');
export const Lines = z.array(Line).max(SHOOTINGS_MAX, `最多 ${SHOOTINGS_MAX} 个镜头`);
