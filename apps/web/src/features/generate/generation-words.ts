import type { Generation } from '@mixreel/contract';
import { formatWait } from '#lib/format.ts';

/** What it costs; nothing where it costs nothing. */
export function paidOf(cost: number, isForeseen: boolean): string {
  if (cost === 0) return '';
  return `${isForeseen ? '预计 ' : ''}¥${cost.toFixed(2)}`;
}

/** How far something is, in words. */
export function stateOf({ status, progress, eta_s }: Pick<Generation, 'status' | 'progress' | 'eta_s'>): string {
  if (status === 'queued') return '排队中';
  if (status === 'canceling') return '正在取消';
  const left = eta_s === null ? '' : `，还要约 ${formatWait(eta_s)}`;
  return `${Math.floor(progress)}%${left}`;
}
