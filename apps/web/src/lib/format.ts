/** `12345` gives `1.2万`; one decimal, cut off rather than rounded up into the next unit. */
export function formatCount(count: number): string {
  if (count > 100_000_000) return `${oneDecimal(count / 100_000_000)}亿`;
  if (count > 10_000) return `${oneDecimal(count / 10_000)}万`;
  return String(count);
}

function oneDecimal(value: number): string {
  return String(Math.floor(value * 10) / 10);
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** Sizes of files in lists: 1000-based. */
export function formatSize(bytes: number): string {
  return scale(bytes, 1000, UNITS);
}

/** Upload limits and storage quotas: 1024-based. */
export function formatQuota(bytes: number): string {
  return scale(bytes, 1024, BINARY_UNITS);
}

function scale(bytes: number, base: number, units: string[]): string {
  let value = bytes;
  let unit = 0;
  // 999.95 would be shown as 1000.0: it already belongs to the next unit.
  while (value >= base - 0.05 && unit < units.length - 1) {
    value /= base;
    unit += 1;
  }
  const shown = unit === 0 ? String(Math.round(value)) : value.toFixed(1).replace(/\.0$/, '');
  return `${shown} ${units[unit]}`;
}

/** A part of a whole, 0 to 1, in full percents that it has: what is below a level never reads as that level. */
export function formatShare(share: number): string {
  return `${Math.floor(share * 100 + 1e-6)}%`;
}

/** Seconds as `mm:ss` or `h:mm:ss`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${two(minutes)}:${two(whole % 60)}`;
}

/** `YYYY-MM-DD HH:mm` in the browser's zone. */
export function formatTime(time: string | number | Date): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** How long something will still take, as a colleague would say it. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} 秒`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} 分钟`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.round((seconds % 3600) / 60);
  return minutes === 0 ? `${hours} 小时` : `${hours} 小时 ${minutes} 分钟`;
}

/** How far off a first guess may be, either way. */
const GUESS = 0.7;

/**
 * A time to come, the same words on all pages: 约 1–3 分钟 as long as it is a guess, 约 2 分钟 once half of the work (or of
 * whatever `done` of 100 counts) has shown how fast it goes.
 */
export function formatLeft(seconds: number, done = 0): string {
  const spread = 1 + GUESS * (1 - Math.min(1, done / 50));
  const [low, lowUnit] = inUnits(seconds / spread);
  const [high, highUnit] = inUnits(seconds * spread);
  if (lowUnit !== highUnit) return `约 ${low} ${lowUnit}–${high} ${highUnit}`;
  return low === high ? `约 ${low} ${lowUnit}` : `约 ${low}–${high} ${lowUnit}`;
}

function inUnits(seconds: number): [number, string] {
  if (seconds < 9.5) return [Math.max(1, Math.round(seconds)), '秒'];
  if (seconds < 57.5) return [Math.round(seconds / 5) * 5, '秒'];
  if (seconds < 3570) return [Math.max(1, Math.round(seconds / 60)), '分钟'];
  return [Math.round(seconds / 1800) / 2, '小时'];
}

/** How long ago, for lists where the order matters more than the minute. */
export function formatAgo(time: string, now = Date.now()): string {
  const seconds = (now - new Date(time).getTime()) / 1000;
  if (seconds < 60) return '刚刚';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分钟前`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} 小时前`;
  if (seconds < 7 * 86_400) return `${Math.floor(seconds / 86_400)} 天前`;
  return formatTime(time);
}

/** As this browser names it: days in names are those of whoever asks. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What stands for somebody without a picture: of Chinese names the last character, by which people are told apart. */
export function initialOf(name: string): string {
  const letters = Array.from(name.trim());
  const isChinese = /^\p{Script=Han}+$/u.test(name.trim());
  return (isChinese ? letters.at(-1) : letters[0]?.toUpperCase()) ?? '';
}
