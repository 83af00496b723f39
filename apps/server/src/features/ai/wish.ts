import { WRITE_WITH } from '@mixreel/ai/providers';
import { z } from 'zod';
import { Bytes, kindOf, Service } from './ability.ts';

const CHARACTERS_MAX = 200_000;
const PICTURES_MAX = 24;
const PICTURE_BYTES_MAX = 1_000_000;

const Part = z.union([
  z.object({ text: z.string() }),
  z.object({
    jpeg: Bytes.refine(({ length }) => length <= PICTURE_BYTES_MAX, '图片太大，请缩小到 1 MB 以内'),
  }),
]);
const Message = z.object({
  role: z.enum(['system', 'user', 'assistant']),
  content: z.union([z.string(), z.array(Part)]),
});

type Messages = z.output<typeof Message>[];

/** What a model is to write. `answer` is what its answer has to fit, null for plain words. */
export const Wish = z
  .object({
    messages: z.array(Message).min(1).max(100, '对话太长，请分几次'),
    answer: z.instanceof(z.ZodType).nullable(),
    max_tokens: z.int().min(1).max(32_000),
    temperature: z.number().min(0).max(2),
  })
  .refine(
    ({ messages }) => charactersOf(messages) <= CHARACTERS_MAX,
    `内容太长，最多 ${CHARACTERS_MAX / 10_000} 万字，请分几次`,
  )
  .refine(({ messages }) => picturesOf(messages) <= PICTURES_MAX, `图片太多，最多 ${PICTURES_MAX} 张`);
export type Wish = z.output<typeof Wish>;

/** `value` is the answer as `answer` reads it. */
export const Written = z.object({ value: z.unknown() });
export type Written = z.output<typeof Written>;

export const TextService = Service.extend({
  kind: kindOf(WRITE_WITH),
  model: z.string().min(1, '请填写模型名').max(200),
  /** Yuan for a million tokens that it writes, where they cost more than those that it is sent. */
  price_out: z.number().min(0).optional(),
  json: z.enum(['schema', 'object', 'none']).default('object'),
  can_see: z.boolean().default(false),
  extra: z.record(z.string(), z.unknown()).default({}),
  timeout_s: z.number().min(0.1).max(1800).default(180),
});
export type TextService = z.output<typeof TextService>;

export function charactersOf(messages: Messages): number {
  const lengthOf = (content: Messages[number]['content']) =>
    typeof content === 'string'
      ? content.length
      : content.reduce((sum, part) => sum + ('text' in part ? part.text.length : 0), 0);
  return messages.reduce((sum, { content }) => sum + lengthOf(content), 0);
}

export function picturesOf(messages: Messages): number {
  return messages.reduce(
    (sum, { content }) => sum + (typeof content === 'string' ? 0 : content.filter((part) => 'jpeg' in part).length),
    0,
  );
}
