import { AppError, fieldMessages } from '@mixreel/contract';
import { z } from 'zod';

/** Checks an input against its schema; every field that is wrong is named in the answer. */
export function checkInput<I extends z.ZodObject>(schema: I, raw: unknown): z.output<I> {
  const parsed = schema.safeParse(raw ?? {});
  if (parsed.success) return parsed.data;
  const fields = fieldMessages(parsed.error);
  const [path, message] = Object.entries(fields)[0] ?? ['', '格式不正确'];
  throw new AppError('invalid', path ? `${path}：${message}` : message, { fields });
}

/**
 * A query string holds only text. Each value becomes what its field wants; what cannot is left as it is, so that the
 * schema gives the message.
 */
export function decodeQuery(schema: z.ZodObject, query: Record<string, unknown>): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema.shape)) {
    const raw = query[name] ?? query[`${name}[]`];
    if (raw !== undefined && raw !== '') input[name] = decode(field, raw);
    else if (raw === '' && acceptsText(field)) input[name] = '';
  }
  return input;
}

const BOOLEANS: Record<string, boolean> = { true: true, 1: true, false: false, 0: false };

function decode(field: z.core.$ZodType, raw: unknown): unknown {
  const { def } = unwrap(field)._zod;
  if (def.type === 'array') {
    const { element } = def as z.core.$ZodArrayDef;
    const items = Array.isArray(raw) ? raw : String(raw).split(',');
    return items.map((item) => decode(element, item));
  }
  if (typeof raw !== 'string') return raw;
  if (def.type === 'number') return /^-?\d+(\.\d+)?$/.test(raw) ? Number(raw) : raw;
  if (def.type === 'boolean') return BOOLEANS[raw] ?? raw;
  return raw;
}

function acceptsText(field: z.core.$ZodType): boolean {
  return ['string', 'union', 'literal'].includes(unwrap(field)._zod.def.type);
}

function unwrap(field: z.core.$ZodType): z.core.$ZodType {
  const { def } = field._zod;
  return 'innerType' in def ? unwrap(def.innerType as z.core.$ZodType) : field;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes of a body to a value. Text that PostgreSQL cannot hold (NUL, half surrogates) is refused here, once for all. */
export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new AppError('invalid', '提交的内容不是有效的 UTF-8 文本');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('invalid', '提交的内容不是有效的 JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('invalid', '提交的内容应是一个 JSON 对象');
  }
  requireStorableText(value);
  return value;
}

const DEPTH_MAX = 64;
/** A list of a million zeros is two megabytes, and a million complaints of the schema: seconds in which nobody is answered. */
const VALUES_MAX = 100_000;

export function requireStorableText(value: unknown): void {
  let values = 0;
  const look = (one: unknown, depth: number): void => {
    values += 1;
    if (depth > DEPTH_MAX) throw new AppError('invalid', '提交的内容嵌套过深');
    if (values > VALUES_MAX) throw new AppError('invalid', '一次提交的条目过多，请分几次');
    if (typeof one === 'string') {
      if (one.includes('\0') || !one.isWellFormed()) throw new AppError('invalid', '文字中有无法保存的字符');
    } else if (Array.isArray(one)) {
      for (const item of one) look(item, depth + 1);
    } else if (typeof one === 'object' && one !== null) {
      for (const key in one) {
        look(key, depth);
        look((one as Record<string, unknown>)[key], depth + 1);
      }
    }
  };
  look(value, 0);
}
