import { LIKENESS_KINDS, type LikenessReport } from '@mixreel/contract';

/** What each level means for whoever publishes the videos. */
const LEVELS = [
  { name: '几乎都是新的', about: '放心发布。' },
  { name: '有一点重复', about: '一般不影响推荐，注意不要集中发。' },
  { name: '重复偏多', about: '平台通常从这一级开始限流，建议换掉最像的几条。' },
  { name: '明显重复', about: '多半会被判为同质内容，先换画面再发。' },
  { name: '基本都是重复的', about: '不建议发布，请用新素材重做。' },
] as const;

const LEVEL_TONES = ['good', 'good', 'warning', 'bad', 'bad'] as const;

export function levelWords(level: number) {
  return LEVELS[level - 1] ?? LEVELS[0];
}

export function levelTone(level: number) {
  return LEVEL_TONES[level - 1] ?? 'good';
}

/** What the figures mean; the same for a pair in the list and in the map. */
export const MEASURE = '重复度是较短的那条里，有多少能在另一条里找到：先后不同只少算一点，两条互相比是同一个数。';

export const HONEST = '只换真实内容，不做骗过检测的手脚';
export const HONEST_MORE =
  '换的是片段、顺序、字幕样式、音色和音乐；不加噪点、不改帧率、不动文件指纹，观众看到的确实是另一条视频。';

export type HeatKind = keyof LikenessReport['matrix'];
export const HEAT_KINDS: Record<HeatKind, string> = { all: '综合', ...LIKENESS_KINDS };
