import type { SkuHit } from '@mixreel/contract';

/** The next shot that nobody has judged, behind the given one or else before it; the length of the list when there is none. */
export function nextOpen(hits: Pick<SkuHit, 'verdict'>[], after: number): number {
  const behind = hits.findIndex(({ verdict }, n) => n > after && verdict === null);
  if (behind !== -1) return behind;
  const before = hits.findIndex(({ verdict }) => verdict === null);
  return before === -1 ? hits.length : before;
}
