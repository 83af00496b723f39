import { z } from 'zod';

/** Opaque, time-ordered. Anything else is refused before it reaches a query. */
export const Id = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/, '编号格式不正确');
/** There is no year 0, and PostgreSQL says so. */
export const Time = z.iso
  .datetime()
  .max(40)
  .regex(/^(?!0000)/, '格式不正确，应为时间（ISO 8601）');

/** A name that people give to things: trimmed, one line, no control characters. */
export const Name = z
  .string()
  .trim()
  .min(1, '不能为空')
  .max(100, '最多 100 个字')
  .regex(/^[^\p{Cc}]*$/u, '不能包含换行或控制字符');

/** A team; the personal space has an empty one. */
export const TeamId = z.union([z.literal(''), Id]);

/** For calls that nothing else puts into a space. Left out, it is the space that the session was last switched to. */
export const InSpace = z.object({ team_id: TeamId.optional() });

export const Nothing = z.object({});
export const Done = z.object({});

export const PageInput = z.object({
  page_index: z.int().min(1).max(100_000).default(1),
  page_size: z.int().min(1).max(100).default(20),
});
export type PageInput = z.output<typeof PageInput>;

export const PageInfo = z.object({
  page_index: z.int(),
  page_size: z.int(),
  total: z.int(),
  total_page: z.int(),
});
export type PageInfo = z.infer<typeof PageInfo>;

export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), page_info: PageInfo });
}

export function pageInfo({ page_index, page_size }: PageInput, total: number): PageInfo {
  return { page_index, page_size, total, total_page: Math.ceil(total / page_size) };
}

/** Every answer of the product, success or not. */
export type Envelope<T = unknown> = { code: number; message: string; data: T };

/** As browsers name them: `Asia/Shanghai`. */
export const TimeZone = z
  .string()
  .max(60)
  .refine((name) => {
    try {
      Intl.DateTimeFormat('en', { timeZone: name });
      return true;
    } catch {
      return false;
    }
  }, '没有这个时区');
