import type { MUSIC_LICENCES, MusicLicence } from '@mixreel/contract';
import { PLATFORM_NAMES } from '@mixreel/contract';
import { formatTime } from '#lib/format.ts';

export const LICENCE_NAMES: Record<(typeof MUSIC_LICENCES)[number], string> = {
  cc0: '免版权 CC0',
  cc_by: '需署名 CC BY',
  purchased: '已购授权',
  platform_only: '仅限平台内',
};

/** Where it may be used, in a few words. */
export function coverOf({ platforms, territories, expires_at }: MusicLicence): string {
  const where =
    platforms.length === 0 ? '所有平台可用' : `可用于${platforms.map((one) => PLATFORM_NAMES[one]).join('、')}`;
  return [where, territories && `限${territories}`, expires_at && `${formatTime(expires_at).slice(0, 10)} 到期`]
    .filter(Boolean)
    .join('，');
}

/** What may be used everywhere is green; what has borders is not. */
export function licenceTone({ licence, platforms, territories }: MusicLicence): 'good' | 'warning' {
  return licence !== 'platform_only' && platforms.length === 0 && territories === '' ? 'good' : 'warning';
}

/** Energy (0 to 1) as people say it. */
export function energyName(energy: number): string {
  if (energy < 0.2) return '舒缓';
  return energy < 0.45 ? '适中' : '强劲';
}

type Range = { min?: number; max?: number };

export const TEMPOS: { value: string; label: string; range: Range }[] = [
  { value: '', label: '速度不限', range: {} },
  { value: 'slow', label: '慢（90 以下）', range: { max: 90 } },
  { value: 'medium', label: '中（90–120）', range: { min: 90, max: 120 } },
  { value: 'fast', label: '快（120 以上）', range: { min: 120 } },
];

export const ENERGIES: { value: string; label: string; range: Range }[] = [
  { value: '', label: '能量不限', range: {} },
  { value: 'calm', label: '舒缓', range: { max: 0.2 } },
  { value: 'medium', label: '适中', range: { min: 0.2, max: 0.45 } },
  { value: 'strong', label: '强劲', range: { min: 0.45 } },
];

export function rangeOf(options: { value: string; range: Range }[], value: string): Range {
  return options.find((option) => option.value === value)?.range ?? {};
}
