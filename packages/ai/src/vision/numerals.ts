const NUMERALS = ['零', '一', '两', '三', '四', '五', '六', '七', '八', '九'];

/** A number before a noun, as people say it: 两 rather than 二, and many beyond nine. */
export function numeral(count: number): string {
  return NUMERALS[count] ?? '很多';
}
