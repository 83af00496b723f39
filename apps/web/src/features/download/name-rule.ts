/** What a rule for the names of finished videos may hold in braces. */
export const NAME_PARTS = {
  name: '原名',
  mix: '混剪名称',
  dir: '目录',
  date: '日期',
  time: '时间',
  n: '序号',
  seconds: '秒数',
} as const;

const LENGTH_MAX = 100;

export type NamedVideo = {
  artwork_name: string;
  mix_name: string;
  dir_name: string;
  duration: number;
  created_at: string;
};

/** What the first ones of `count` files will be called, without their endings: as the server names them. */
export function exampleNames(rule: string, videos: NamedVideo[], count: number): string[] {
  const digits = Math.max(2, String(count).length);
  const taken = new Set<string>();
  return videos.map(({ artwork_name, mix_name, dir_name, created_at, duration }, index) => {
    const at = new Date(created_at);
    const n = String(index + 1).padStart(digits, '0');
    const values: Record<string, string> = {
      name: artwork_name,
      mix: mix_name,
      dir: dir_name,
      date: `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`,
      time: `${two(at.getHours())}${two(at.getMinutes())}`,
      n,
      seconds: String(Math.round(duration)),
    };
    const plain = rule.replaceAll(/\{(\w+)\}/g, (whole, part: string) => values[part] ?? whole);
    const clean = shorten(plain.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '_'), LENGTH_MAX) || n;
    let name = clean;
    for (let again = 0; taken.has(name.toLowerCase()); again += 1) {
      const ending = again === 0 ? `_${n}` : `_${n}_${again + 1}`;
      name = shorten(clean, LENGTH_MAX - ending.length) + ending;
    }
    taken.add(name.toLowerCase());
    return name;
  });
}

function shorten(text: string, length: number): string {
  return text
    .trim()
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/u, '')
    .trim();
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
