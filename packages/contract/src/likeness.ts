import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { Done, Id, InSpace, Time } from './wire.ts';

export const LIKENESS_KINDS = { picture: '画面', sound: '声音', text: '文字' } as const;
export const LIKENESS_CHANGES = {
  clips: '换片段',
  order: '换顺序',
  caption: '换字幕样式',
  voice: '换音色',
  music: '换音乐',
} as const;
export type LikenessChange = keyof typeof LIKENESS_CHANGES;
export const LIKENESS_AT_ONCE = 200;
/** Finished videos are remembered for likeness for so long. */
export const HISTORY_DAYS_MAX = 180;

const Change = z.enum(Object.keys(LIKENESS_CHANGES) as [LikenessChange, ...LikenessChange[]]);

/** Where the levels L2, L3, L4 and L5 begin, what each kind counts, 0 to 1, and how long finished videos count. */
export const LikenessSetting = z.object({
  levels: z
    .tuple([z.number(), z.number(), z.number(), z.number()])
    .refine((at) => at.every((one, n) => one > (at[n - 1] ?? 0) && one < 1), '各级的起点要从小到大，在 0 和 1 之间'),
  weights: z.object({
    picture: z.number().min(0).max(1),
    sound: z.number().min(0).max(1),
    text: z.number().min(0).max(1),
  }),
  /** What was exported in the last so many days counts while planning and when measuring; 0: nothing does. */
  history_days: z.int().min(0).max(HISTORY_DAYS_MAX, `最多 ${HISTORY_DAYS_MAX} 天`).default(HISTORY_DAYS_MAX),
});
export type LikenessSetting = z.infer<typeof LikenessSetting>;
export const DEFAULT_LIKENESS: LikenessSetting = {
  levels: [0.1, 0.3, 0.5, 0.8],
  weights: { picture: 0.6, sound: 0.2, text: 0.2 },
  history_days: HISTORY_DAYS_MAX,
};

/** How alike one video is to the one most like it. */
const LikenessRow = z.object({
  artwork_id: Id,
  artwork_name: z.string(),
  cover_url: z.string().nullable(),
  /** The most alike in the set, or of the space in the last so many days. */
  closest_id: Id.nullable(),
  closest_name: z.string(),
  closest_is_outside: z.boolean(),
  likeness: z.number(),
  /** Null where neither of them has anything of the kind: it counts for nothing. */
  picture: z.number().nullable(),
  sound: z.number().nullable(),
  text: z.number().nullable(),
  level: z.int().min(1).max(5),
});

/** What would make a video different, and how much that brings. */
export const LikenessProposal = z.object({
  artwork_id: Id,
  artwork_name: z.string(),
  /** In sentences: which clip for which, which voice. */
  changes: z.array(z.object({ kind: Change, sentence: z.string() })),
  likeness_before: z.number(),
  /** By the plan; measured again once it is made. */
  likeness_after: z.number(),
  /** Somebody wants it made; by which export, once there is one, and the video that it made. */
  is_started: z.boolean(),
  export_task_id: Id.nullable(),
  made_artwork_id: Id.nullable(),
  likeness_made: z.number().nullable(),
});
export type LikenessProposal = z.infer<typeof LikenessProposal>;

export const LikenessReport = z.object({
  task_id: Id,
  artwork_ids: z.array(Id),
  names: z.array(z.string()),
  days: z.int(),
  /** Videos of the space in that time that they were compared with. */
  compared: z.int(),
  setting: LikenessSetting,
  /** Row by row, without the diagonal, permille: 0–1, 0–2, …, 1–2, … */
  matrix: z.object({
    all: z.array(z.int()),
    picture: z.array(z.int()),
    sound: z.array(z.int()),
    text: z.array(z.int()),
  }),
  rows: z.array(LikenessRow),
  /** Of the whole set: the share of videos that are not new, as platforms count it, and its level. */
  share: z.number(),
  level: z.int().min(1).max(5),
  proposals: z.array(LikenessProposal),
  /** Why there are no more proposals, in sentences. */
  notes: z.array(z.string()),
  /** The exports that make the proposals. */
  export_task_ids: z.array(Id),
  seconds: z.number(),
  created_at: Time,
});
export type LikenessReport = z.infer<typeof LikenessReport>;

export const likeness = {
  add: post('/api/dedup_v1/add_task', {
    summary: '查重与差异化',
    details: '量出重复度；propose 给出换什么；produce 直接做出来。只换真实内容，不做骗过检测的手脚',
    input: z.object({
      artwork_ids: z.array(Id).min(1, '请先选择成片').max(LIKENESS_AT_ONCE, `一次最多 ${LIKENESS_AT_ONCE} 条`),
      /**
       * Also against everything that the space exported in the last so many days; 0: only with each other; as the space
       * has set it unless given.
       */
      days: z.int().min(0).max(HISTORY_DAYS_MAX).optional(),
      action: z.enum(['measure', 'propose', 'produce']).default('measure'),
      changes: z.array(Change).max(5).default(['clips', 'order', 'caption', 'voice', 'music']),
      /** Videos above this are changed. */
      max_likeness: z.number().min(0).max(1).default(0.3),
    }),
    output: z.object({ task_id: Id }),
    space: { by: 'artwork_ids', role: 'editor' },
  }),
  report: get('/api/dedup_v1/detail', {
    summary: '查重报告',
    details: '任务完成后才有',
    input: z.object({ task_id: Id }),
    output: LikenessReport,
    space: { by: 'task_id', role: 'viewer' },
  }),
  produce: post('/api/dedup_v1/produce', {
    summary: '按建议制作',
    details: '只做选中的建议；得到一个新混剪和它的导出任务',
    input: z.object({ task_id: Id, artwork_ids: z.array(Id).min(1).max(LIKENESS_AT_ONCE) }),
    output: z.object({ task_ids: z.array(Id), count: z.int() }),
    space: { by: 'task_id', role: 'editor' },
  }),
  setting: get('/api/dedup_v1/setting', {
    summary: '重复度分级',
    input: InSpace,
    output: LikenessSetting,
    space: { by: 'team_id', role: 'viewer' },
  }),
  updateSetting: post('/api/dedup_v1/setting/update', {
    summary: '修改重复度分级',
    input: LikenessSetting.extend(InSpace.shape),
    output: Done,
    space: { by: 'team_id', role: 'editor' },
  }),
};
