import type { Artwork } from '@mixreel/contract';
import { formatDuration, formatSize } from '#lib/format.ts';

/** What finished videos say, in one place. */
export const WORDS = {
  dirs: '成片目录',
  all: '全部成片',
  list: '成片',
  loading: '正在加载成片',
  empty_title: '还没有成片',
  empty_text: '在混剪里挑好组合，点「导出」，做好的视频会按目录归到这里。',
  empty_dir: '这个目录还没有成片',
  no_match: '没有名称符合的成片',
  to_mix: '去混剪',
  download: '下载',
  from_mix: '看看是哪个混剪做的',
  search: '按名称找成片',
  ai: '含 AI 生成内容，已加标识',
} as const;

export function factsOf({ duration, width, height, bytes }: Artwork): string {
  return [formatDuration(duration), `${width}×${height}`, formatSize(bytes)].join(' · ');
}

/** Where the candidates are that it was chosen from. */
export function mixPath(mproject_id: string): string {
  return `/studio/result?${new URLSearchParams({ mproject_id })}`;
}

/** The library at a directory of finished videos. */
export function dirPath(project_id: string, dir_id: string): string {
  return `/home/material?${new URLSearchParams({ projectId: project_id, tab: 'finished', dir: dir_id })}`;
}
