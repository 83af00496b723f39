import type { AnalysisStatus, SearchReason } from '@mixreel/contract';
import { formatDuration } from '#lib/format.ts';

/** What the search says, in one place. */
export const SEARCH_WORDS = {
  box_label: '用一句话搜镜头',
  box_placeholder: '用一句话找镜头，例如：女生在海边涂防晒霜',
  loading: '正在找镜头',
  none_title: '没有找到这样的镜头',
  none_text: '换一种说法，去掉几个条件，或者等素材分析完再试。',
  gap: '有一部分镜头没有加载出来',
  similar: '找相似画面',
  box: '框选找相似',
  not_this: '不是这个',
  look: '用图片找相似画面',
  look_title: '找相似画面',
  grid_label: '找到的镜头',
} as const;

/** What no shot has, when others of what was asked for were found. */
export function missingText(missing: string[]): string {
  return `没有找到「${missing.join('」「')}」的镜头，下面是其余条件符合的`;
}

/** How many were found; beyond what was ranked nobody has counted. */
export function foundText(total: number, is_exact: boolean): string {
  return is_exact ? `找到 ${total} 个镜头` : `找到 ${total - 1} 多个镜头`;
}

export const REASON_NAMES: Record<SearchReason['kind'], string> = {
  name: '名称',
  tag: '标签',
  caption: '画面',
  text: '画面文字',
  speech: '台词',
  meaning: '语义',
  person: '人物',
  look: '画面相似',
  length: '长度合适',
  quality: '画质',
  unused: '没用过',
  lesson: '学到的',
};

/** A reason in one line, with the second where it is so. */
export function reasonText({ kind, text, at }: SearchReason): string {
  return `${REASON_NAMES[kind]}：${at === undefined ? '' : `${formatDuration(at)} `}${text}`;
}

export const ORIENTATION_NAMES = { portrait: '竖屏', landscape: '横屏', square: '方形' } as const;

/** Lengths that people speak of, in seconds. */
export const LENGTHS = {
  short: { label: '5 秒以内', duration_max: 5 },
  medium: { label: '5–15 秒', duration_min: 5, duration_max: 15 },
  long: { label: '15–60 秒', duration_min: 15, duration_max: 60 },
  longest: { label: '1 分钟以上', duration_min: 60 },
} as const satisfies Record<string, { label: string; duration_min?: number; duration_max?: number }>;
export type Length = keyof typeof LENGTHS;

/** From here on a picture counts as good. */
export const QUALITY_GOOD = 60;

export const STATUS_NAMES: Record<AnalysisStatus, string> = {
  waiting: '等待分析',
  running: '正在分析',
  done: '分析完成',
  stopped: '已停止分析',
  failed: '分析失败',
};

export const CLIP_SORT_NAMES = {
  relevance: '最相关',
  newest: '最新',
  quality: '画质最好',
  least_used: '用得最少',
} as const;
