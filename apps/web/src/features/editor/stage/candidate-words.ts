import type { Candidate, MixSummary } from '@mixreel/contract';

/** What the stage, the combinations and their export say, in one place. */
export const WORDS = {
  stage: '画面',
  no_shooting_title: '还没有镜头',
  no_shooting_text: '先在左边写几句台词，每句一个镜头，再给每个镜头放上片段。',
  no_clip_title: '还差几个片段',
  no_clip_text: '每个镜头至少要有一个能用的片段，才能看到画面。',
  no_clip: '还没有片段',
  no_usable_clip: '片段都不能用',
  unnamed: '未写台词',
  loading: '正在准备画面',
  failed_title: '画面没有出来',
  video_failed: '视频没有加载出来，请重试',
  updating: '正在更新画面',
  waiting: '正在加载',
  draft: '预览画质',
  full: '成片画质',
  draft_hint: '先用小画面播放，成片画质做好后自动换上',
  rendering_hint: '现在播放的是预览画质，成片画质做好后自动换上',
  full_failed: '成片画质没做出来，重试',
  full_hint: '和导出的成片一模一样',
  next: '下一个组合',
  previous: '上一个组合',
  no_combination: '还没有可以播放的组合，先给每个镜头放上片段',
  only_combination: '目前只有这一个组合，多放几个片段就会有更多',
  step_failed: '没有拿到下一个组合，请检查网络后重试',
  play: '播放',
  pause: '暂停',
  mute: '静音',
  unmute: '取消静音',
  volume: '音量',
  safe_zone: '平台安全区',
  loop: '循环播放一段（I 起点，O 终点）',
  loop_on: '取消循环',
  timeline: '时间线',
  timeline_empty: '有了画面，这里显示每一段的片段、台词和声音',
  header: '片头',
  footer: '片尾',
} as const;

export const STATUS_NAMES: Record<Candidate['status'], string> = {
  planned: '可预览',
  previewable: '已是成片画质',
  rendering: '导出中',
  exported: '已导出',
  failed: '导出失败',
};

export const STATUS_TONES = {
  planned: 'neutral',
  previewable: 'neutral',
  rendering: 'accent',
  exported: 'good',
  failed: 'bad',
} as const satisfies Record<Candidate['status'], string>;

/** `1280` → `1,280`; beyond what anybody counts, in 万 and 亿. */
export function formatCombinations(text: string, isExact = true): string {
  const about = isExact ? '' : '约 ';
  const digits = text.replace(/^0+(?=\d)/, '');
  if (digits.length > 16) return `${about}${digits[0]}.${digits[1]} × 10^${digits.length - 1}`;
  if (digits.length > 8) return `${about}${trimZero(Number(digits) / 1e8)} 亿`;
  if (digits.length > 6) return `${about}${trimZero(Number(digits) / 1e4)} 万`;
  return about + digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

function trimZero(value: number): string {
  return value
    .toFixed(1)
    .replace(/\.0$/, '')
    .replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** `要新做 24 段画面、38 秒配音，`; nothing where all of it is there. */
export function formatWork(summary: Pick<MixSummary, 'new_shots' | 'speech_s'> | undefined): string {
  const { new_shots = 0, speech_s = 0 } = summary ?? {};
  const parts = [new_shots > 0 && `${new_shots} 段画面`, speech_s > 0 && `${Math.ceil(speech_s)} 秒配音`].filter(
    Boolean,
  );
  return parts.length > 0 ? `要新做 ${parts.join('、')}，` : '';
}

/** `46`, or `100+` where nobody counted further. */
export function formatRoom({ room, is_room_more }: Pick<MixSummary, 'room' | 'is_room_more'>): string {
  return is_room_more ? `${room}+` : String(room);
}
