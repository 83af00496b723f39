import type { Share } from '@mixreel/contract';
import type { InputOf } from '#lib/call.ts';

export type Expire = NonNullable<InputOf<'share.add'>['expire']>;

export const EXPIRES: { value: Expire; label: string }[] = [
  { value: '1d', label: '1 天' },
  { value: '7d', label: '7 天' },
  { value: '30d', label: '30 天' },
  { value: 'forever', label: '长期' },
];

const DAY_MS = 86_400_000;

/** Until when a link works, as a person would say it. */
export function untilWords(expires_at: string | null, now = Date.now()): string {
  if (expires_at === null) return '长期有效';
  const left = Date.parse(expires_at) - now;
  if (left <= 0) return '已过期';
  if (left < 3_600_000) return '不到 1 小时后到期';
  if (left < DAY_MS) return `${Math.floor(left / 3_600_000)} 小时后到期`;
  return `${Math.round(left / DAY_MS)} 天后到期`;
}

export function isExpired(expires_at: string | null, now = Date.now()): boolean {
  return expires_at !== null && Date.parse(expires_at) <= now;
}

/** The first half of a refusal says what is, the second what to do. */
export function splitMessage(message: string): { title: string; text: string } {
  const at = message.indexOf('，');
  return at === -1 ? { title: message, text: '' } : { title: message.slice(0, at), text: message.slice(at + 1) };
}

/** How much a link holds. */
export function heldWords(kind: Share['kind'], count: number): string {
  if (kind === 'story') return `${count} 行分镜`;
  return kind.startsWith('artwork') ? `${count} 条成片` : `${count} 个素材`;
}

/** Addresses of the server, as others must open them. */
export function shareAddress(url: string): string {
  return new URL(url, window.location.origin).href;
}
