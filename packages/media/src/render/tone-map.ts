import type { VideoFacts } from '#ffmpeg/probe.ts';

/**
 * Filters that bring HDR down to the standard picture. Scaled pictures only: this works in floating point, ten times
 * slower per pixel than anything else here.
 */
export function toneMapFilters(hdr: VideoFacts['hdr']): string[] {
  if (hdr === 'none') return [];
  const transfer = hdr === 'pq' ? 'smpte2084' : 'arib-std-b67';
  return [
    // Phones forget one tag or another; zscale refuses to guess.
    `setparams=color_primaries=bt2020:color_trc=${transfer}:colorspace=bt2020nc`,
    'zscale=transfer=linear:npl=203',
    'format=gbrpf32le',
    'zscale=primaries=bt709',
    'tonemap=tonemap=mobius:desat=0',
    'zscale=transfer=bt709:matrix=bt709:range=limited',
    'format=yuv420p',
  ];
}
