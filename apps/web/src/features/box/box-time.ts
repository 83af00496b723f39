import { type BoxTool, boxWork, type Material } from '@mixreel/contract';
import { formatWait } from '#lib/format.ts';

const MINUTE = { duration: 60, width: 1080, height: 1920 };
const PICTURE = { duration: null, width: 1080, height: 1080 };

/** How long tools take for these, one after another, in words. */
export function workTime(tools: BoxTool[], materials: Pick<Material, 'source_info'>[]): string {
  const seconds = materials.flatMap(({ source_info }) =>
    tools.map(({ tool, pace }) => pace * boxWork(tool, source_info)),
  );
  return formatWait(seconds.reduce((sum, one) => sum + one, 0));
}

/** What somebody can expect who has not chosen anything yet. */
export function usualTime({ tool, pace, takes }: BoxTool): string {
  if (!takes.includes('video') && !takes.includes('audio')) {
    return `一张约 ${formatWait(pace * boxWork(tool, PICTURE))}`;
  }
  return `1 分钟 1080p 约 ${formatWait(pace * boxWork(tool, MINUTE))}`;
}

/** 1:02:03.5, as recordings are spoken of. */
export function clock(at: number, decimals = 1): string {
  const all = Number(at.toFixed(decimals));
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  const rest = (all % 60).toFixed(decimals).padStart(3 + decimals, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

export function clockSeconds(text: string): number {
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part || 0), 0);
}
