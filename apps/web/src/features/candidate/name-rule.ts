/** What a rule for names may hold in braces, and what stands for it. */
export const NAME_PARTS = { mix: '混剪名称', date: '日期', n: '序号' } as const;
export type NamePart = keyof typeof NAME_PARTS;

type Facts = { mix: string; number: number; count: number; now?: Date };

/** How the file of one video will be called, without its ending. */
export function exampleName(rule: string, { mix, number, count, now = new Date() }: Facts): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const values: Record<NamePart, string> = {
    mix,
    date: `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`,
    n: String(number).padStart(Math.max(2, String(count).length), '0'),
  };
  return rule.replaceAll(/\{(\w+)\}/g, (whole, part: string) => values[part as NamePart] ?? whole);
}

/** Why a rule can't be used; null when it can. */
export function ruleProblem(rule: string, count: number): string | null {
  if (rule.trim() === '') return '请填写命名规则';
  const unknown = [...rule.matchAll(/\{(\w*)\}/g)].map(([, part]) => part ?? '').find((part) => !(part in NAME_PARTS));
  if (unknown !== undefined) return `没有「{${unknown}}」这一项，可以用 {mix} {date} {n}`;
  if (/[\\/:*?"<>|\p{Cc}]/u.test(rule)) return '文件名里不能有 \\ / : * ? " < > |';
  if (count > 1 && !rule.includes('{n}')) return '导出多条时要带上序号 {n}，不然会重名';
  return null;
}
