import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { Clip } from './search.ts';
import { Done, Id, Name, PageInput, Time, page } from './wire.ts';

export const SKU_STATUSES = ['waiting', 'training', 'ready', 'failed'] as const;
export const SKU_PICTURES = { min: 3, max: 30 } as const;

/** A product that the space teaches the library to recognise. */
export const SkuMark = z.object({
  sku_mark_id: Id,
  project_id: Id,
  merchant_name: z.string(),
  sku_name: z.string(),
  category: z.string(),
  keywords: z.array(z.string()),
  status: z.enum(SKU_STATUSES),
  /** Why it failed or how to do better, in words. */
  message: z.string().nullable(),
  pictures: z.array(z.object({ vlc_id: Id, url: z.string(), is_excluded: z.boolean() })),
  /** How sure it must be, 0 to 1; null until trained. */
  threshold: z.number().nullable(),
  /** The share of its marks that is expected to be right. */
  precision_est: z.number().nullable(),
  marked_shots: z.int(),
  confirmed: z.int(),
  rejected: z.int(),
  task_id: Id.nullable(),
  created_at: Time,
});
export type SkuMark = z.infer<typeof SkuMark>;

/** A shot in which a product was seen. */
export const SkuHit = Clip.extend({
  confidence: z.number(),
  verdict: z.enum(['confirmed', 'rejected']).nullable(),
});
export type SkuHit = z.infer<typeof SkuHit>;

const OneSku = z.object({ sku_mark_id: Id });

export const sku = {
  add: post('/api/deepspace/mark/add_merchant_sku', {
    summary: '教素材库认识一个商品',
    details: '3–30 张商品图片；带 sku_mark_id 时修改并重新学习',
    input: z.object({
      sku_mark_id: Id.optional(),
      project_id: Id,
      merchant_name: z.string().trim().max(50).default(''),
      sku_name: Name,
      category: z.string().trim().max(50).default(''),
      keywords: z.array(z.string().trim().min(1).max(20)).max(20).default([]),
      /** Image materials that show the product. */
      material_ids: z.array(Id).max(SKU_PICTURES.max, '最多 30 张图片').default([]),
      /** Image materials of things that look like it and are not it. */
      exclude_material_ids: z.array(Id).max(SKU_PICTURES.max).default([]),
    }),
    output: SkuMark,
    space: { by: 'project_id', role: 'editor' },
  }),
  addVideos: post('/api/deepspace/mark/add_videos', {
    summary: '在这些素材里找商品',
    details: '不带素材时在整个项目里找',
    input: OneSku.extend({ material_ids: z.array(Id).max(1000).default([]) }),
    output: SkuMark,
    space: { by: 'sku_mark_id', role: 'editor' },
  }),
  check: post('/api/deepspace/mark/check_train_status', {
    summary: '商品学习的进展',
    input: z.object({ sku_mark_ids: z.array(Id).min(1).max(100) }),
    output: z.object({ items: z.array(SkuMark) }),
    space: { by: 'sku_mark_ids', role: 'viewer' },
  }),
  list: get('/api/deepspace/mark/list', {
    summary: '学过的商品',
    input: PageInput.extend({ project_id: Id }),
    output: page(SkuMark),
    space: { by: 'project_id', role: 'viewer' },
  }),
  hits: get('/api/deepspace/mark/hits', {
    summary: '出现商品的镜头',
    details: '带置信度，高的在前',
    input: PageInput.extend({ sku_mark_id: Id, only_unsure: z.boolean().default(false) }),
    output: page(SkuHit),
    space: { by: 'sku_mark_id', role: 'viewer' },
  }),
  judge: post('/api/deepspace/mark/judge', {
    summary: '确认或否定一个镜头',
    details: '判断会教它认得更准',
    input: OneSku.extend({ shot_id: Id, verdict: z.enum(['confirmed', 'rejected']).nullable() }),
    output: SkuMark,
    space: { by: 'sku_mark_id', role: 'editor' },
  }),
  delete: post('/api/deepspace/mark/delete', {
    summary: '忘记一个商品',
    input: OneSku,
    output: Done,
    space: { by: 'sku_mark_id', role: 'editor' },
  }),
};
