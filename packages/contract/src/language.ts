import { z } from 'zod';
import { get, post, query } from './endpoint.ts';
import { Id, InSpace, Nothing } from './wire.ts';

/** As browsers and services write it: `en`, `zh-TW`. */
export const LanguageCode = z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, '语言代码不对，例如 en');
export const TRANSLATED_AT_ONCE = 40;
export const GLOSSARY_MAX = 1000;

/** Who does something in a language here. */
const By = z.array(z.object({ engine: z.string(), engine_name: z.string() }));

/** A language with who recognises, speaks and translates into it on this machine now; nobody: an empty list. */
export const Language = z.object({
  language: LanguageCode,
  language_name: z.string(),
  native_name: z.string(),
  /** Written from right to left. */
  is_rtl: z.boolean(),
  recognised_by: By,
  spoken_by: By,
  translated_by: By,
});
export type Language = z.infer<typeof Language>;

/** What a space always calls something in another language. */
export const GlossaryTerm = z.object({
  term_id: Id,
  term: z.string(),
  language: LanguageCode,
  translation: z.string(),
});
export type GlossaryTerm = z.infer<typeof GlossaryTerm>;

const Word = (what: string) => z.string().trim().min(1, `请填写${what}`).max(100, '最多 100 个字');

export const language = {
  list: get('/api/language/list', {
    summary: '语言列表',
    details: '每种语言在这里能不能识别、朗读、翻译，由谁来做；没有引擎时对应的列表是空的，reasons 说明原因',
    input: Nothing,
    output: z.object({
      items: z.array(Language),
      /** Why nobody does it at all, in words; null where somebody does. */
      reasons: z.object({
        recognise: z.string().nullable(),
        speak: z.string().nullable(),
        translate: z.string().nullable(),
      }),
    }),
    access: 'session',
  }),
  translate: query('/api/utils/translate/', {
    summary: '翻译文字',
    details:
      '按本空间的术语表翻译；数字、金额、日期和型号要和原文一致，不一致的再问一次，还不对就在 problems 里说明。没有翻译引擎时报错，可以改用译者表格',
    input: InSpace.extend({
      texts: z.array(z.string().max(1000)).min(1, '请给出要翻译的文字').max(TRANSLATED_AT_ONCE),
      source: LanguageCode.default('zh'),
      target: LanguageCode,
      /** Seconds that each may be spoken for; null: as long as it takes. */
      seconds: z.array(z.number().min(0).max(3600).nullable()).max(TRANSLATED_AT_ONCE).default([]),
      /** Names that are written as they are. */
      names: z.array(z.string().min(1).max(200)).max(200).default([]),
    }),
    output: z.object({
      items: z.array(
        z.object({
          /** Empty where nothing usable came. */
          text: z.string(),
          problems: z.array(z.object({ kind: z.string(), message: z.string() })),
        }),
      ),
    }),
    space: { by: 'team_id', role: 'editor' },
    per_minute: 120,
  }),
};

export const glossary = {
  list: get('/api/glossary/list', {
    summary: '术语表',
    details: '本空间固定的译法，翻译时照用',
    input: InSpace,
    output: z.array(GlossaryTerm),
    space: { by: 'team_id', role: 'viewer' },
  }),
  save: post('/api/glossary/save', {
    summary: '保存术语',
    details: '同一个词在同一种语言里只有一个译法，再存一次就是修改',
    input: InSpace.extend({
      term: Word('原词'),
      language: LanguageCode,
      translation: Word('译法'),
    }),
    output: GlossaryTerm,
    space: { by: 'team_id', role: 'editor' },
  }),
  remove: post('/api/glossary/delete', {
    summary: '删除术语',
    input: InSpace.extend({ term_id: Id }),
    output: z.array(GlossaryTerm),
    space: { by: 'team_id', role: 'editor' },
  }),
};
