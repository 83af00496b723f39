import { z } from 'zod';
import { CaptionPosition, CaptionStyle, FITS, MixConfig, RATIOS, SAFE_PLATFORMS, TRANSITIONS } from './mix-config.ts';
import { SpokenWord } from './voice.ts';
import { Id } from './wire.ts';

const keysOf = <T extends object>(table: T) =>
  z.enum(Object.keys(table) as [keyof T & string, ...(keyof T & string)[]]);

/** One shot of a timeline. Its place is in frames of the timeline; what it shows, in seconds of its material. */
export const TimelineCut = z.object({
  slot_id: z.string(),
  slot_name: z.string(),
  video_clip_id: Id,
  material_id: Id,
  material_name: z.string(),
  /** The file as it was uploaded. */
  vlc_id: Id,
  is_still: z.boolean(),
  start_frame: z.int(),
  /** With the part that plays at once with the next shot. */
  frames: z.int(),
  source_start: z.number(),
  speed: z.number(),
  fit: keysOf(FITS),
  background: z.string(),
  crop: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable(),
  is_mirrored: z.boolean(),
  /** Of its own sound. */
  volume: z.number(),
  filter: MixConfig.shape.filter,
  /** To the next shot; its frames are the last ones of this shot and the first ones of the next. */
  transition: z.object({ kind: keysOf(TRANSITIONS), frames: z.int() }).nullable(),
  /** Which wording, and what it says. */
  script_id: Id.nullable(),
  line: z.string(),
  ai_origin: z.boolean(),
});
export type TimelineCut = z.infer<typeof TimelineCut>;

/** Words on the picture. `start` and `end` in seconds of the timeline; `x`, `y` are the middle, 0 to 1. */
export const TimelineCaption = z.object({
  kind: z.enum(['caption', 'title', 'ai_mark']),
  text: z.string(),
  start: z.number(),
  end: z.number(),
  x: z.number(),
  y: z.number(),
  style: CaptionStyle,
  position: CaptionPosition,
  /** As they are spoken, in seconds of the timeline. */
  words: z.array(SpokenWord.pick({ text: true, start: true, end: true })),
});
export type TimelineCaption = z.infer<typeof TimelineCaption>;

/** Something heard that is not the sound of a shot. */
export const TimelineVoice = z.object({
  text: z.string(),
  /** Its content in the store; what was spoken by a machine can be spoken again by the request. */
  sha256: z.string(),
  voice_id: z.string().nullable(),
  rate: z.number(),
  /** How fast its sound is played, where that is not as it was spoken. */
  speed: z.number().optional(),
  start: z.number(),
  seconds: z.number(),
  volume: z.number(),
  is_ai: z.boolean(),
});
export type TimelineVoice = z.infer<typeof TimelineVoice>;

export const TimelineMusic = z.object({
  music_id: Id.nullable(),
  material_id: Id.nullable(),
  title: z.string(),
  source_start: z.number(),
  volume: z.number(),
  fade_in: z.number(),
  fade_out: z.number(),
  duck_db: z.number(),
  is_ai: z.boolean(),
});

/**
 * What a video is made of, on one page: kept with every finished video, so that it can be explained, compared and given
 * to other editors after its mix was changed.
 */
export const Timeline = z.object({
  name: z.string(),
  ratio: keysOf(RATIOS),
  width: z.int(),
  height: z.int(),
  fps: z.int(),
  frames: z.int(),
  platform: keysOf(SAFE_PLATFORMS),
  cuts: z.array(TimelineCut),
  captions: z.array(TimelineCaption),
  voices: z.array(TimelineVoice),
  music: TimelineMusic.nullable(),
  logo: MixConfig.shape.logo.nullable(),
  target_lufs: z.number(),
  is_ai: z.boolean(),
});
export type Timeline = z.infer<typeof Timeline>;
