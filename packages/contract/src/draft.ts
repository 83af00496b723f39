import { z } from 'zod';
import { Delivery } from './download.ts';
import { get, post, query } from './endpoint.ts';
import { Done, Id, Nothing } from './wire.ts';

export const DRAFT_FORMATS = {
  draft: '剪映 / CapCut 草稿',
  otio: 'OpenTimelineIO',
  fcpxml: 'Final Cut Pro XML 1.9',
  srt: 'SRT 字幕',
} as const;
export type DraftFormat = keyof typeof DRAFT_FORMATS;

/** Whose drafts. The markers are what a build of that program writes into its own. */
export const DRAFT_PROFILES = {
  jianying_5: { name: '剪映 5.9 及更早', app_id: 3704, app_source: 'lv', app_version: '5.9.0', new_version: '110.0.0' },
  jianying_6: { name: '剪映 6 及更新', app_id: 3704, app_source: 'lv', app_version: '6.0.0', new_version: '110.0.0' },
  capcut: { name: 'CapCut', app_id: 359289, app_source: 'cc', app_version: '6.7.0', new_version: '140.0.0' },
} as const;
export type DraftProfile = keyof typeof DRAFT_PROFILES;
export const DRAFTS_AT_ONCE = 100;

const keysOf = <T extends object>(table: T) =>
  z.enum(Object.keys(table) as [keyof T & string, ...(keyof T & string)[]]);
const Version = z.string().regex(/^\d{1,4}(\.\d{1,4}){1,3}$/, '版本号形如 5.9.0');

/** The version markers of one installed program. */
export const DraftMarkers = z.object({
  app_id: z.int().min(0),
  app_source: z.string().max(10),
  app_version: Version,
  new_version: Version,
  version: z.int().min(0),
  os: z.enum(['windows', 'mac']),
});
export type DraftMarkers = z.infer<typeof DraftMarkers>;

/** How a user wants drafts. */
export const DraftSetting = z.object({
  profile: keysOf(DRAFT_PROFILES),
  /** Null: those of the profile. */
  markers: DraftMarkers.nullable(),
  /** 我的草稿目录; empty: the installer in the archive finds it. */
  draft_root: z
    .string()
    .trim()
    .max(500)
    .regex(/^[^\p{Cc}"<>|?*]*$/u, '目录里有不能用的字符'),
});
export type DraftSetting = z.infer<typeof DraftSetting>;

export const draft = {
  add: post('/api/capcut_export/add_task', {
    summary: '导出剪辑工程',
    details: '剪映 / CapCut 草稿、OTIO、FCPXML 或 SRT；候选和成片都可以',
    input: z
      .object({
        project_id: Id,
        artwork_ids: z.array(Id).max(DRAFTS_AT_ONCE).optional(),
        candidate_ids: z.array(Id).max(DRAFTS_AT_ONCE).optional(),
        format: keysOf(DRAFT_FORMATS).default('draft'),
        /** As the user's setting says unless given. */
        profile: keysOf(DRAFT_PROFILES).optional(),
      })
      .refine(
        ({ artwork_ids = [], candidate_ids = [] }) => artwork_ids.length + candidate_ids.length > 0,
        '请先选择成片或候选',
      )
      .refine(
        ({ artwork_ids = [], candidate_ids = [] }) => artwork_ids.length + candidate_ids.length <= DRAFTS_AT_ONCE,
        `一次最多 ${DRAFTS_AT_ONCE} 条`,
      ),
    output: z.object({ task_id: Id }),
    space: { by: 'project_id', role: 'viewer' },
    scope: 'produce',
  }),
  notes: query('/api/capcut_export/notes', {
    summary: '导出草稿前要知道的',
    details: '成片和候选里的哪些转场、滤镜和动画在那个软件里没有一样的，一句一条',
    input: z.object({
      project_id: Id,
      artwork_ids: z.array(Id).max(DRAFTS_AT_ONCE).default([]),
      candidate_ids: z.array(Id).max(DRAFTS_AT_ONCE).default([]),
      profile: keysOf(DRAFT_PROFILES),
    }),
    output: z.object({ notes: z.array(z.string()) }),
    space: { by: 'project_id', role: 'viewer' },
  }),
  status: query('/api/capcut_export/download_status', {
    summary: '剪辑工程导出到哪了',
    input: z.object({ task_id: Id }),
    output: Delivery,
    space: { by: 'task_id', role: 'viewer' },
  }),
  setting: get('/api/capcut_export/setting', {
    summary: '我的草稿设置',
    input: Nothing,
    output: DraftSetting,
  }),
  updateSetting: post('/api/capcut_export/setting/update', {
    summary: '修改我的草稿设置',
    input: DraftSetting.partial(),
    output: DraftSetting,
  }),
  readMarkers: post('/api/capcut_export/markers', {
    summary: '读取草稿版本标记',
    details: '从自己的空草稿：给出 draft_content.json 或 draft_info.json 的文字；加密的读不了',
    input: z.object({ text: z.string().min(2, '文件是空的').max(4_000_000, '文件太大，请用一个空草稿') }),
    output: DraftSetting,
    body_max: 16_000_000,
  }),
  forgetMarkers: post('/api/capcut_export/markers/forget', {
    summary: '改回默认版本标记',
    input: Nothing,
    output: Done,
  }),
};
