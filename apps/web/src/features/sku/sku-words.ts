import type { SkuMark } from '@mixreel/contract';

export const SKU_STATUS_NAMES: Record<SkuMark['status'], string> = {
  waiting: '排队中',
  training: '正在学习',
  ready: '可以使用',
  failed: '没有学成',
};

export const SKU_STATUS_TONES = {
  waiting: 'neutral',
  training: 'accent',
  ready: 'good',
  failed: 'bad',
} as const satisfies Record<SkuMark['status'], string>;

export function isLearning({ status }: Pick<SkuMark, 'status'>): boolean {
  return status === 'waiting' || status === 'training';
}

/** What has come of it, in one line. */
export function resultWords({ status, marked_shots, confirmed, rejected, precision_est }: SkuMark): string {
  if (status !== 'ready') return '';
  const judged = confirmed + rejected > 0 ? `确认 ${confirmed}，否定 ${rejected}` : null;
  const precision = precision_est === null ? null : `预计 ${Math.round(precision_est * 100)}% 是对的`;
  return [`在 ${marked_shots} 个镜头里找到`, precision, judged].filter(Boolean).join(' · ');
}
