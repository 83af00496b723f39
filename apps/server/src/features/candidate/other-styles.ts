import type { MixConfig } from '@mixreel/contract';
import { CAPTION_PRESETS } from '@mixreel/media';
import { toWireStyle } from '#features/caption/media-style.ts';

/** Ready-made looks of captions that one tells apart from that of a mix, the plain ones first; none without captions. */
export function otherStyles({ caption }: Pick<MixConfig, 'caption'>) {
  if (caption.source === 'none') return [];
  const { colour, font_id } = caption.style;
  const presets = CAPTION_PRESETS.map(({ key, name, group, style }) => ({
    key,
    name,
    group,
    style: toWireStyle(style),
  }));
  const others = presets.filter(({ style }) => style.colour !== colour || style.font_id !== font_id);
  return others.toSorted((a, b) => Number(b.group === '基础') - Number(a.group === '基础'));
}
