import { type Artwork, type ArtworkFilter, type Checkbox, REVIEW_STATES, type ReviewState } from '@mixreel/contract';
import { formatDuration, formatSize } from '#lib/format.ts';

/** What finished videos say, in one place. */
export const WORDS = {
  smart_hint: '比如「待审」「近 7 天通过的」，符合条件的成片自动出现在里面。',
  bin: '回收站',
  list: '成片',
  loading: '正在加载成片',
  empty_title: '还没有成片',
  empty_text: '在混剪里挑好组合，点「导出」，做好的视频会按目录归到这里。',
  empty_dir: '这个目录还没有成片',
  empty_dir_text: '从别处把成片拖到左边的目录上，或在导出时选这个目录。',
  empty_smart: '现在没有符合条件的成片',
  empty_smart_text: '符合条件的成片会自动出现在这里，不用移动。',
  empty_bin: '回收站是空的',
  empty_bin_text: '删除的成片和目录会在这里保留 30 天，随时可以恢复。',
  no_match: '没有符合条件的成片',
  no_match_text: '换个关键词，或去掉一些条件。',
  clear: '清除条件',
  to_mix: '去混剪',
  from_mix: '看看是哪个混剪做的',
  search: '按名称找成片',
  ai: '含 AI 生成内容，已加标识',
  gone_dir: '这个目录已经不在了',
} as const;

export const REVIEW_TONES = { waiting: 'neutral', approved: 'good', rejected: 'bad' } as const satisfies Record<
  ReviewState,
  string
>;
/** The key that gives a video this state. */
export const REVIEW_KEYS: Record<ReviewState, string> = { waiting: 'W', approved: 'P', rejected: 'R' };
export const REVIEWS = Object.keys(REVIEW_STATES) as ReviewState[];

export const ORDER_NAMES = { newest: '最新在前', oldest: '最早在前', name: '按名称', longest: '最长在前' } as const;
export type ArtworkOrder = keyof typeof ORDER_NAMES;

export const ORIENTATION_NAMES = { portrait: '竖屏', landscape: '横屏', square: '方形' } as const satisfies Record<
  NonNullable<ArtworkFilter['orientation']>,
  string
>;

export const COLOUR_NAMES: Record<Checkbox['colour'], string> = {
  red: '红色',
  orange: '橙色',
  gold: '金色',
  green: '绿色',
  cyan: '青色',
  blue: '蓝色',
  purple: '紫色',
  grey: '灰色',
};

export function factsOf({ duration, width, height, bytes }: Artwork): string {
  return [formatDuration(duration), `${width}×${height}`, formatSize(bytes)].join(' · ');
}

/** A moment of a video, to a tenth of a second. */
export function formatMoment(ms: number): string {
  const tenths = Math.floor(Math.max(0, ms) / 100);
  return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, '0')}.${tenths % 10}`;
}

/** Where the candidates are that it was chosen from. */
export function mixPath(mproject_id: string): string {
  return `/studio/result?${new URLSearchParams({ mproject_id })}`;
}

/** The library at a directory of finished videos, or at one of them. */
export function dirPath(project_id: string, dir_id: string, artwork_id?: string): string {
  const at = { projectId: project_id, tab: 'finished', dir: dir_id, ...(artwork_id && { video: artwork_id }) };
  return `/home/material?${new URLSearchParams(at)}`;
}

/** The library at a moment of a material. */
export function materialPath(project_id: string, material_id: string, seconds: number): string {
  return `/home/material?${new URLSearchParams({ projectId: project_id, open: material_id, t: String(seconds) })}`;
}
