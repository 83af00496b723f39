import { z } from 'zod';
import { query, stream } from './endpoint.ts';
import { Fact } from './fact.ts';
import { BRIEF_FIELDS, StoryBrief, TONES, type Tone } from './story-brief.ts';
import { SECTIONS, STORY_ROWS_MAX, StoryRow } from './story-row.ts';
import { STORY_FILE_BYTES_MAX } from './story.ts';
import { Id } from './wire.ts';

/** In which order the parts of a script come. */
export const STRUCTURES = {
  trouble: '痛点解决',
  show: '效果先行',
  list: '逐条讲',
  versus: '前后对比',
  story: '讲故事',
  parcel: '开箱探店',
  trust: '讲依据',
  offer: '价格活动',
  lesson: '教你选',
  ask: '一问一答',
} as const;
export type StructureKey = keyof typeof STRUCTURES;
export const SCRIPT_VERSIONS_MAX = 6;
export const SCRIPT_SECONDS = { min: 5, max: 180 } as const;
export const SCRIPT_TEXT_MAX = 20_000;
const SCRIPT_ROWS_MAX = 60;

const SECTION_KEYS = Object.keys(SECTIONS) as [keyof typeof SECTIONS];

/** A row as it is written; whoever keeps it gives it its id. */
export const ScriptRow = StoryRow.omit({ row_id: true });
export type ScriptRow = z.infer<typeof ScriptRow>;

export const ScriptVersion = z.object({
  version: z.int(),
  /** Its structure and how it opens, in words. */
  title: z.string(),
  rows: z.array(ScriptRow),
});
export type ScriptVersion = z.infer<typeof ScriptVersion>;

/** What is told while a script is written: a version begins, a row is there, all is written. */
export const ScriptNews = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('version'), version: z.int(), title: z.string() }),
  z.object({ kind: z.literal('row'), version: z.int(), row: ScriptRow }),
  z.object({ kind: z.literal('end'), rows: z.int() }),
]);
export type ScriptNews = z.infer<typeof ScriptNews>;

/** `notices`: what a person has to look at, in words. */
const Written = z.object({
  versions: z.array(ScriptVersion),
  engine_name: z.string(),
  notices: z.array(z.string()),
});

/** Where: facts of the board hold for whatever is written for it. */
const Place = z.object({ project_id: Id, story_board_id: Id.optional() });
const space = { by: 'project_id', role: 'editor' } as const;
const NamedBrief = StoryBrief.extend({ name: StoryBrief.shape.name.min(1, '先写商品名称') });

/** What is read of a product sheet: what a story says, and for agents whose it is and what may not be said of it. */
export const SHEET_FIELDS = { ...BRIEF_FIELDS, brand: '品牌', forbidden: '禁用词' } as const;
export type SheetField = keyof typeof SHEET_FIELDS;

/** Something of a product sheet, with where it stands there; it counts when a person has ticked it. */
export const SheetItem = z.object({
  field: z.enum(Object.keys(SHEET_FIELDS) as [SheetField]),
  text: z.string(),
  sentence: z.string(),
  /** Page, slide or sheet, from 1; null where the file has none. */
  page: z.int().nullable(),
  /** Whose it is where a sheet has several products; null: of all of them. */
  product: z.string().nullable(),
  /** Numbers, names and claims in it that nobody may change afterwards. */
  facts: z.array(Fact),
  /** The board has it already. */
  is_known: z.boolean(),
});
export type SheetItem = z.infer<typeof SheetItem>;

/** What several lines of a sheet say differently of the same thing (`what`) of one product: somebody has to choose. */
export const SheetConflict = z.object({
  field: SheetItem.shape.field,
  what: z.string(),
  product: SheetItem.shape.product,
  /** Their places among what was found. */
  items: z.array(z.int()).min(2),
  texts: z.array(z.string()).min(2),
});
export type SheetConflict = z.infer<typeof SheetConflict>;

export const writer = {
  write: query('/api/ai_script/write', {
    summary: 'AI 写脚本',
    details:
      '按商品资料写出一版或几版分镜，没有两版开头相同。写的时候每行都在 ai_script/changes 里按 script_id 播出，' +
      '断开这次请求就停下，把已有的行放在 begun 里再请求就接着写；不保存，要留的行由调用者写进故事板',
    input: Place.extend({
      /** Under which the rows are told while they are written. */
      script_id: Id.optional(),
      /** `auto`: a service where one is configured. */
      engine: z.enum(['auto', 'built_in']).default('auto'),
      brief: NamedBrief,
      seconds: z
        .int()
        .min(SCRIPT_SECONDS.min, `最短 ${SCRIPT_SECONDS.min} 秒`)
        .max(SCRIPT_SECONDS.max, `最长 ${SCRIPT_SECONDS.max} 秒`),
      /** Null: another one for each version. */
      structure: z
        .enum(Object.keys(STRUCTURES) as [StructureKey])
        .nullable()
        .default(null),
      /** An order of one's own instead. */
      sections: z.array(z.enum(SECTION_KEYS)).max(20, '最多 20 段').default([]),
      versions: z.int().min(1).max(SCRIPT_VERSIONS_MAX, `一次最多 ${SCRIPT_VERSIONS_MAX} 版`).default(1),
      /** Openings that are there already: none is written again. */
      hooks: z.array(z.string().max(500)).max(60).default([]),
      /** Rows of the first version that are there already: they stay, and the rest is written behind them. */
      begun: z.array(ScriptRow).max(SCRIPT_ROWS_MAX, `最多接着 ${SCRIPT_ROWS_MAX} 行写`).default([]),
    }),
    output: Written,
    space,
  }),
  changes: stream('/api/ai_script/changes', {
    summary: '脚本逐行播出',
    details: '新的一版是 step_output，每行是 message，写完是 result，写不下去是 error；只有写的人听得到',
    input: z.object({ project_id: Id, script_id: Id }),
    output: ScriptNews,
    space,
  }),
  line: query('/api/ai_script/line', {
    summary: '改写一句台词',
    details: '三种意思不变的说法，数字和名称原样',
    input: Place.extend({
      brief: StoryBrief,
      section: StoryRow.shape.section.default(null),
      line: StoryRow.shape.line.min(1, '这一行还没有台词'),
      /** How long it may take; null: as long as it does now. */
      duration_ms: StoryRow.shape.duration_ms.default(null),
    }),
    output: z.object({
      choices: z.array(z.object({ line: z.string(), seconds: z.number() })),
      engine_name: z.string(),
      note: z.string(),
    }),
    space,
  }),
  tone: query('/api/ai_script/tone', {
    summary: '整板换语气',
    details: '每行给出换了语气的台词；没有合适说法的行原样返回',
    input: Place.extend({
      brief: StoryBrief,
      tone: z.enum(Object.keys(TONES) as [Tone]),
      rows: z
        .array(StoryRow.pick({ row_id: true, section: true, line: true, duration_ms: true }))
        .min(1, '还没有分镜')
        .max(STORY_ROWS_MAX),
    }),
    output: z.object({
      lines: z.array(z.object({ row_id: Id, line: z.string() })),
      engine_name: z.string(),
      notices: z.array(z.string()),
    }),
    space,
  }),
  text: query('/api/ai_script/text', {
    summary: '文字转分镜',
    details: '把一段文案分成镜头：台词、段落、画面和时长；一个字也不改。写的时候同样逐行播出',
    input: Place.extend({
      script_id: Id.optional(),
      text: z
        .string()
        .max(SCRIPT_TEXT_MAX, `一次最多 ${SCRIPT_TEXT_MAX / 10_000} 万字，请分几次`)
        .refine((said) => /[\p{L}\p{N}]/u.test(said), '先粘贴一段文案'),
      brief: StoryBrief.optional(),
    }),
    output: Written,
    space,
  }),
  file: query('/api/ai_script/file', {
    summary: '读取商品资料',
    details:
      '接受 docx、pdf、xlsx、pptx、txt、md，最大 20 MB；得到名称、卖点、价格等，各带原句和页码。只读取，勾选后才算数',
    input: Place.extend({
      file_name: z.string().min(1).max(255),
      content_base64: z
        .base64('文件内容应为 base64')
        .max(Math.ceil(STORY_FILE_BYTES_MAX / 3) * 4, '文件最大 20 MB，图片多的文件请去掉图片另存一份'),
    }),
    output: z.object({
      items: z.array(SheetItem),
      conflicts: z.array(SheetConflict),
      notices: z.array(z.string()),
    }),
    space,
    body_max: 28 * 1024 * 1024,
  }),
};
