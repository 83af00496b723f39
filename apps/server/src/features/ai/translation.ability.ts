import { z } from 'zod';
import { type Call, type Engine, defineAbility, OR_OWN_MODEL } from './ability.ts';
import { serviceWriters, type TextWriter, textWriters } from './text-writer.ts';
import { TextService, type Wish } from './wish.ts';
import { writeFitting } from './write-fitting.ts';

export const PART_LINES_MAX = 40;
export const LINE_MAX = 2000;

/** Some lines to be translated together; `must` stands in the translation letter by letter. */
const Passage = z.object({
  lines: z
    .array(z.object({ text: z.string().min(1).max(LINE_MAX), must: z.array(z.string()) }))
    .min(1)
    .max(PART_LINES_MAX),
  from: z.string().nullable(),
  to: z.string(),
  glossary: z.array(z.object({ term: z.string(), translation: z.string() })),
  about: z.string().max(2000),
});
type Passage = z.infer<typeof Passage>;
const Translated = z.object({ lines: z.array(z.string()) });
type Translated = z.infer<typeof Translated>;

export const translation = defineAbility({
  ability: 'translate',
  name: '翻译',
  input: Passage,
  output: Translated,
  unit: { name: '词元', price_per: 1_000_000, price_name: '百万词元' },
  makes: 'text',
  or_else: OR_OWN_MODEL,
  service: TextService,
  // Whatever writes can translate; a service for it alone is asked first.
  engines: (parts, services): Engine<Passage, Translated>[] =>
    [...serviceWriters(services, 'translate'), ...textWriters(parts, services)].map((writer) => ({
      ...writer,
      answer: (passage, call) => translateWith(writer, passage, call),
    })),
  amountOf: ({ lines }) => lines.reduce((sum, { text }) => sum + text.length, 0),
  trial: {
    async input() {
      return { lines: [{ text: '今天下单立减五十元', must: [] }], from: 'zh', to: 'en', glossary: [], about: '' };
    },
    told: ({ lines }) => `译成「${(lines[0] ?? '').slice(0, 60)}」`,
  },
});

async function translateWith(writer: TextWriter, passage: Passage, { signal }: Call) {
  const { output, ...spent } = await writeFitting(writer, wishOf(passage), { signal });
  const { lines } = output.value as z.output<ReturnType<typeof answerOf>>;
  return { output: { lines: lines.toSorted((a, b) => a.n - b.n).map(({ text }) => text) }, ...spent };
}

function wishOf({ lines, from, to, glossary, about }: Passage): Wish {
  const rules = [
    `你是专业的广告译者，把每一行${from ? `从${languageName(from)}` : ''}译成${languageName(to)}，地道、简短、适合口播。`,
    '每一行单独翻译，不合并、不拆分、不漏行，n 保持不变。',
    '⟦1⟧ 这样的记号原样保留；must 里的内容必须一字不差地出现在这一行的译文里。',
    ...(glossary.length > 0 ? ['glossary 里的词按给定的译法翻译。'] : []),
    ...(about ? [`背景：${about}`] : []),
  ];
  const task = {
    to,
    ...(glossary.length > 0 && { glossary }),
    lines: lines.map(({ text, must }, n) => ({ n: n + 1, text, ...(must.length > 0 && { must }) })),
  };
  return {
    messages: [
      { role: 'system', content: rules.join('\n') },
      { role: 'user', content: JSON.stringify(task) },
    ],
    answer: answerOf(lines.length),
    max_tokens: 8000,
    temperature: 0.3,
  };
}

/** A line that is missing would move all the others: the numbers have to be the same. */
function answerOf(count: number) {
  const Line = z.object({
    n: z.int().min(1).max(count),
    text: z
      .string()
      .trim()
      .min(1)
      .max(LINE_MAX * 5),
  });
  // For models that are held to it; others are told below which line is missing.
  const Lines = z.array(Line).meta({ minItems: count, maxItems: count });
  return z.object({ lines: Lines }).superRefine(({ lines }, context) => {
    const numbers = lines.map(({ n }) => n);
    const missing = Array.from({ length: count }, (_, n) => n + 1).filter((n) => !numbers.includes(n));
    if (missing.length > 0) context.addIssue({ code: 'custom', message: `缺少第 ${missing.join('、')} 行` });
    else if (numbers.length !== count) context.addIssue({ code: 'custom', message: `应有 ${count} 行，每行一次` });
  });
}

function languageName(code: string): string {
  const name = new Intl.DisplayNames(['zh'], { type: 'language', fallback: 'code' }).of(code);
  return name && name !== code ? `${name}（${code}）` : code;
}
