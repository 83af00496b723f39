import { z } from 'zod';
import { AgentAsk } from './agent-ask.ts';
import { AGENT_ROWS_MAX, AgentBrief } from './agent-brief.ts';
import { AgentRow, AgentShot } from './agent-row.ts';
import {
  AgentBatchCard,
  AgentCard,
  AGENT_CHANGE_DETAILS,
  AgentChange,
  AgentListInput,
  AgentProject,
  KeywordList,
  OneAgent,
  SheetAnswer,
  SheetFile,
} from './agent.ts';
import { EXPORT_STATUSES, Preview } from './candidate.ts';
import { get, post, query, stream } from './endpoint.ts';
import { TARGET_PLATFORMS } from './project.ts';
import { TaskStep } from './task.ts';
import { Id, Name, page, PageInput, Time } from './wire.ts';

/** What a finished video was looked at for. */
export const LOOK_KINDS = {
  picture: '画面',
  sound: '声音',
  fact: '事实',
  shown: '画面上的字',
  opening: '开头',
  length: '时长',
  likeness: '重复度',
  rights: '授权',
  label: '标识',
} as const;
export type LookKind = keyof typeof LOOK_KINDS;

/** Something that was found in a finished video. */
export const AgentFinding = z.object({
  kind: z.enum(Object.keys(LOOK_KINDS) as [LookKind]),
  /** `reject`: not delivered with it; `mend`: put right where that can be done, else told; `tell`: told. */
  weight: z.enum(['reject', 'mend', 'tell']),
  /** The number of its line, from 0; null: the video as a whole. */
  place: z.int().nullable(),
  message: z.string(),
});
export type AgentFinding = z.infer<typeof AgentFinding>;

/** How a finished video looked to the one who made it. */
export const AgentLook = z.object({
  /** Its loudness in LUFS; null: nothing is heard. */
  lufs: z.number().nullable(),
  /** Lines with facts that were listened to; null: nothing here can hear. */
  heard: z.int().nullable(),
  /** Captions with facts that were read back from the picture; null: nothing here can read. */
  read: z.int().nullable().default(null),
  /** As measured, with the finished video that is most like it; null: not compared yet. */
  likeness: z.number().nullable(),
  level: z.int().nullable(),
  closest_name: z.string(),
  found: z.array(AgentFinding),
});
export type AgentLook = z.infer<typeof AgentLook>;

/** What has become of a row. */
export const AgentOutcome = z.object({
  row_id: Id,
  /** Null: nobody has asked for it. */
  status: z.enum(EXPORT_STATUSES).nullable(),
  progress: z.number(),
  /** What to do about it, in words. */
  error: z.string().nullable(),
  /** Its mix, once somebody has looked at it or it was made. */
  mproject_id: Id.nullable(),
  artwork_id: Id.nullable(),
  file_name: z.string().nullable(),
  /** The row was changed since it was made. */
  is_stale: z.boolean(),
  /** What was put right by itself, and what somebody should look at in the finished video. */
  repairs: z.array(z.string()),
  /** Null: it was not looked at yet. */
  look: AgentLook.nullable(),
});
export type AgentOutcome = z.infer<typeof AgentOutcome>;

/** What can be said of a row before it is made. */
export const AgentCheck = z.object({
  row_id: Id,
  /** How long its video will be, and how long it is to be. */
  seconds: z.number(),
  wanted: z.number(),
  /** With the most similar other row, or video of the last months, 0 to 1, and its level. */
  likeness: z.number(),
  level: z.int().min(1).max(5),
  /** The number of the row that it is most like; null: a video of before. */
  closest: z.int().nullable(),
  /** Lines with which something is shown that merely is there. */
  guesses: z.int(),
  warnings: z.array(z.string()),
  /** Why it cannot be made; null when it can. */
  problem: z.string().nullable(),
});
export type AgentCheck = z.infer<typeof AgentCheck>;

export const AgentBatch = AgentBatchCard.extend({
  agent_name: z.string(),
  agent_kind: AgentCard.shape.agent_kind,
  brief: AgentBrief,
  rows: z.array(AgentRow),
  outcomes: z.array(AgentOutcome),
  checks: z.array(AgentCheck),
  /** What planning told, in words. */
  notices: z.array(z.string()),
  /** Which rows somebody wants made exactly as they are, where somebody else has to agree, and what came of it. */
  asked: AgentAsk.nullable(),
  /** Where finished videos are; null before the first. */
  dir_id: Id.nullable(),
  revision: z.int(),
});
export type AgentBatch = z.infer<typeof AgentBatch>;

/** Whether a batch may be made as it is: at once, if somebody agrees to what is said, or not. */
export const Admission = z.object({
  verdict: z.enum(['allow', 'confirm', 'blocked']),
  /** Rows that will be made. */
  count: z.int(),
  minutes: z.number(),
  /** What services ask for it at most, in yuan: speech that was made before costs nothing again. */
  cost: z.number(),
  bytes: z.int(),
  most_likeness: z.number(),
  level: z.int(),
  /** Rows that cannot be made, and why. */
  left_out: z.array(z.object({ row_id: Id, number: z.int(), problem: z.string() })),
  /** Whether somebody else has to agree, and who asked for it; whoever submits next and is not that one agrees. */
  approval: z.enum(['none', 'needed', 'asked']),
  asked_by: Id.nullable(),
  asked_by_name: z.string(),
  /** The name of exactly what is made. */
  key: z.string(),
  /** What somebody has to agree to. */
  reasons: z.array(z.string()),
  /** What should be shot, since nothing fitting was there. */
  missing: z.array(z.object({ wish: z.string(), line: z.string(), rows: z.array(z.int()) })),
});
export type Admission = z.infer<typeof Admission>;

/** A cell that a table has otherwise than the batch. */
export const AgentDifference = z.object({
  row_id: Id.nullable(),
  number: z.int(),
  field: z.string(),
  name: z.string(),
  before: z.string(),
  after: z.string(),
});
export type AgentDifference = z.infer<typeof AgentDifference>;

const OneBatch = z.object({ agent_batch_config_id: Id });
const OneRow = OneBatch.extend({ row_id: Id });
const RowIds = z.array(Id).min(1, '至少一行').max(AGENT_ROWS_MAX);
const NewRow = AgentRow.omit({ row_id: true, shots: true }).partial();
const RowChange = NewRow.extend({ row_id: Id });
const RowAnswer = z.object({ row: AgentRow, check: AgentCheck, outcome: AgentOutcome });
const viewer = { by: 'agent_batch_config_id', role: 'viewer' } as const;
const editor = { by: 'agent_batch_config_id', role: 'editor' } as const;

export const agentBatch = {
  list: get('/api/agent_enhance/list', {
    summary: '增强智能体列表',
    input: AgentListInput.omit({ agent_kind: true }),
    output: page(AgentCard),
    space: { by: 'project_id', role: 'viewer' },
  }),
  agent: get('/api/agent_enhance/detail', {
    summary: '增强智能体详情',
    input: OneAgent,
    output: AgentProject,
    space: { by: 'agent_project_id', role: 'viewer' },
  }),
  keywords: get('/api/agent_enhance/keyword/list', {
    summary: '批次的关键词',
    input: OneAgent,
    output: KeywordList,
    space: { by: 'agent_project_id', role: 'viewer' },
  }),
  updateAgent: post('/api/agent_enhance/update', {
    summary: '修改增强智能体',
    details: AGENT_CHANGE_DETAILS,
    input: AgentChange,
    output: AgentProject,
    space: { by: 'agent_project_id', role: 'editor' },
  }),
  add: post('/api/agent_enhance/batch_config/add', {
    summary: '新建批次',
    details: '一行一条视频，最多 200 行；不给 rows 时是空的。要按资料规划，用 agent_project/task/add',
    input: OneAgent.extend({
      batch_name: Name,
      rows: z.array(NewRow).max(AGENT_ROWS_MAX, `一批最多 ${AGENT_ROWS_MAX} 条`).default([]),
    }),
    output: AgentBatch,
    space: { by: 'agent_project_id', role: 'editor' },
  }),
  update: post('/api/agent_enhance/batch_config/update', {
    summary: '修改批次',
    details: '只改给出的行和项；其他人同时改的别的内容不受影响',
    input: OneBatch.extend({ batch_name: Name.optional(), rows: z.array(RowChange).max(AGENT_ROWS_MAX).default([]) }),
    output: AgentBatch,
    space: editor,
  }),
  submit: post('/api/agent_enhance/batch_config/submit', {
    summary: '提交批次',
    details:
      'verdict 为 allow 就开始制作；为 confirm 时看过 reasons，带 is_confirmed 再提交；为 blocked 时一条也做不了。带上看到的 key，内容在那以后改过就不做，答 409。approval 不为 none 时要另一个人带 key 提交同样的内容（本人登录，访问令牌不能代劳），或用 ask/refuse 退回。做好没有改过的行不会再做',
    input: OneBatch.extend({
      /** Every row that is not made yet, unless given. */
      row_ids: RowIds.optional(),
      is_confirmed: z.boolean().default(false),
      /** Of the admission that was looked at: what is something else by now is not made. */
      key: z.string().max(100).optional(),
      /** Only to look. */
      is_trial: z.boolean().default(false),
    }),
    output: z.object({ admission: Admission, task_id: Id.nullable() }),
    space: editor,
    scope: 'produce',
  }),
  clear: post('/api/agent_enhance/batch_config/clear', {
    summary: '清空批次',
    details: '所有行都删去，可以在历史里找回；做好的视频还在',
    input: OneBatch,
    output: AgentBatch,
    space: editor,
  }),
  detail: get('/api/agent_enhance/batch_config/detail', {
    summary: '批次详情',
    input: OneBatch,
    output: AgentBatch,
    space: viewer,
  }),
  changes: stream('/api/agent_enhance/batch_config/changes', {
    summary: '批次的进展',
    details: '规划或制作有了进展；之后再读一次详情',
    input: OneBatch,
    output: z.object({ agent_batch_config_id: Id }),
    space: viewer,
  }),
  settle: post('/api/agent_enhance/batch_config/settle', {
    summary: '给改过的行选画面',
    details: '只找改过的格子，其余不动；row_ids 给出时这些行全部重选',
    input: OneBatch.extend({ row_ids: RowIds.optional() }),
    output: AgentBatch,
    space: editor,
  }),
  addRow: post('/api/agent_enhance/single_config/add', {
    summary: '加一条视频',
    input: OneBatch.extend({ row: NewRow.default({}) }),
    output: RowAnswer,
    space: editor,
  }),
  updateRow: post('/api/agent_enhance/single_config/update', {
    summary: '修改一条视频',
    input: OneRow.extend({ row: NewRow }),
    output: RowAnswer,
    space: editor,
  }),
  writeRow: post('/api/agent_enhance/single_config/gen_captions', {
    summary: '写一条的文案',
    details: '按这一行的卖点和资料重写开头、台词、标题和话题，和批次里其他行的开头都不同；only_title 时只换标题和话题',
    input: OneRow.extend({ only_title: z.boolean().default(false) }),
    output: RowAnswer,
    space: editor,
  }),
  row: get('/api/agent_enhance/single_config/detail', {
    summary: '一条视频的详情',
    input: OneRow,
    output: RowAnswer,
    space: viewer,
  }),
  preview: post('/api/agent_enhance/single_config/preview', {
    summary: '播放一条视频',
    details: '不用先制作；缺的画面现选、现做成小图',
    input: OneRow,
    output: Preview,
    space: editor,
  }),
  tasks: query('/api/agent_enhance/task/list', {
    summary: '批次的制作记录',
    input: PageInput.extend({ agent_batch_config_id: Id }),
    output: page(
      z.object({
        task_id: Id,
        title: z.string(),
        status: z.string(),
        progress: z.number(),
        steps: z.array(TaskStep),
        result: z.record(z.string(), z.unknown()).nullable(),
        created_at: Time,
        finished_at: Time.nullable(),
      }),
    ),
    space: viewer,
  }),
  export: query('/api/agent_enhance/task/export', {
    summary: '导出批次表格',
    details: '一行一条视频的 xlsx：卖点、台词、标题、话题和做成的文件；改过以后可以用 file/parse 读回来',
    input: OneBatch,
    output: z.object({ file_name: z.string(), content_base64: z.string() }),
    space: viewer,
  }),
  search: query('/api/agent_enhance/search', {
    summary: '给一格找画面',
    details: '素材名、标签或一句话；最合适的在前，各带理由',
    input: OneBatch.extend({ wish: z.string().trim().min(1, '写上要找什么').max(1000) }),
    output: z.object({ items: z.array(AgentShot.extend({ cover_url: z.string().nullable() })) }),
    space: viewer,
  }),
  syncPoint: post('/api/agent_enhance/sync_selling_point', {
    summary: '同步卖点',
    details: '选中的行改讲这个卖点，文案重写，画面重选',
    input: OneBatch.extend({ row_ids: RowIds, point: AgentRow.shape.point.min(1, '写上卖点') }),
    output: AgentBatch,
    space: editor,
  }),
  topics: query('/api/agent_enhance/tags_recommend', {
    summary: '推荐话题',
    details: '按平台各给几个，不超过平台的上限；来自这一行、商品资料和本空间做得好的成片',
    input: OneRow.extend({ platforms: z.array(z.enum(TARGET_PLATFORMS)).max(TARGET_PLATFORMS.length).default([]) }),
    output: z.object({
      items: z.array(
        z.object({
          platform: z.enum(TARGET_PLATFORMS),
          /** Cut to what the platform takes. */
          title: z.string(),
          topics: z.array(z.string()),
        }),
      ),
    }),
    space: viewer,
  }),
  parseFile: query('/api/agent_enhance/file/parse', {
    summary: '读取批次表格',
    details: '导出的 xlsx 改过以后读回来：differences 是哪几格会变，不保存；不是批次表格时当作商品资料读',
    input: SheetFile.extend({ agent_batch_config_id: Id }),
    output: SheetAnswer.extend({ differences: z.array(AgentDifference) }),
    space: viewer,
    scope: 'edit',
    body_max: 28 * 1024 * 1024,
  }),
};
