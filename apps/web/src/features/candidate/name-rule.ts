/** What a rule for names may hold in braces, and what stands for it. */
export const NAME_PARTS = { mix: '混剪名称', date: '日期', time: '时间', n: '序号', seconds: '秒数' } as const;
export type NamePart = keyof typeof NAME_PARTS;

type Facts = {
  mix: string;
  number: number;
  /** The largest number of the export: all are written with as many digits. */
  most: number;
  seconds: number;
  now?: Date;
};

/** How the file of one video will be called, without its ending: as the server names it. */
export function exampleName(rule: string, { mix, number, most, seconds, now = new Date() }: Facts): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const n = String(number).padStart(Math.max(2, String(most).length), '0');
  const values: Record<NamePart, string> = {
    mix,
    date: `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`,
    time: `${two(now.getHours())}${two(now.getMinutes())}`,
    n,
    seconds: String(Math.round(seconds)),
  };
  const plain = rule.replaceAll(/\{(\w+)\}/g, (whole, part: string) => values[part as NamePart] ?? whole);
  return (
    plain
      .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '_')
      .trim()
      .slice(0, 120) || n
  );
}
