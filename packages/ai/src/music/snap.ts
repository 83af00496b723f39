/**
 * Moves cuts onto beats where one is near enough, in seconds. Order is kept and no two cuts land on the same beat;
 * a cut without a near free beat stays where it is.
 */
export function snapToBeats(
  cuts: number[],
  beats: number[],
  { tolerance = 0.25 }: { tolerance?: number } = {},
): number[] {
  let next = 0;
  let last = -Infinity;
  return cuts.map((cut) => {
    while (next < beats.length && (beats[next]! <= last || beats[next]! < cut - tolerance)) next += 1;
    let best = next;
    while (best + 1 < beats.length && Math.abs(beats[best + 1]! - cut) < Math.abs(beats[best]! - cut)) best += 1;
    const beat = beats[best];
    const isNear = beat !== undefined && Math.abs(beat - cut) <= tolerance && beat > last;
    last = isNear ? beat : Math.max(last, cut);
    return last;
  });
}
