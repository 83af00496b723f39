import { formatLeft, formatSize } from '#lib/format.ts';
import type { Totals } from './totals.ts';

export function titleOf({ moving, files, files_done, open, trouble }: Totals): string {
  if (moving > 0) return `正在上传 ${files_done}/${files}`;
  if (open > 0) return `${open} 个文件没有传完`;
  if (trouble > 0) return `${trouble} 个文件没有成功`;
  return '上传';
}

export function detailOf({ moving, percent, left_s, done }: Totals, speed: number): string {
  if (moving === 0) return done > 0 ? `已完成 ${done} 个` : '';
  return [
    `${percent}%`,
    speed >= 1000 ? `${formatSize(speed)}/秒` : null,
    left_s === null ? null : `还要${formatLeft(left_s, percent)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
