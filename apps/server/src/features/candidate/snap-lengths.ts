/** How far a cut may move to meet a beat, in seconds: the slowest pulse has a beat within this distance. */
const REACH = 0.45;
/** Where a line keeps a cut from going back, the next beat may be a whole one away. */
const REACH_LATER = 2 * REACH;

/** A shot, in seconds. */
export type Length = {
  seconds: number;
  /** What is spoken is never cut off. */
  least: number;
  /** How long it turns into the next one: the middle of that is what people see as the cut. */
  seam: number;
  /** The next one begins when this one's seconds are over, and the seam comes on top. */
  isHeld: boolean;
};

/** How long each shot lasts, so that cuts fall on beats where one is near enough. The end of the video is no cut. */
export function snapLengths(shots: Length[], beats: number[]): number[] {
  let start = 0;
  return shots.map(({ seconds, least, seam, isHeld }, n) => {
    if (n === shots.length - 1) return seconds;
    const from = start + (isHeld ? seam : -seam) / 2;
    const cut = from + seconds;
    const earliest = Math.max(cut - REACH, from + least);
    const near = beats.filter((beat) => beat >= earliest && beat <= cut + REACH_LATER);
    const best = near.toSorted((a, b) => Math.abs(a - cut) - Math.abs(b - cut))[0] ?? cut;
    start = best - seam / 2;
    return best - from;
  });
}

/** Beats of music that begins in its middle and begins again there when it is over, up to the end of a video. */
export function beatsInVideo(beats: number[], music: { start: number; seconds: number }, until: number): number[] {
  const length = music.seconds - music.start;
  const once = beats.flatMap((beat) => (beat >= music.start && beat < music.seconds ? beat - music.start : []));
  if (once.length === 0 || length <= 0) return [];
  const rounds = Math.ceil(until / length);
  return Array.from({ length: rounds }, (_, round) => once.map((beat) => round * length + beat)).flat();
}
