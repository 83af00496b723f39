/** What a rule for the names of finished videos may hold in braces. */
export const NAME_PARTS = {
  name: '原名',
  mix: '混剪名称',
  dir: '目录',
  date: '日期',
  n: '序号',
  seconds: '秒数',
} as const;
export type NamePart = keyof typeof NAME_PARTS;

export type NamedVideo = {
  artwork_name: string;
  mix_name: string;
  dir_name: string;
  duration: number;
  created_at: string;
};

/** How the files will be called, without their endings: as the server names them. */
export function exampleNames(rule: string, videos: NamedVideo[], count: number): string[] {
  const digits = Math.max(2, String(count).length);
  const taken = new Set<string>();
  return videos.map((video, index) => {
    const n = String(index + 1).padStart(digits, '0');
    const values: Record<NamePart, string> = {
      name: video.artwork_name,
      mix: video.mix_name,
      dir: video.dir_name,
      date: dayOf(video.created_at),
      n,
      seconds: String(Math.round(video.duration)),
    };
    const plain = rule.replaceAll(/\{(\w+)\}/g, (whole, part: string) => values[part as NamePart] ?? whole);
    const clean =
      plain
        .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '_')
        .trim()
        .slice(0, 120) || n;
    const name = taken.has(clean) ? `${clean}_${n}` : clean;
    taken.add(name);
    return name;
  });
}

/** Why a rule can't be used; null when it can. */
export function ruleProblem(rule: string): string | null {
  if (rule.trim() === '') return '请填写命名规则';
  const unknown = [...rule.matchAll(/\{(\w*)\}/g)].map(([, part]) => part ?? '').find((part) => !(part in NAME_PARTS));
  return unknown === undefined ? null : `没有「{${unknown}}」这一项，请用下面的按钮添加`;
}

function dayOf(time: string): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
}
