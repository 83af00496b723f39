import { z } from 'zod';
import { AGENT_KINDS, AgentBrief, type AgentKind, AGENT_ROWS_MAX } from './agent-brief.ts';
import { get, post, query } from './endpoint.ts';
import { LanguageCode } from './language.ts';
import { TARGET_PLATFORMS } from './project.ts';
import { STORY_FILE_BYTES_MAX } from './story.ts';
import { Id, InSpace, Name, page, PageInput, Time } from './wire.ts';
import { SheetConflict, SheetItem } from './writer.ts';

const Kind = z.enum(Object.keys(AGENT_KINDS) as [AgentKind]);

export const BATCH_STATUSES = ['draft', 'submitted', 'running', 'done', 'partial', 'failed'] as const;

/** A batch as lists show it. */
export const AgentBatchCard = z.object({
  agent_batch_config_id: Id,
  agent_project_id: Id,
  project_id: Id,
  batch_name: z.string(),
  status: z.enum(BATCH_STATUSES),
  row_count: z.int(),
  done_count: z.int(),
  /** What plans it, and what makes it; null: nothing was asked for. */
  plan_task_id: Id.nullable(),
  task_id: Id.nullable(),
  creator_name: z.string(),
  created_at: Time,
  updated_at: Time,
});
export type AgentBatchCard = z.infer<typeof AgentBatchCard>;

/** An agent with what it works from. */
export const AgentCard = z.object({
  agent_project_id: Id,
  project_id: Id,
  agent_kind: Kind,
  agent_name: z.string(),
  product_name: z.string(),
  batch_count: z.int(),
  done_count: z.int(),
  creator_name: z.string(),
  created_at: Time,
  updated_at: Time,
});
export type AgentCard = z.infer<typeof AgentCard>;

export const AgentProject = AgentCard.extend({ brief: AgentBrief, batches: z.array(AgentBatchCard) });
export type AgentProject = z.infer<typeof AgentProject>;

/** A word worth saying, and who says so. */
export const AgentKeyword = z.object({
  keyword: z.string(),
  /** The brief, words of the space's own materials, or finished videos that people marked or took away. */
  source: z.enum(['brief', 'library', 'results']),
  count: z.int(),
});
export type AgentKeyword = z.infer<typeof AgentKeyword>;

/** What a space holds its batches to; 0: no limit. */
export const AgentRule = z.object({
  /** More videos at once than this, and somebody else has to agree. */
  approval_rows: z.int().min(0).max(AGENT_ROWS_MAX),
  /** Minutes of finished video that batches may make in a month. */
  month_minutes: z.int().min(0).max(100_000),
});
export type AgentRule = z.infer<typeof AgentRule>;

export const OneAgent = z.object({ agent_project_id: Id });
export const SheetFile = z.object({
  file_name: z.string().min(1).max(255),
  content_base64: z
    .base64('文件内容应为 base64')
    .max(Math.ceil(STORY_FILE_BYTES_MAX / 3) * 4, '文件最大 20 MB，图片多的文件请去掉图片另存一份'),
});
export const SheetAnswer = z.object({
  items: z.array(SheetItem),
  conflicts: z.array(SheetConflict),
  notices: z.array(z.string()),
});
export const AgentListInput = PageInput.extend({ project_id: Id, agent_kind: Kind.optional() });
export const AgentChange = OneAgent.extend({
  agent_name: Name.optional(),
  brief: AgentBrief.optional(),
  /** Of the agent that the brief was made of: what somebody else saved since then is not written over. */
  updated_at: Time.optional(),
});
export const AGENT_CHANGE_DETAILS =
  '带上读到资料时的 updated_at，就不会盖掉别人后来改的：已被改过时答 409，data 是最新的；不带就整份覆盖';
export const KeywordList = z.object({ items: z.array(AgentKeyword) });

const viewer = { by: 'agent_project_id', role: 'viewer' } as const;
const editor = { by: 'agent_project_id', role: 'editor' } as const;

export const agent = {
  add: post('/api/agent_project/add', {
    summary: '新建智能体',
    details: '给 copy_of 时带上那个智能体的资料',
    input: z.object({
      project_id: Id,
      agent_kind: Kind,
      agent_name: Name,
      brief: AgentBrief.optional(),
      copy_of: Id.optional(),
    }),
    output: AgentProject,
    space: { by: 'project_id', role: 'editor' },
  }),
  update: post('/api/agent_project/update', {
    summary: '修改智能体',
    details: AGENT_CHANGE_DETAILS,
    input: AgentChange,
    output: AgentProject,
    space: editor,
  }),
  list: get('/api/agent_project/list', {
    summary: '智能体列表',
    input: AgentListInput,
    output: page(AgentCard),
    space: { by: 'project_id', role: 'viewer' },
  }),
  detail: get('/api/agent_project/detail', {
    summary: '智能体详情',
    input: OneAgent,
    output: AgentProject,
    space: viewer,
  }),
  addTask: post('/api/agent_project/task/add', {
    summary: '规划一批视频',
    details: '按资料写文案、配画面，得到一批可以逐格修改的视频；还不制作，提交批次后才制作',
    input: OneAgent.extend({
      batch_name: Name.optional(),
      /** As the brief says, unless given. */
      count: z.int().min(1, '至少 1 条').max(AGENT_ROWS_MAX, `一批最多 ${AGENT_ROWS_MAX} 条`).optional(),
    }),
    output: z.object({ task_id: Id, agent_batch_config_id: Id }),
    space: editor,
  }),
  parseFile: query('/api/agent_project/file/parse', {
    summary: '读取商品资料',
    details:
      '接受 docx、pdf、xlsx、pptx、txt、md，以及 jpg、png、webp 和扫描的 pdf（认字），最大 20 MB；得到名称、卖点、价格等，各带原句和页码。互相矛盾的列在 conflicts 里，只读取，勾选后才算数',
    input: SheetFile.extend({ project_id: Id, agent_project_id: Id.optional() }),
    output: SheetAnswer,
    space: { by: 'project_id', role: 'viewer' },
    scope: 'edit',
    body_max: 28 * 1024 * 1024,
  }),
  languages: query('/api/agent_project/language/recommend', {
    summary: '推荐语言',
    details: '按投放平台和地区推荐，最合适的在前；is_spoken 说这里现在有没有会说的音色',
    input: z.object({
      agent_project_id: Id,
      platforms: z.array(z.enum(TARGET_PLATFORMS)).max(TARGET_PLATFORMS.length).default([]),
      /** As in addresses: `CN`, `US`. */
      region: z
        .string()
        .regex(/^[A-Z]{2}$/, '地区代码不对，例如 US')
        .optional(),
    }),
    output: z.object({
      items: z.array(
        z.object({ language: LanguageCode, language_name: z.string(), reason: z.string(), is_spoken: z.boolean() }),
      ),
    }),
    space: viewer,
  }),
  rule: get('/api/agent_project/rule', {
    summary: '批量制作的规则',
    details: 'used_minutes 是本月智能体已做的成片分钟数',
    input: InSpace,
    output: AgentRule.extend({ used_minutes: z.number() }),
    space: { by: 'team_id', role: 'viewer' },
  }),
  updateRule: post('/api/agent_project/rule/update', {
    summary: '改批量制作规则',
    details: '超过 approval_rows 条要另一个人批准；month_minutes 是每月成片分钟的上限；0 是不限',
    input: InSpace.extend(AgentRule.shape),
    output: AgentRule,
    space: { by: 'team_id', role: 'owner' },
  }),
  keywords: get('/api/agent_project/keyword/list', {
    summary: '推荐关键词',
    details: '来自资料、本空间素材的标签，以及做过标记或下载过的成片',
    input: OneAgent,
    output: KeywordList,
    space: viewer,
  }),
};
