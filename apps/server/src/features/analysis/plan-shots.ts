/** A piece of a film between two cuts. */
export type PlannedShot = { start_ms: number; end_ms: number };

/** Nothing shorter can be used or even seen; it belongs to what comes before. */
const SHORTEST_MS = 400;
/** A stroboscope has thousands of cuts and no shots. */
const SHOTS_MAX = 1000;

/** The shots of a film that has these cuts (in seconds): at least one, none too short, together the whole film. */
export function planShots(length: number, cuts: number[]): PlannedShot[] {
  const ends = toMs(cuts);
  const shots = between(Math.max(1, Math.round(length * 1000)), ends).filter(isShot);
  const joined: PlannedShot[] = [];
  for (const shot of shots) {
    const before = joined.at(-1);
    const isShort =
      shot.end_ms - shot.start_ms < SHORTEST_MS || (before && before.end_ms - before.start_ms < SHORTEST_MS);
    if (before && isShort) before.end_ms = shot.end_ms;
    else joined.push({ ...shot });
  }
  while (joined.length > SHOTS_MAX) joinShortest(joined);
  return joined;
}

/** The shots that a person asked for: exactly these, as far as the film goes. */
export function shotsBetween(length_ms: number, cuts_ms: number[]): PlannedShot[] {
  return between(length_ms, cuts_ms).filter(isShot);
}

function toMs(cuts: number[]): number[] {
  return cuts.map((cut) => Math.round(cut * 1000));
}

function between(length_ms: number, cuts_ms: number[]): PlannedShot[] {
  const inside = cuts_ms.filter((cut) => cut > 0 && cut < length_ms).toSorted((a, b) => a - b);
  const starts = [0, ...new Set(inside)];
  return starts.map((start_ms, i) => ({ start_ms, end_ms: starts[i + 1] ?? length_ms }));
}

function isShot({ start_ms, end_ms }: PlannedShot): boolean {
  return end_ms > start_ms;
}

function joinShortest(shots: PlannedShot[]): void {
  const lengths = shots.map(({ start_ms, end_ms }) => end_ms - start_ms);
  const shortest = lengths.indexOf(Math.min(...lengths));
  const [first, second] = shortest === 0 ? [0, 1] : [shortest - 1, shortest];
  shots[first]!.end_ms = shots[second]!.end_ms;
  shots.splice(second, 1);
}
