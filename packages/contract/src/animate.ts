import { z } from 'zod';
import { get, post, stream } from './endpoint.ts';
import {
  Generation,
  GenerationChange,
  generationEngine,
  GivenPicture,
  HistoryInput,
  HistoryPage,
  placesOf,
  Stroke,
  STROKES_MAX,
} from './generate.ts';
import { Id } from './wire.ts';

export const CAMERA_PLAIN = {
  horizontal: '左右平移',
  vertical: '上下平移',
  pan: '俯仰',
  tilt: '左右摇',
  roll: '旋转',
  zoom: '推拉',
} as const;
export type CameraPlain = keyof typeof CAMERA_PLAIN;
export const CAMERA_COMBINED = {
  down_back: '下移拉远',
  forward_up: '推进上移',
  right_turn_forward: '右旋推进',
  left_turn_forward: '左旋推进',
} as const;
export type CameraCombined = keyof typeof CAMERA_COMBINED;

const Strength = z.number().min(-10).max(10).optional();
const CameraConfig = z.object({
  horizontal: Strength,
  vertical: Strength,
  pan: Strength,
  tilt: Strength,
  roll: Strength,
  zoom: Strength,
});
const COMBINED = Object.keys(CAMERA_COMBINED) as [CameraCombined, ...CameraCombined[]];

/** A move of the camera: one or several plain ones, or one that is put together. */
export const CameraControl = z.discriminatedUnion('type', [
  z.object({ type: z.literal('simple'), config: CameraConfig }),
  z.object({ type: z.enum(COMBINED) }),
]);
export type CameraControl = z.infer<typeof CameraControl>;

export const VIDEO_RATIOS = ['9:16', '16:9', '1:1', '3:4', '4:3', '4:5'] as const;
export type VideoRatio = (typeof VIDEO_RATIOS)[number];
export const VIDEO_EASES = { smooth: '缓起缓停', steady: '匀速', loop: '首尾循环' } as const;
export const VIDEO_EFFECTS = {
  none: '无',
  focus: '焦点转移',
  light: '光影扫过',
  steam: '热气',
  snow: '飘雪',
  bokeh: '光斑',
  confetti: '彩纸',
} as const;
export type VideoEffect = keyof typeof VIDEO_EFFECTS;
/** How pictures become a film: each by a camera, from the first to the last, or all of a thing as if it were turned. */
export const VIDEO_WAYS = { camera: '镜头运动', morph: '首尾帧', turntable: '转台' } as const;
export type VideoWay = keyof typeof VIDEO_WAYS;
export const VIDEO_SUBJECTS = { auto: '自动', person: '人物', thing: '商品', none: '整张画面' } as const;

function keysOf<T extends Record<string, string>>(words: T) {
  return z.enum(Object.keys(words) as [keyof T & string, ...(keyof T & string)[]]);
}

export const MOTION_BRUSHES_MAX = 6;
/** An area of the picture, painted, and the way that it goes. */
export const MotionBrush = z.object({
  strokes: z.array(Stroke).min(1, '请先涂抹要动的地方').max(STROKES_MAX),
  path: placesOf(154).refine(({ length }) => length >= 4, '请画出运动的方向'),
});
export type MotionBrush = z.infer<typeof MotionBrush>;

export const ANIMATE_PICTURES_MAX = 50;
export const ANIMATE_PROMPT_MAX = 2500;

/** What is kept of a wish, and shown and changed again. */
export const AnimateParams = z.object({
  way: keysOf(VIDEO_WAYS).default('camera'),
  duration: z.union([z.literal(5), z.literal(10)]).default(5),
  ratio: z.enum(VIDEO_RATIOS).default('9:16'),
  camera: CameraControl.nullable().default(null),
  ease: keysOf(VIDEO_EASES).default('smooth'),
  effect: keysOf(VIDEO_EFFECTS).default('none'),
  subject: keysOf(VIDEO_SUBJECTS).default('auto'),
  /** `std` costs less, `pro` is larger and better: of services that have both. */
  mode: z.enum(['std', 'pro']).default('std'),
  cfg_scale: z.number().min(0).max(1).default(0.5),
  /** Of one picture, for engines that have it. */
  brushes: z.array(MotionBrush).max(MOTION_BRUSHES_MAX, '运动笔刷最多 6 处').default([]),
  seed: z.int().min(0).max(2_147_483_647).nullable().default(null),
  /** Of a mix: what is made becomes a candidate there by itself. */
  shooting_id: Id.nullable().default(null),
});
export type AnimateParams = z.output<typeof AnimateParams>;

/** What one that makes films takes. */
export const AnimateCan = z.object({
  ratios: z.array(z.enum(VIDEO_RATIOS)),
  /** The film has the shape of the picture, whatever ratio is wished. */
  keeps_shape: z.boolean(),
  durations: z.array(z.int()),
  /** How long a film of each of these really is: some have six seconds where others have five. */
  lengths: z.array(z.int()),
  ways: z.array(keysOf(VIDEO_WAYS)),
  has_prompt: z.boolean(),
  prompt_max: z.int(),
  /** 0: it takes none. */
  negative_max: z.int(),
  has_camera: z.boolean(),
  has_effects: z.boolean(),
  /** How large its films are, and how long they may be then; one where there is no choice. */
  qualities: z.array(z.object({ mode: z.enum(['std', 'pro']), size: z.string(), durations: z.array(z.int()) })),
  /** In which of its modes a last picture is taken; of those that make films from a first to a last. */
  tail_modes: z.array(z.enum(['std', 'pro'])),
  /** In which of its modes parts of the picture can be painted to move along a way; in none: empty. */
  brush_modes: z.array(z.enum(['std', 'pro'])),
  /** Of the picture that is given to it. What has more bytes is made smaller before it is sent. */
  picture: z.object({ bytes_max: z.int(), side_min: z.int(), ratio_max: z.number() }),
});
export type AnimateCan = z.infer<typeof AnimateCan>;
export const AnimateEngine = generationEngine(AnimateCan);
export type AnimateEngine = z.infer<typeof AnimateEngine>;

/** How long the film is that is asked for by one of its durations, in seconds; so many are paid. */
export function filmSeconds(
  { durations, lengths }: Pick<AnimateCan, 'durations' | 'lengths'>,
  duration: number,
): number {
  return lengths[durations.indexOf(duration)] ?? duration;
}

type Wanted = Pick<AnimateParams, 'way' | 'duration' | 'ratio' | 'mode'> & {
  prompt: string;
  negative: string;
  brushes: readonly unknown[];
  /** As far as their sizes are known. */
  pictures: { width: number | null; height: number | null }[];
};

/** Why this is nothing for one that can only so much, in Chinese: told before anything is sent. */
export function animateObjection(can: AnimateCan, wanted: Wanted): string | null {
  const { way, duration, ratio, prompt, negative, pictures, brushes, mode } = wanted;
  if (brushes.length > 0) {
    if (!can.brush_modes.includes(mode)) return can.brush_modes.length > 0 ? '的运动笔刷要用高品质' : '没有运动笔刷';
    if (way !== 'camera' || duration !== 5) return '的运动笔刷只用在 5 秒的镜头运动里';
  }
  if (!can.ways.includes(way)) return `做不了「${VIDEO_WAYS[way]}」，请换一种方式或引擎`;
  if (!can.durations.includes(duration)) return `没有 ${duration} 秒的，可选 ${can.lengths.join('、')} 秒`;
  const objection = qualityObjection(can, wanted);
  if (objection) return objection;
  if (!can.keeps_shape && !can.ratios.includes(ratio)) return `没有 ${ratio} 的画面，可选 ${can.ratios.join('、')}`;
  if (Array.from(prompt).length > can.prompt_max) return `的画面描述最多 ${can.prompt_max} 字，请缩短`;
  // What it does not take is not sent.
  if (can.negative_max > 0 && Array.from(negative).length > can.negative_max) {
    return `的「不想要的」最多 ${can.negative_max} 字，请缩短`;
  }
  for (const { width, height } of pictures) {
    if (width === null || height === null) continue;
    const [long, short] = [Math.max(width, height), Math.min(width, height)];
    if (short < can.picture.side_min) {
      return `不收这么小的图片（${width}×${height}），每边至少 ${can.picture.side_min} 像素`;
    }
    if (long / short > can.picture.ratio_max) {
      return `不收这么窄长的图片（${width}×${height}），长边最多是短边的 ${can.picture.ratio_max} 倍，请先裁剪`;
    }
  }
  return null;
}

/** The quality that a wish gets: where there is one only, that. */
export function qualityFor({ qualities }: Pick<AnimateCan, 'qualities'>, mode: AnimateParams['mode']) {
  return qualities.find((one) => one.mode === mode) ?? qualities[0];
}

const QUALITY_NAMES = { std: '标准', pro: '高品质' } as const;

/** In words, with the size of the film: 高品质 1080p. */
export function qualityName({ mode, size }: AnimateCan['qualities'][number]): string {
  return `${QUALITY_NAMES[mode]} ${size}`;
}

function qualityObjection(can: AnimateCan, { way, mode, duration }: Wanted): string | null {
  const quality = qualityFor(can, mode);
  if (!quality) return null;
  if (way === 'morph' && !can.tail_modes.includes(quality.mode)) {
    const other = can.qualities.find((one) => can.tail_modes.includes(one.mode));
    return other ? `的首尾帧要用「${qualityName(other)}」` : '不收尾帧';
  }
  if (!quality.durations.includes(duration)) {
    const other = can.qualities.find(({ durations }) => durations.includes(duration));
    const lengths = quality.durations.map((one) => filmSeconds(can, one)).join('、');
    return `的「${qualityName(quality)}」只有 ${lengths} 秒的${other ? `，或改用「${qualityName(other)}」` : ''}`;
  }
  return null;
}

const OneProject = z.object({ project_id: Id });

/** Image to video. */
export const animate = {
  engines: get('/api/klimg2video/engines', {
    summary: '图生视频引擎',
    details: '能做什么、什么价钱、现在能不能用',
    input: OneProject,
    output: z.array(AnimateEngine),
    space: { by: 'project_id', role: 'viewer' },
  }),
  add: post('/api/klimg2video/add_task', {
    summary: '图生视频',
    details: '每张图片一条视频，count 份；首尾帧给 image_tail，转台把全部图片合成一条',
    input: AnimateParams.extend({
      project_id: Id,
      images: z.array(GivenPicture).min(1, '请选择图片').max(ANIMATE_PICTURES_MAX, '一次最多 50 张图片'),
      image_tail: GivenPicture.nullable().default(null),
      prompt: z.string().trim().max(ANIMATE_PROMPT_MAX, '画面描述最多 2500 字').default(''),
      negative: z.string().trim().max(ANIMATE_PROMPT_MAX, '不想要的内容最多 2500 字').default(''),
      engine: z.string().max(40).default(''),
      count: z.int().min(1).max(4, '一次最多 4 份').default(1),
      parent_id: Id.nullable().default(null),
    }),
    output: z.object({ generation_ids: z.array(Id), task_ids: z.array(Id) }),
    space: { by: 'project_id', role: 'editor' },
    scope: 'produce',
  }),
  detail: get('/api/klimg2video/detail', {
    summary: '一条图生视频',
    input: z.object({ generation_id: Id }),
    output: Generation,
    space: { by: 'generation_id', role: 'viewer' },
  }),
  history: get('/api/klimg2video/history_record', {
    summary: '图生视频历史',
    details: '新的在前',
    input: HistoryInput,
    output: HistoryPage,
    space: { by: 'project_id', role: 'viewer' },
  }),
  changes: stream('/api/klimg2video/history_record_push', {
    summary: '图生视频的变化',
    input: OneProject,
    output: GenerationChange,
    space: { by: 'project_id', role: 'viewer' },
  }),
};
