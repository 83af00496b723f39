import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { Id } from './wire.ts';

export const SLICES_MAX = 30;
/** The shortest and the longest clip that can be cut by hand. */
export const SLICE_MS = { least: 1000, most: 600_000 };

/** A stretch of a long recording that is worth watching by itself. */
export const BoxSlice = z.object({
  start_ms: z.int(),
  end_ms: z.int(),
  /** 0 to 100, among the stretches of this recording. */
  score: z.int(),
  /** The sentence that says most, and all that is said. */
  sentence: z.string(),
  text: z.string(),
  /** Why, in Chinese. */
  reasons: z.array(z.string()),
});
export type BoxSlice = z.infer<typeof BoxSlice>;

export const SliceCut = z
  .object({
    start_ms: z.int().min(0),
    end_ms: z.int().min(0),
    title: z.string().trim().max(60, '名字最多 60 字'),
  })
  .refine(({ start_ms, end_ms }) => end_ms - start_ms >= SLICE_MS.least, '一段至少 1 秒')
  .refine(({ start_ms, end_ms }) => end_ms - start_ms <= SLICE_MS.most, '一段最多 10 分钟');
export type SliceCut = z.infer<typeof SliceCut>;

export const boxSlice = {
  slices: get('/api/ai_box/slices', {
    summary: '找直播切片',
    details: '按分析时听到的话、商品名、价格、音量和画面，从一个长录像里挑出段落；只找，不剪',
    input: z.object({
      material_id: Id,
      seconds: z.number().min(10, '一段至少 10 秒').max(180, '一段最多 180 秒').default(30),
      count: z.int().min(1).max(SLICES_MAX, `最多 ${SLICES_MAX} 段`).default(10),
      /** Words that matter more, apart by spaces. */
      words: z.string().max(100, '最多 100 字').default(''),
    }),
    output: z.object({
      slices: z.array(BoxSlice),
      /** How it was found: by what was said, or by sound and picture alone. */
      is_heard: z.boolean(),
    }),
    space: { by: 'material_id', role: 'viewer' },
  }),
  cut: post('/api/ai_box/cut', {
    summary: '剪出切片',
    details: '一个任务把这些段落剪成新素材；带 recipe_id 时每一段再按配方处理',
    input: z.object({
      material_id: Id,
      clips: z.array(SliceCut).min(1, '请选段落').max(SLICES_MAX, `一次最多 ${SLICES_MAX} 段`),
      recipe_id: Id.optional(),
    }),
    output: z.object({ task_id: Id }),
    space: { by: 'material_id', role: 'editor' },
    scope: 'produce',
  }),
};
