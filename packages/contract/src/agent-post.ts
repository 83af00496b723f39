import { z } from 'zod';
import type { Platform } from './agent-brief.ts';
import { Delivery } from './download.ts';
import { post, query } from './endpoint.ts';
import { TARGET_PLATFORMS } from './project.ts';
import { Done, Id } from './wire.ts';

/** The cover that a platform shows in its lists; of those that say nothing, what people hold to. */
export const COVER_RATIOS: Record<Platform, '3:4' | '9:16'> = {
  douyin: '3:4',
  kuaishou: '3:4',
  xiaohongshu: '3:4',
  wechat: '3:4',
  tiktok: '9:16',
  reels: '3:4',
  shorts: '9:16',
};

/** A video as it goes to a platform: when, with which words, and with which cover. */
export const PlannedPost = z.object({
  platform: z.enum(TARGET_PLATFORMS),
  date: z.string(),
  time: z.string(),
  row_id: Id,
  number: z.int(),
  /** Cut to what the platform takes. */
  title: z.string(),
  topics: z.array(z.string()),
  cover_ratio: z.enum(['3:4', '9:16']),
  first_comment: z.string(),
  /** Null: not made yet. */
  file_name: z.string().nullable(),
  /** Somebody wrote over it, or took it out. */
  is_changed: z.boolean(),
  is_left_out: z.boolean(),
  /** What the platform or the law would stumble over, in words. */
  warnings: z.array(z.string()),
});
export type PlannedPost = z.infer<typeof PlannedPost>;

/** What somebody wrote over a planned post; the rest stays as planned. */
export const PostChange = z
  .object({
    date: z.iso.date('日期写成 2026-11-18'),
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间写成 18:30'),
    title: z.string().trim().max(200, '最多 200 个字'),
    topics: z.array(z.string().trim().min(1).max(30, '最多 30 个字')).max(20, '最多 20 个话题'),
    first_comment: z.string().trim().max(500, '最多 500 个字'),
    /** Not published there. */
    is_left_out: z.boolean(),
  })
  .partial();
export type PostChange = z.infer<typeof PostChange>;

const Calendar = z.object({
  agent_batch_config_id: Id,
  /** Tomorrow, unless given. */
  start_date: z.iso.date('日期写成 2026-11-18').optional(),
  /** Videos a day on each platform. */
  per_day: z.int().min(1, '每天至少 1 条').max(10, '每天最多 10 条').default(3),
});

export const agentPost = {
  calendar: query('/api/agent_enhance/calendar', {
    summary: '发布日历',
    details: '每个平台每天几条、几点发，各带标题、话题、封面比例和首条评论；由人去发，这里不代发',
    input: Calendar,
    output: z.object({ items: z.array(PlannedPost) }),
    space: { by: 'agent_batch_config_id', role: 'viewer' },
  }),
  update: post('/api/agent_enhance/calendar/update', {
    summary: '改发布日历',
    details: '改一条在一个平台上的日期、时间、标题、话题、首条评论，或不发；change 为空是恢复成规划的',
    input: z.object({
      agent_batch_config_id: Id,
      row_id: Id,
      platform: z.enum(TARGET_PLATFORMS),
      change: PostChange.nullable(),
    }),
    output: Done,
    space: { by: 'agent_batch_config_id', role: 'editor' },
  }),
  pack: post('/api/agent_enhance/pack', {
    summary: '打包发布',
    details:
      '做好的成片按平台分文件夹，封面裁成平台的比例，附发布表；广告智能体按试验单元分文件夹，附投放表。用 mix-artwork/download-status 看进度',
    input: Calendar,
    output: Delivery,
    space: { by: 'agent_batch_config_id', role: 'editor' },
    scope: 'produce',
  }),
};
