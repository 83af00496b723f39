const UNITS: [bigint, string][] = [
  [1_0000_0000_0000n, '万亿'],
  [1_0000_0000n, '亿'],
  [1_0000n, '万'],
];

/** A count as people read it: `1.2万`, `3亿`; past a thousand 万亿 only the power of ten says anything. */
export function formatCount(value: bigint): string {
  const digits = value.toString().length;
  if (digits > 16) return `10 的 ${digits - 1} 次方`;
  const unit = UNITS.find(([size]) => value >= size);
  if (!unit) return value.toString();
  const tenths = (value * 10n) / unit[0];
  const whole = tenths / 10n;
  return tenths % 10n === 0n ? `${whole}${unit[1]}` : `${whole}.${tenths % 10n}${unit[1]}`;
}

/** Seconds with at most one decimal: `3 秒`, `2.5 秒`. */
export function formatSeconds(seconds: number): string {
  return `${Number(seconds.toFixed(1))} 秒`;
}
