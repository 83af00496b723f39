import type { SpokenWord } from '@mixreel/contract';

/** Where another voice seems to begin, in seconds, and whether it is higher. By pitch alone: a guess. */
type Turn = { at: number; isHigher: boolean };

export const PITCH_RATE = 8000;
/** A pause after which somebody else may speak. */
const PAUSE_S = 0.3;
/** Men and women lie six to twelve semitones apart; one person's sentences seldom more than three. */
const SEMITONES = 5;
const FRAME = 320;
const HOP = 160;
const LOWEST_HZ = 70;
const HIGHEST_HZ = 380;
/** How much a frame must be like itself a period later to be a voice. */
const VOICED = 0.6;
const LEAST_FRAMES = 8;

type Utterance = { start: number; end: number };

/** Where the pitch of what is said jumps from one sentence to the next. `pcm` is mono at `PITCH_RATE`. */
export function findTurns(words: readonly SpokenWord[], pcm: Float32Array): Turn[] {
  const heard = utterancesOf(words).flatMap(({ start, end }) => {
    const pitch = pitchOf(pcm.subarray(Math.round(start * PITCH_RATE), Math.round(end * PITCH_RATE)));
    return pitch === null ? [] : [{ at: start, pitch }];
  });
  return heard.flatMap(({ at, pitch }, n) => {
    const before = heard[n - 1];
    if (!before) return [];
    const step = 12 * Math.log2(pitch / before.pitch);
    return Math.abs(step) >= SEMITONES ? [{ at, isHigher: step > 0 }] : [];
  });
}

/** What is said without a pause. */
function utterancesOf(words: readonly SpokenWord[]): Utterance[] {
  const all: Utterance[] = [];
  for (const { start, end } of words) {
    const last = all.at(-1);
    if (last && start - last.end < PAUSE_S) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}

/** The middle pitch of a stretch in hertz; null where too little of it is voice. */
export function pitchOf(sound: Float32Array): number | null {
  // What rings in the mouth repeats faster than the voice itself: it is smoothed away.
  const pcm = smooth(smooth(sound));
  const found: number[] = [];
  for (let from = 0; from + FRAME + PITCH_RATE / LOWEST_HZ < pcm.length; from += HOP) {
    const period = periodOf(pcm, from);
    if (period !== null) found.push(PITCH_RATE / period);
  }
  if (found.length < LEAST_FRAMES) return null;
  return found.toSorted((a, b) => a - b)[found.length >> 1] ?? null;
}

const SMOOTHED = 8;

/** The mean of each sample and those behind it. */
function smooth(pcm: Float32Array): Float32Array {
  let sum = 0;
  return pcm.map((sample, n) => {
    sum += sample - (pcm[n - SMOOTHED] ?? 0);
    return sum / SMOOTHED;
  });
}

function periodOf(pcm: Float32Array, from: number): number | null {
  const [first, last] = [Math.floor(PITCH_RATE / HIGHEST_HZ), Math.ceil(PITCH_RATE / LOWEST_HZ)];
  let own = 0;
  for (let i = from; i < from + FRAME; i += 1) own += pcm[i]! ** 2;
  if (own < 1e-5 * FRAME) return null;
  const likeness: number[] = [];
  for (let lag = first; lag <= last; lag += 1) {
    let [both, other] = [0, 0];
    for (let i = from; i < from + FRAME; i += 1) {
      both += pcm[i]! * pcm[i + lag]!;
      other += pcm[i + lag]! ** 2;
    }
    likeness.push(both / Math.sqrt(own * other || 1));
  }
  const best = Math.max(...likeness);
  if (best < VOICED) return null;
  // Twice the period is as like: the first peak that comes near the best is the voice's own.
  const at = likeness.findIndex((one, n) => {
    return one > 0.9 * best && one >= (likeness[n - 1] ?? -1) && one >= (likeness[n + 1] ?? -1);
  });
  return at < 0 ? null : first + at;
}
