import { z } from 'zod';
import { SPLIT_RULES } from './audio.ts';
import { get, plain, post, query } from './endpoint.ts';
import { FactAcceptance } from './fact-kind.ts';
import { Fact, FACTS_MAX } from './fact.ts';
import { StoryBrief } from './story-brief.ts';
import { ImportTable } from './story-import.ts';
import { STORY_COLUMNS, STORY_ROWS_MAX, type StoryField, StoryRow } from './story-row.ts';
import { StoryPace } from './story-video.ts';
import { Done, Id, Name, page, PageInput, Time } from './wire.ts';

/** Where the rows of a board came from first. */
export const STORY_ORIGINS = { own: '自己写的', ai: 'AI 写的', video: '视频转的', import: '导入的' } as const;
const Origin = z.enum(Object.keys(STORY_ORIGINS) as [keyof typeof STORY_ORIGINS]);
export type StoryOrigin = z.infer<typeof Origin>;

/** How far a board is, by the last that happened to it. */
export const STORY_STATES = {
  reading: '正在拆解',
  unread: '没拆完',
  draft: '在写',
  shooting: '在拍',
  in_mix: '已进混剪',
} as const;

/** What a board is printed as. */
export const STORY_FORMATS = { pdf: 'PDF', docx: 'Word', xlsx: 'Excel' } as const;
export type StoryFormat = keyof typeof STORY_FORMATS;
const Format = z.enum(Object.keys(STORY_FORMATS) as [StoryFormat]);
const Columns = z
  .array(z.enum(STORY_COLUMNS.map(({ field }) => field) as [StoryField]))
  .min(1, '至少选一列')
  .max(STORY_COLUMNS.length)
  .refine((columns) => new Set(columns).size === columns.length, '每列只选一次');
export const STORY_FILE_BYTES_MAX = 20_000_000;

/** What holds for the whole board. */
export const StorySettings = z.object({
  board_name: Name,
  /** How long the video should become; null: not decided. */
  target_ms: z.int().min(1000, '至少 1 秒').max(3_600_000, '最长 1 小时').nullable(),
  /** Whose pace spoken seconds are counted by; null: the usual one. */
  voice_id: z.string().max(200).nullable(),
  rate: z.number().min(0.5, '最慢 0.5 倍').max(2, '最快 2 倍'),
  /** What it is written from; null: nobody said. */
  brief: StoryBrief.nullable(),
});
export type StorySettings = z.infer<typeof StorySettings>;

const Rows = z
  .array(StoryRow)
  .max(STORY_ROWS_MAX, `一个故事板最多 ${STORY_ROWS_MAX} 行`)
  .refine((rows) => new Set(rows.map(({ row_id }) => row_id)).size === rows.length, '每行的编号不能相同');

const Facts = z
  .array(Fact)
  .max(FACTS_MAX, `最多 ${FACTS_MAX} 条产品事实`)
  .refine((facts) => new Set(facts.map(({ id }) => id)).size === facts.length, '每条事实的编号不能相同');

/** What only the library knows of a reference. */
export const StoryReferenceView = z.object({
  material_id: Id,
  start_ms: z.int(),
  material_name: z.string(),
  cover_url: z.string().nullable(),
  /** Deleted since, or never there. */
  is_gone: z.boolean(),
  /** Somebody else's work: to look at, not to cut from. */
  is_inspiration: z.boolean(),
});
export type StoryReferenceView = z.infer<typeof StoryReferenceView>;

export const StoryBoard = StorySettings.extend({
  story_board_id: Id,
  project_id: Id,
  origin: Origin,
  /** The video it was read from. */
  source_material_id: Id.nullable(),
  /** Of the video it was read from. */
  pace: StoryPace.nullable(),
  rows: z.array(StoryRow),
  /** What its words may not say otherwise, and where somebody lets them. */
  facts: z.array(Fact),
  acceptances: z.array(FactAcceptance),
  references: z.array(StoryReferenceView),
  revision: z.int(),
  creator_name: z.string(),
  created_at: Time,
  updated_at: Time,
});
export type StoryBoard = z.infer<typeof StoryBoard>;

export const StoryCard = StoryBoard.pick({
  story_board_id: true,
  project_id: true,
  board_name: true,
  origin: true,
  target_ms: true,
  creator_name: true,
  created_at: true,
  updated_at: true,
}).extend({
  row_count: z.int(),
  /** The rows' lengths together; rows without one count nothing. */
  duration_ms: z.int(),
  first_line: z.string(),
  cover_url: z.string().nullable(),
  state: z.enum(Object.keys(STORY_STATES) as [keyof typeof STORY_STATES]),
  deleted_at: Time.nullable(),
});
export type StoryCard = z.infer<typeof StoryCard>;

const OneBoard = z.object({ story_board_id: Id });
const Boards = z.object({ story_board_ids: z.array(Id).min(1, '请先选择').max(100, '一次最多 100 个') });
const RowChange = StoryRow.partial().required({ row_id: true });
const NewRow = StoryRow.omit({ row_id: true }).partial();
const RowsAnswer = z.object({ rows: z.array(StoryRow), revision: z.int() });

export const story = {
  add: post('/api/story_board/add', {
    summary: '新建故事板',
    input: StorySettings.partial().extend({
      project_id: Id,
      origin: Origin.default('own'),
      rows: z.array(NewRow).max(STORY_ROWS_MAX, `一个故事板最多 ${STORY_ROWS_MAX} 行`).default([]),
      facts: Facts.default([]),
    }),
    output: StoryBoard,
    space: { by: 'project_id', role: 'editor' },
  }),
  update: post('/api/story_board/update', {
    summary: '修改故事板',
    details: '只改给出的项；给 rows、facts 时是全部，按顺序。revision 不是最新时得到冲突与最新内容',
    input: StorySettings.partial().extend({
      story_board_id: Id,
      revision: z.int(),
      rows: Rows.optional(),
      facts: Facts.optional(),
    }),
    output: StoryBoard,
    space: { by: 'story_board_id', role: 'editor' },
  }),
  delete: post('/api/story_board/delete', {
    summary: '删除故事板',
    details: '30 天内可恢复',
    input: Boards,
    output: Done,
    space: { by: 'story_board_ids', role: 'editor' },
  }),
  restore: post('/api/story_board/restore', {
    summary: '恢复故事板',
    input: Boards,
    output: Done,
    space: { by: 'story_board_ids', role: 'editor' },
  }),
  copy: post('/api/story_board/copy', {
    summary: '复制故事板',
    details: '可以复制到同一空间的另一个项目',
    input: OneBoard.extend({
      project_id: Id.optional(),
      board_name: Name.optional(),
      /** `shape`: parts, sizes, moves and lengths to be filled anew, without its pictures and words. */
      parts: z.enum(['all', 'shape']).default('all'),
    }),
    output: StoryBoard,
    space: { by: 'story_board_id', role: 'editor' },
  }),
  list: get('/api/story_board/list', {
    summary: '故事板列表',
    details: 'keyword 在名称、画面和台词里查找',
    input: PageInput.extend({
      project_id: Id,
      keyword: z.string().trim().max(100).optional(),
      origin: Origin.optional(),
      /** The recycle bin instead. */
      is_deleted: z.boolean().optional(),
    }),
    output: page(StoryCard),
    space: { by: 'project_id', role: 'viewer' },
  }),
  detail: get('/api/story_board/detail', {
    summary: '故事板详情',
    input: OneBoard,
    output: StoryBoard,
    space: { by: 'story_board_id', role: 'viewer' },
  }),
  parseFile: query('/api/story_board/file_parse', {
    summary: '读取分镜文件',
    details:
      '接受 txt、md、docx、xlsx、srt 和剪映草稿的 draft_content.json，最大 20 MB；只解析，不保存。' +
      '得到文件里的表格和每列可能是什么，正文按 split 分成行',
    input: z.object({
      project_id: Id,
      file_name: z.string().min(1).max(255),
      content_base64: z
        .base64('文件内容应为 base64')
        .max(Math.ceil(STORY_FILE_BYTES_MAX / 3) * 4, '文件最大 20 MB，图片多的文件请去掉图片另存一份'),
      split: z.enum(SPLIT_RULES).default('line'),
    }),
    output: z.object({
      tables: z.array(ImportTable),
      /** What was left out and why, in Chinese. */
      notices: z.array(z.string()),
    }),
    space: { by: 'project_id', role: 'viewer' },
    body_max: 28 * 1024 * 1024,
  }),
  export: query('/api/story_board/export', {
    summary: '导出故事板',
    details: 'A4 横版的 pdf、docx 或 xlsx，带参考画面；不给 columns 时是有内容的列。链接一小时内有效',
    input: OneBoard.extend({ format: Format, columns: Columns.optional() }),
    output: z.object({ url: z.string(), file_name: z.string() }),
    space: { by: 'story_board_id', role: 'viewer' },
  }),
  paper: plain('GET', '/story/paper', { summary: '导出的故事板文件', per_minute: 120 }),
  addRows: post('/api/shooting_script/add', {
    summary: '添加拍摄脚本',
    details: '一次可以添加多行，从 position 开始；不给 position 时加在最后',
    input: OneBoard.extend({
      rows: z.array(NewRow).min(1, '至少一行').max(STORY_ROWS_MAX, `一个故事板最多 ${STORY_ROWS_MAX} 行`),
      position: z.int().min(0).optional(),
    }),
    output: RowsAnswer,
    space: { by: 'story_board_id', role: 'editor' },
  }),
  updateRows: post('/api/shooting_script/update', {
    summary: '修改拍摄脚本',
    details: '只改给出的行和项；其他人同时改的别的内容不受影响',
    input: OneBoard.extend({ rows: z.array(RowChange).min(1, '至少一行').max(STORY_ROWS_MAX) }),
    output: RowsAnswer,
    space: { by: 'story_board_id', role: 'editor' },
  }),
  deleteRows: post('/api/shooting_script/delete', {
    summary: '删除拍摄脚本',
    details: '可以在故事板的历史版本里找回',
    input: OneBoard.extend({ row_ids: z.array(Id).min(1, '至少一行').max(STORY_ROWS_MAX) }),
    output: Done,
    space: { by: 'story_board_id', role: 'editor' },
  }),
  row: get('/api/shooting_script/detail', {
    summary: '拍摄脚本详情',
    input: OneBoard.extend({ row_id: Id }),
    output: StoryRow,
    space: { by: 'story_board_id', role: 'viewer' },
  }),
};
