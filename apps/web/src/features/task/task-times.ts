/** The time of day to the second, with the day when it is not today. */
export function formatClock(time: string, now = new Date()): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  if (date.toDateString() === now.toDateString()) return clock;
  return `${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock}`;
}

/** How long something took, to stand behind a word: `用了` + ` 3 秒`. */
export function formatSpent(from: string, to: string): string {
  const seconds = Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
  if (seconds < 1) return '不到 1 秒';
  const whole = Math.round(seconds);
  if (whole < 60) return ` ${whole} 秒`;
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? ` ${hours} 小时 ${minutes} 分` : ` ${minutes} 分 ${whole % 60} 秒`;
}
