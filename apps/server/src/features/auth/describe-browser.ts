const BROWSERS: [RegExp, string][] = [
  [/MicroMessenger/i, '微信'],
  [/Lark|Feishu/i, '飞书'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** `Chrome · Windows`: what a person recognises their own browser by. */
export function describeBrowser(user_agent: string | null): string {
  const find = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(user_agent ?? ''))?.[1];
  return [find(BROWSERS) ?? '未知浏览器', find(SYSTEMS)].filter(Boolean).join(' · ');
}
