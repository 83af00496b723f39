/** How far a cut may move to meet a beat, in seconds. */
const REACH = 0.35;

/**
 * Lengths of shots whose cuts fall on beats where one is near enough, in seconds. No shot becomes shorter than its
 * `least`: what is spoken is never cut off. The end of the video is no cut.
 */
export function snapLengths(lengths: number[], least: number[], beats: number[]): number[] {
  let start = 0;
  return lengths.map((length, n) => {
    if (n === lengths.length - 1) return length;
    const cut = start + length;
    const earliest = Math.max(cut - REACH, start + least[n]!);
    const near = beats.filter((beat) => beat >= earliest && beat <= cut + REACH);
    const best = near.toSorted((a, b) => Math.abs(a - cut) - Math.abs(b - cut))[0] ?? cut;
    const snapped = best - start;
    start = best;
    return snapped;
  });
}
