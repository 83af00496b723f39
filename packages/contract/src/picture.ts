import { z } from 'zod';
import { get, post, stream } from './endpoint.ts';
import {
  GenerationChange,
  generationEngine,
  GivenPicture,
  HistoryInput,
  HistoryPage,
  Stroke,
  STROKES_MAX,
} from './generate.ts';
import { Sheet } from './picture-layer.ts';
import { Done, Id, InSpace, Time } from './wire.ts';

export const PICTURE_RATIOS = ['9:16', '3:4', '1:1', '4:3', '16:9'] as const;
export type PictureRatio = (typeof PICTURE_RATIOS)[number];
export const PICTURE_PROMPT_MAX = 2000;
export const PICTURE_NEGATIVE_MAX = 500;
export const PICTURES_AT_ONCE_MAX = 4;
export const PICTURE_REFERENCES_MAX = 4;
export const PICTURE_PROMPTS_MAX = 200;

/** What some engines do to pictures that they have made: to one of them, or to all at once. */
export const PICTURE_CHANGES = { upscale: '放大', variation: '出变体', reroll: '重做一组' } as const;
export type PictureChange = keyof typeof PICTURE_CHANGES;
export const PictureChange = z.enum(Object.keys(PICTURE_CHANGES) as [PictureChange, ...PictureChange[]]);

export const BrandColour = z.string().regex(/^#[0-9A-Fa-f]{6}$/, '颜色应为 #RRGGBB');

/** What is kept of a wish, and shown and changed again. */
export const PictureParams = z.object({
  ratio: z.enum(PICTURE_RATIOS).default('3:4'),
  count: z.int().min(1).max(PICTURES_AT_ONCE_MAX, '一次最多 4 张').default(4),
  /** The same seed makes the same pictures, where whoever makes them knows seeds; null: any. */
  seed: z.int().min(0).max(2_147_483_647).nullable().default(null),
  brand_colours: z.array(BrandColour).max(4, '品牌色最多 4 种').default([]),
  /** Without references, what fits is looked for in the project's library. */
  finds_pictures: z.boolean().default(true),
  /** What of the first reference is painted anew; empty: all of it. */
  mask: z.array(Stroke).max(STROKES_MAX, '涂抹太多，请清空重涂').default([]),
});
export type PictureParams = z.output<typeof PictureParams>;

/** What one that makes pictures can do. */
export const PictureCan = z.object({
  /** Words and pictures of one's own are put together; nothing is painted. */
  is_composed: z.boolean(),
  ratios: z.array(z.enum(PICTURE_RATIOS)),
  count_max: z.int(),
  prompt_max: z.int(),
  has_negative: z.boolean(),
  has_seed: z.boolean(),
  references_max: z.int(),
  has_brand: z.boolean(),
  has_mask: z.boolean(),
  has_upscale: z.boolean(),
  has_variation: z.boolean(),
  has_reroll: z.boolean(),
  has_describe: z.boolean(),
});
export type PictureCan = z.infer<typeof PictureCan>;
export const PictureEngine = generationEngine(PictureCan);
export type PictureEngine = z.infer<typeof PictureEngine>;

type Wanted = { ratio: PictureRatio; count: number; prompt: string; references: number; mask: readonly unknown[] };

/** Why this is nothing for one that can only so much, in Chinese: told before anything is sent. */
export function pictureObjection(can: PictureCan, wanted: Wanted): string | null {
  const { ratio, count, prompt, references, mask } = wanted;
  if (!can.ratios.includes(ratio)) return `没有 ${ratio} 的画面`;
  if (count > can.count_max) return `一次最多 ${can.count_max} 张`;
  if (references > can.references_max) {
    return can.references_max === 0 ? '不能用参考图' : `参考图最多 ${can.references_max} 张`;
  }
  if (mask.length > 0 && !can.has_mask) return '不能局部重绘';
  if (mask.length > 0 && references !== 1) return '局部重绘要正好一张参考图';
  if (can.is_composed && prompt.trim() !== '' && !/[\p{L}\p{N}]/u.test(prompt)) {
    return '要有能印的字，请写商品名和卖点';
  }
  return Array.from(prompt).length > can.prompt_max ? `的画面描述最多 ${can.prompt_max} 字` : null;
}

/** A prompt that a space keeps to use again. */
export const PicturePrompt = z.object({
  prompt_id: Id,
  prompt: z.string(),
  negative: z.string(),
  user_name: z.string(),
  created_at: Time,
});
export type PicturePrompt = z.infer<typeof PicturePrompt>;

const OneProject = z.object({ project_id: Id });
const Prompt = z.string().trim().min(1, '请写下想要的画面').max(PICTURE_PROMPT_MAX, '画面描述最多 2000 字');
const Negative = z.string().trim().max(PICTURE_NEGATIVE_MAX, '不想要的内容最多 500 字').default('');

/** Text to image. */
export const picture = {
  models: get('/api/mjtext2img/get_model_list', {
    summary: '文生图引擎',
    details: '能做什么、什么价钱、现在能不能用',
    input: InSpace,
    output: z.array(PictureEngine),
    space: { by: 'team_id', role: 'viewer' },
  }),
  add: post('/api/mjtext2img/add_task', {
    summary: '文生图',
    details: '内置的海报合成把文字、图片和品牌色排成成品；印在图上的字先过违禁词检查',
    input: PictureParams.extend({
      project_id: Id,
      prompt: Prompt,
      negative: Negative,
      references: z.array(GivenPicture).max(PICTURE_REFERENCES_MAX, '参考图最多 4 张').default([]),
      logo: GivenPicture.nullable().default(null),
      engine: z.string().max(40).default(''),
      parent_id: Id.nullable().default(null),
    }),
    output: z.object({ generation_id: Id, task_id: Id }),
    space: { by: 'project_id', role: 'editor' },
    scope: 'produce',
  }),
  change: post('/api/mjtext2img/change', {
    summary: '放大、变体、重做',
    details: '由画它的引擎接着做，只有 get_model_list 里写明能做的引擎可以；重做不用 vlc_id',
    input: z.object({ generation_id: Id, vlc_id: Id.optional(), way: PictureChange }),
    output: z.object({ generation_id: Id, task_id: Id }),
    space: { by: 'generation_id', role: 'editor' },
    scope: 'produce',
  }),
  describe: post('/api/mjtext2img/describe', {
    summary: '看图写描述',
    details: 'engine 能描述图片时由它写，否则由内置的看图模型写',
    input: z.object({ project_id: Id, picture: GivenPicture, engine: z.string().max(40).default('') }),
    output: z.object({
      prompts: z.array(z.string()),
      engine_name: z.string(),
      cost: z.number(),
      note: z.string().nullable(),
    }),
    space: { by: 'project_id', role: 'editor' },
    scope: 'produce',
  }),
  history: get('/api/mjtext2img/history_record', {
    summary: '文生图历史',
    details: '新的在前',
    input: HistoryInput,
    output: HistoryPage,
    space: { by: 'project_id', role: 'viewer' },
  }),
  changes: stream('/api/mjtext2img/history_record_push/sse', {
    summary: '文生图的变化',
    input: OneProject,
    output: GenerationChange,
    space: { by: 'project_id', role: 'viewer' },
  }),
  sheet: get('/api/mjtext2img/sheet', {
    summary: '海报的图层',
    details: '海报合成的成品由哪些图层组成；图片图层的 source 是文件编号',
    input: z.object({ generation_id: Id, vlc_id: Id }),
    output: z.object({ layout_name: z.string(), sheet: Sheet, urls: z.record(z.string(), z.string()) }),
    space: { by: 'generation_id', role: 'viewer' },
  }),
  prompts: get('/api/mjtext2img/prompt/list', {
    summary: '提示词本',
    input: InSpace,
    output: z.array(PicturePrompt),
    space: { by: 'team_id', role: 'viewer' },
  }),
  keepPrompt: post('/api/mjtext2img/prompt/save', {
    summary: '收进提示词本',
    details: '一样的不再收一份',
    input: InSpace.extend({ prompt: Prompt, negative: Negative }),
    output: z.array(PicturePrompt),
    space: { by: 'team_id', role: 'editor' },
  }),
  dropPrompt: post('/api/mjtext2img/prompt/delete', {
    summary: '移出提示词本',
    input: InSpace.extend({ prompt_id: Id }),
    output: Done,
    space: { by: 'team_id', role: 'editor' },
  }),
};
