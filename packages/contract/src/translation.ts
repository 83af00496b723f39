import { z } from 'zod';
import { get, post, query } from './endpoint.ts';
import { GlossaryTerm, LanguageCode } from './language.ts';
import { Id } from './wire.ts';

/** One text that is to be translated: which, where it stands, and how long it may be spoken or shown. */
export const Passage = z.object({
  key: z.string().min(1).max(160),
  /** 第 3 行台词. */
  place: z.string(),
  kind: z.enum(['line', 'caption', 'words']),
  text: z.string(),
  seconds: z.number().nullable(),
  /** The shot grows with what is said: then a longer line is only told of. */
  follows: z.boolean(),
});
export type Passage = z.infer<typeof Passage>;

const PASSAGES_MAX = 8000;
const Texts = z
  .array(z.object({ key: z.string().min(1).max(160), text: z.string().max(1000, '一句最多 1000 字') }))
  .max(PASSAGES_MAX);
const OneDocument = z.object({ document_id: Id });
const Into = OneDocument.extend({
  language: LanguageCode,
  /** `said`: what is heard and shown; `all`: also pictures, scenes and notes of a board. */
  parts: z.enum(['said', 'all']).default('said'),
});
const TableFile = z.object({ file_name: z.string(), content_base64: z.string() });
const BODY_MAX = 28 * 1024 * 1024;
const LinkedCopy = z.object({
  document_id: Id,
  kind: z.string(),
  project_id: Id,
  name: z.string(),
  language: LanguageCode,
  language_name: z.string(),
  /** Texts of the source that were changed since they were translated. */
  changed: z.int(),
});
export type LinkedCopy = z.infer<typeof LinkedCopy>;

export const translation = {
  plan: query('/api/translation/plan', {
    summary: '要翻译的文字',
    details: '故事板或混剪里的台词、字幕和标题，各带位置和秒数；known 是以前译好、原文没有改过的',
    input: Into,
    output: z.object({
      kind: z.string(),
      name: z.string(),
      /** The language it is in. */
      source: LanguageCode,
      passages: z.array(Passage),
      known: Texts,
      names: z.array(z.string()),
      glossary: z.array(GlossaryTerm),
    }),
    space: { by: 'document_id', role: 'viewer' },
  }),
  table: query('/api/translation/table', {
    summary: '导出译者表格',
    details: '一行一句的 xlsx：位置、原文、秒数、译文、不能改的数字和术语。译者填好译文列再交回来',
    input: Into.extend({ texts: Texts.default([]) }),
    output: TableFile,
    space: { by: 'document_id', role: 'viewer' },
    body_max: BODY_MAX,
  }),
  readTable: query('/api/translation/table_parse', {
    summary: '读取译者表格',
    details: '只读取，不保存；没有对上的行和原文已经改过的行在 notices 里说明',
    input: Into.extend({
      file_name: z.string().min(1).max(255),
      content_base64: z.base64('文件内容应为 base64').max(27_000_000, '文件最大 20 MB'),
    }),
    output: z.object({ texts: Texts, notices: z.array(z.string()) }),
    space: { by: 'document_id', role: 'viewer' },
    body_max: BODY_MAX,
  }),
  add: post('/api/translation/add', {
    summary: '生成译文副本',
    details: '另存一份，和原来的连着；没有译文的句子保留原文。is_bilingual 为真时字幕显示两种语言',
    input: Into.extend({ texts: Texts.min(1, '还没有译文'), is_bilingual: z.boolean().default(false) }),
    output: z.object({ document_id: Id, project_id: Id, kind: z.string(), notices: z.array(z.string()) }),
    space: { by: 'document_id', role: 'editor' },
    scope: 'produce',
    body_max: BODY_MAX,
  }),
  links: get('/api/translation/links', {
    summary: '原文和译文',
    details: '这一份译自哪里，又有哪些译文；原文后来改过几处',
    input: OneDocument,
    output: z.object({ source: LinkedCopy.nullable(), copies: z.array(LinkedCopy) }),
    space: { by: 'document_id', role: 'viewer' },
  }),
};
