/**
 * Moves cuts onto beats where one is near enough, in seconds. Cuts stay in order and apart: a beat at or behind the
 * next cut, or already taken, is none for this one. A cut without a near beat stays where it is.
 */
export function snapToBeats(
  cuts: number[],
  beats: number[],
  { tolerance = 0.25 }: { tolerance?: number } = {},
): number[] {
  let last = -Infinity;
  return cuts.map((cut, i) => {
    const limit = cuts[i + 1] ?? Infinity;
    let best: number | undefined;
    for (let k = firstAtLeast(beats, cut - tolerance); k < beats.length && beats[k]! <= cut + tolerance; k += 1) {
      const beat = beats[k]!;
      const isNearer = best === undefined || Math.abs(beat - cut) < Math.abs(best - cut);
      if (beat > last && beat < limit && isNearer) best = beat;
    }
    last = best ?? cut;
    return last;
  });
}

function firstAtLeast(sorted: number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
