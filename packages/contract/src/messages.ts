import { z } from 'zod';

const TYPES: Record<string, string> = {
  string: '文字',
  number: '数字',
  int: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  date: '日期',
};

const FORMATS: Record<string, string> = {
  email: '邮箱地址',
  url: '网址',
  datetime: '时间（ISO 8601）',
  uuid: '编号',
  json_string: 'JSON',
};

const UNITS: Record<string, string> = { string: '个字', array: '项', file: '字节' };

/** What is wrong with a value, as a person would say it. Browser forms and server answers share these sentences. */
function describe(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? '必填'
        : `应为${TYPES[issue.expected] ?? issue.expected}`;
    case 'too_big': {
      const unit = UNITS[issue.origin];
      return unit
        ? `最多 ${issue.maximum} ${unit}`
        : `不能${issue.inclusive === false ? '大于等于' : '大于'} ${issue.maximum}`;
    }
    case 'too_small': {
      const unit = UNITS[issue.origin];
      return unit
        ? `至少 ${issue.minimum} ${unit}`
        : `不能${issue.inclusive === false ? '小于等于' : '小于'} ${issue.minimum}`;
    }
    case 'invalid_value':
      return `只能是：${issue.values.map(String).join('、')}`;
    case 'invalid_format':
      return `格式不正确${FORMATS[issue.format] ? `，应为${FORMATS[issue.format]}` : ''}`;
    case 'not_multiple_of':
      return `应为 ${issue.divisor} 的倍数`;
    case 'unrecognized_keys':
      return `不认识的字段：${issue.keys.join('、')}`;
    default:
      return '格式不正确';
  }
}

z.config({ customError: describe });

/** Path of the field → what is wrong with it; the first problem of each field. */
export function fieldMessages(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.');
    fields[path] ??= issue.message;
  }
  return fields;
}
