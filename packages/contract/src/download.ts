import { z } from 'zod';
import { ARTWORKS_AT_ONCE } from './artwork.ts';
import { post, query } from './endpoint.ts';
import { TASK_STATUSES } from './task.ts';
import { Id, Time, TimeZone } from './wire.ts';

/** How far something is that is being put together for download. */
export const Delivery = z.object({
  task_id: Id.nullable(),
  status: z.enum(TASK_STATUSES),
  progress: z.number(),
  /** When it is there; the link can be used again and from any byte on until it expires. */
  url: z.string().nullable(),
  file_name: z.string(),
  bytes: z.int().nullable(),
  expires_at: Time.nullable(),
  /** What a person should know of the result, in sentences. */
  notes: z.array(z.string()),
  error: z.string().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

export const download = {
  add: post('/api/mix-artwork/download_v2', {
    summary: '下载成片',
    details: '一条且不要附件时立即得到链接；否则是一个 zip，名称按规则，可带字幕、封面和清单，支持断点续传',
    input: z.object({
      artwork_ids: z.array(Id).min(1, '请先选择成片').max(ARTWORKS_AT_ONCE, `一次最多 ${ARTWORKS_AT_ONCE} 条`),
      with_srt: z.boolean().default(false),
      with_cover: z.boolean().default(false),
      with_manifest: z.boolean().default(false),
      /** Files lie in folders as their directories do. */
      with_dirs: z.boolean().default(false),
      /** `{name}`, `{mix}`, `{dir}`, `{date}`, `{n}`, `{seconds}`; without it, as they are called. */
      name_rule: z.string().trim().min(1).max(100).optional(),
      /** Whose day `{date}` is; the server's unless given. */
      time_zone: TimeZone.optional(),
    }),
    output: Delivery,
    space: { by: 'artwork_ids', role: 'viewer' },
    scope: 'produce',
  }),
  status: query('/api/mix-artwork/download-status', {
    summary: '下载准备到哪了',
    input: z.object({ task_id: Id }),
    output: Delivery,
    space: { by: 'task_id', role: 'viewer' },
  }),
};
