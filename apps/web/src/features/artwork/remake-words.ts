import type { OutputOf } from '#lib/call.ts';

type Detail = OutputOf<'artwork.detail'>;

export function canRemake(detail: Detail | undefined): boolean {
  return (detail?.origin?.has_mix && detail.origin.fresh_shots > 0) ?? false;
}

/** What would be other, or why nothing can be. */
export function remakeWords({ origin }: Detail): string {
  if (!origin) return '不是混剪做的，没有可换的片段';
  if (!origin.has_mix) return '混剪已经删除，恢复后才能重做';
  if (origin.fresh_shots === 0) return '每个镜头的片段都用上了，先给混剪加片段';
  return `${origin.cuts.length} 个镜头里有 ${origin.fresh_shots} 个能换成新片段`;
}
