import { z } from 'zod';
import { post } from './endpoint.ts';
import { TASK_STATUSES } from './task.ts';
import { Done, Id, page, PageInput, Time } from './wire.ts';

export const GENERATION_KINDS = ['image', 'video'] as const;
export type GenerationKind = (typeof GENERATION_KINDS)[number];
export const GENERATIONS_AT_ONCE_MAX = 100;

/** Fractions of a picture, x and y in turn. */
export function placesOf(most: number) {
  return z
    .array(z.number().min(0).max(1))
    .min(2)
    .max(most)
    .refine(({ length }) => length % 2 === 0, '点不成对');
}

/** A line that was painted over a picture; its width in fractions of the picture's shorter side. */
export const Stroke = z.object({ width: z.number().min(0.001).max(1), points: placesOf(2000) });
export type Stroke = z.infer<typeof Stroke>;
export const STROKES_MAX = 50;

/** A picture that something is made of: a material of the library, or a file of the space. */
export const GivenPicture = z
  .object({ material_id: Id.optional(), vlc_id: Id.optional() })
  .refine(({ material_id, vlc_id }) => Boolean(material_id) !== Boolean(vlc_id), '请选择一张图片');
export type GivenPicture = z.infer<typeof GivenPicture>;

/** What it was made of, as it is shown. */
export const GenerationSource = z.object({
  vlc_id: Id,
  material_id: Id.nullable(),
  name: z.string(),
  /** Null when it has been deleted since. */
  url: z.string().nullable(),
  width: z.int(),
  height: z.int(),
});
export type GenerationSource = z.infer<typeof GenerationSource>;

/** What came of it, as it was made; for taking away there is `generate.download`. */
export const GenerationFile = z.object({
  vlc_id: Id,
  url: z.string(),
  cover_url: z.string().nullable(),
  content_type: z.string(),
  width: z.int(),
  height: z.int(),
  duration: z.number().nullable(),
  /** The material that it was saved as. */
  material_id: Id.nullable(),
});
export type GenerationFile = z.infer<typeof GenerationFile>;

const GenerationError = z.object({ message: z.string(), can_retry: z.boolean() });

/** Something that was asked for by a prompt or a picture, and what came of it: a card of the history. */
export const Generation = z.object({
  generation_id: Id,
  task_id: Id,
  project_id: Id,
  kind: z.enum(GENERATION_KINDS),
  prompt: z.string(),
  negative: z.string(),
  /** Whom a person chose; empty: whoever can. */
  engine: z.string(),
  /** Who did it. */
  engine_name: z.string().nullable(),
  /** Of the kind: read with its own schema. */
  params: z.record(z.string(), z.unknown()),
  sources: z.array(GenerationSource),
  files: z.array(GenerationFile),
  /** What it is another version of. */
  parent_id: Id.nullable(),
  /** Asked for together. */
  batch_id: Id.nullable(),
  /** What a person should know of it, in Chinese. */
  note: z.string().nullable(),
  /** In yuan: as foreseen, and as booked. */
  cost_asked: z.number(),
  cost: z.number().nullable(),
  is_liked: z.boolean(),
  status: z.enum(TASK_STATUSES),
  progress: z.number(),
  eta_s: z.number().nullable(),
  error: GenerationError.nullable(),
  user_uid: Id,
  user_name: z.string(),
  created_at: Time,
  finished_at: Time.nullable(),
});
export type Generation = z.infer<typeof Generation>;

/** What a history tells as it happens. */
export const GenerationChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('upsert'), record: Generation }),
  z.object({ type: z.literal('remove'), generation_id: Id }),
  z.object({
    type: z.literal('progress'),
    task_id: Id,
    status: z.enum(TASK_STATUSES),
    progress: z.number(),
    eta_s: z.number().nullable(),
    error: GenerationError.nullable(),
    finished_at: Time.nullable(),
  }),
]);
export type GenerationChange = z.infer<typeof GenerationChange>;

export const HistoryInput = PageInput.extend({
  project_id: Id,
  keyword: z.string().trim().max(100).optional(),
  only_liked: z.boolean().default(false),
  /** All versions that were made of one picture. */
  source_vlc_id: Id.optional(),
  batch_id: Id.optional(),
});
export type HistoryInput = z.output<typeof HistoryInput>;
export const HistoryPage = page(Generation);
export type HistoryPage = z.infer<typeof HistoryPage>;

/** One that may be chosen to do it. `can` is what the kind tells of it. */
export function generationEngine<T extends z.ZodType>(can: T) {
  return z.object({
    engine: z.string(),
    engine_name: z.string(),
    is_built_in: z.boolean(),
    is_ready: z.boolean(),
    /** Why not, in Chinese. */
    reason: z.string().nullable(),
    /** Yuan for as much as the unit says. */
    price: z.number(),
    price_unit: z.string(),
    can,
  });
}
export type GenerationEngine<T = unknown> = {
  engine: string;
  engine_name: string;
  is_built_in: boolean;
  is_ready: boolean;
  reason: string | null;
  price: number;
  price_unit: string;
  can: T;
};

const Some = z.object({ generation_ids: z.array(Id).min(1).max(GENERATIONS_AT_ONCE_MAX) });

/** What pictures and films that are made have in common, whatever they are made by. */
export const generate = {
  save: post('/api/generation/save', {
    summary: '存进素材库',
    details: '不带 vlc_ids 时全部保存；已经保存过的不再存一份。图片存为 AI 图片，视频存为 AI 视频',
    input: z.object({ generation_id: Id, vlc_ids: z.array(Id).min(1).max(16).optional() }),
    output: z.object({ materials: z.array(z.object({ vlc_id: Id, material_id: Id })) }),
    space: { by: 'generation_id', role: 'editor' },
  }),
  download: post('/api/generation/download', {
    summary: '下载生成结果',
    details: '带看得见的 AI 标识，空间已承诺自行标识的除外；第一次要几秒加上标识',
    input: z.object({ generation_id: Id, vlc_id: Id }),
    output: z.object({ url: z.string(), file_name: z.string() }),
    space: { by: 'generation_id', role: 'viewer' },
  }),
  like: post('/api/generation/like', {
    summary: '标记满意',
    input: z.object({ generation_id: Id, is_liked: z.boolean() }),
    output: Done,
    space: { by: 'generation_id', role: 'editor' },
  }),
  remove: post('/api/generation/delete', {
    summary: '删除生成记录',
    details: '还在进行的会先取消；7 天内可以恢复，已存进素材库的不受影响',
    input: Some,
    output: Done,
    space: { by: 'generation_ids', role: 'editor' },
  }),
  restore: post('/api/generation/restore', {
    summary: '恢复生成记录',
    input: Some,
    output: Done,
    space: { by: 'generation_ids', role: 'editor' },
  }),
};
