import { namesByRule } from '@mixreel/contract';

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

type NamedVideo = {
  artwork_name: string;
  mix_name: string;
  dir_name: string;
  duration: number;
  created_at: string;
};

/** What the first ones of `count` files will be called, without their endings. */
export function exampleNames(rule: string, videos: NamedVideo[], count: number): string[] {
  const things = videos.map(({ artwork_name, mix_name, dir_name, created_at, duration }, n) => ({
    number: n + 1,
    seconds: duration,
    at: new Date(created_at),
    words: { name: artwork_name, mix: mix_name, dir: dir_name },
  }));
  return namesByRule(rule, things, { most: count });
}
